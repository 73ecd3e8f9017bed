// The walk on a situation's page: one question at a time, then the ruling and its record.
// The engine computes; this draws. The state of the walk is the fragment of the address:
// `situation?code=2017&question=option`, and after each `~` a situation that led here.
(function () {
  "use strict";

  var R = window.Ruling, words = R.words, engine = R.engine;
  var box = document.getElementById("walk"), stage = document.getElementById("stage"), told = document.getElementById("told");
  var here = box.dataset.situation, flow = R.flows[here];
  var assets = new URL("../assets/", document.currentScript.src);
  var walk, trail, state, note = "";

  // Small helpers

  function say(name, values) {
    return words[name].replace(/\{(\w+)\}/g, function (whole, key) {
      return values && key in values ? values[key] : whole;
    });
  }

  function element(name, attributes, children) {
    var made = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) {
      if (key === "onclick") made.addEventListener("click", attributes[key]);
      else made.setAttribute(key, attributes[key]);
    });
    (children || []).forEach(function (child) {
      if (child) made.append(child);
    });
    return made;
  }

  function citation(id) {
    if (id === "introduction" || id === "definitions") return words[id];
    return say("citation", { id: id });
  }

  function citations(laws) {
    return laws.map(citation).join(", ");
  }

  // The address

  function fresh() {
    return { situation: here, code: flow.codes.slice().sort().pop(), elections: {}, answers: {} };
  }

  function fragment(walk, trail) {
    return "#" + [walk].concat(trail).map(engine.formatState).join("~");
  }

  // The walk that the address holds; null where it holds none (an anchor of the chart, nothing).
  function read() {
    var walks = location.hash.slice(1).split("~").map(engine.parseState);
    if (!location.hash.includes("?") || walks.some(function (each) { return !each; }) || walks[0].situation !== here) return null;
    if (walks[0].code === null) walks[0].code = fresh().code;
    return { walk: walks[0], trail: walks.slice(1) };
  }

  function compute() {
    state = engine.advance(flow, walk);
    // Answers that are not needed any more are dropped, so that the address says only what counts.
    walk = { situation: here, code: walk.code, elections: walk.elections, answers: state.answers };
  }

  function go(next) {
    walk = next;
    compute();
    location.hash = fragment(walk, trail);
    draw(true);
  }

  function answered(question, option) {
    var answers = Object.assign({}, state.answers);
    answers[question] = option;
    return Object.assign({}, walk, { answers: answers });
  }

  // The walk as it was before a question was answered.
  function before(question) {
    var answers = {};
    Object.keys(state.answers).every(function (name) {
      if (name === question) return false;
      answers[name] = state.answers[name];
      return true;
    });
    return Object.assign({}, walk, { answers: answers });
  }

  // The facts of a walk as [question id, question, answer], in order

  function filled(flow, text, answers) {
    return text.replace(/\{([a-z0-9.-]+)\}/g, function (whole, name) { return name in answers ? answers[name] : whole; });
  }

  function facts(flow, answers) {
    return Object.keys(answers).map(function (name) {
      var node = flow.nodes[name], value = answers[name];
      if (node.type === "include") return [name, name, value];
      var option = node.options.filter(function (each) { return each.id === value; })[0];
      return [name, filled(flow, node.text, answers), option ? filled(flow, option.text, answers) : value];
    });
  }

  // Flows of the situations that led here are loaded when their facts are wanted.
  function withFlow(situation, then) {
    if (R.flows[situation]) return then(R.flows[situation]);
    var script = element("script", { src: new URL(document.documentElement.lang.slice(0, 2) + "/" + situation + ".js", assets).href });
    script.addEventListener("load", function () { if (R.flows[situation]) then(R.flows[situation]); });
    document.head.append(script);
    return null;
  }

  // Drawing

  function draw(moved) {
    Array.prototype.forEach.call(box.querySelectorAll("[data-old]"), function (warning) {
      warning.hidden = warning.dataset.old !== walk.code;
    });
    Array.prototype.forEach.call(box.querySelectorAll("input[type=radio]"), function (radio) {
      var election = radio.name.slice("election:".length);
      var value = radio.name === "code" ? walk.code : walk.elections[election] || flow.elections[election]["default"];
      radio.checked = radio.value === value;
    });
    var panel = state.question ? question() : state.next ? onward() : ruling();
    stage.replaceChildren(panel, factList());
    trail.forEach(function (from) { withFlow(from.situation, drawTrail); });
    if (!moved) return;
    told.textContent = state.question ? say("question", { number: Object.keys(state.answers).length + 1 }) : state.ruling ? words.ruling : "";
    panel.querySelector("h2").focus();
  }

  function heading(text) {
    return element("h2", { tabindex: "-1", class: "ask-title", id: "ask-title" }, [text]);
  }

  // The answers that were given here, without those that the link from another situation brought along.
  function own() {
    var from = trail[0], known = from && R.flows[from.situation];
    var next = known && engine.advance(known, from).next;
    return Object.keys(state.answers).filter(function (name) { return !(next && name in next.answers); });
  }

  // One answer back: in this situation, or else in the one that led here.
  function back() {
    var last = own().pop();
    if (last !== undefined) return go(before(last));
    var from = trail[0], answers = Object.assign({}, from.answers);
    delete answers[Object.keys(answers).pop()];
    location.href = from.situation + ".html" + fragment(Object.assign({}, from, { answers: answers }), trail.slice(1));
    return null;
  }

  function backButton() {
    if (!Object.keys(state.answers).length && !trail.length) return null;
    return element("button", { type: "button", class: "back", onclick: back }, [words.back]);
  }

  function tools() {
    var back = backButton();
    return back && element("div", { class: "tools" }, [back]);
  }

  function question() {
    var asked = state.question;
    var buttons = asked.number ? numbers(asked.number) : asked.options;
    return element("div", { class: "panel" }, [
      element("p", { class: "eyebrow" }, [say("question", { number: Object.keys(state.answers).length + 1 })]),
      heading(asked.text),
      asked.help ? element("p", { class: "help" }, [asked.help]) : null,
      asked.often_forgotten ? element("p", { class: "eyebrow" }, [words.often_forgotten]) : null,
      element("ul", { class: "options" + (asked.number ? " numbers" : "") }, buttons.map(function (option) {
        return element("li", {}, [element("button", { type: "button", "data-option": option.id, onclick: function () {
          go(answered(asked.id, option.id));
        } }, [option.text])]);
      })),
      texts(asked.laws),
      tools(),
    ]);
  }

  function numbers(range) {
    var found = [];
    for (var n = range[0]; n <= range[1]; n += 1) found.push({ id: String(n), text: String(n) });
    return found;
  }

  function link(next) {
    var target = { situation: next.situation, code: walk.code, elections: {}, answers: next.answers };
    var from = { situation: here, code: walk.code, elections: walk.elections, answers: state.answers };
    return next.situation + ".html" + fragment(target, [from].concat(trail));
  }

  function onward() {
    return element("div", { class: "panel" }, [
      element("p", { class: "eyebrow" }, [words.leads_on]),
      heading(state.next.title),
      element("p", {}, [element("a", { class: "button main", href: link(state.next) }, [say("go_on", { title: state.next.title })])]),
      tools(),
    ]);
  }

  // The texts of provisions lie in the page already, under the chart.
  function texts(laws) {
    if (!laws || !laws.length) return null;
    var made = element("div", { class: "opened" });
    laws.forEach(function (id) {
      var source = document.getElementById("text-" + walk.code + "-" + id);
      if (!source) {
        made.append(element("p", { class: "cite" }, [citation(id)]));
        return;
      }
      made.append(element("details", { class: "text-of" }, [
        source.querySelector("summary").cloneNode(true), source.querySelector(".quoted").cloneNode(true),
      ]));
    });
    return made;
  }

  function lasts(entry) {
    return entry.lasts ? element("p", { class: "lasts" }, [say("lasts", { how_long: entry.lasts })]) : null;
  }

  function step(each) {
    return element("li", {}, [
      element("p", {}, [each.text]),
      lasts(each),
      texts(each.laws),
      each.choices && !each.text.endsWith(":") ? element("p", {}, [element("b", {}, [words.choosers[each.by || "director"]])]) : null,
      each.choices ? element("ul", { class: "choices" }, each.choices.map(function (choice) {
        return element("li", {}, [element("p", {}, [choice.text]), lasts(choice), texts(choice.laws)]);
      })) : null,
    ]);
  }

  function ruling() {
    var found = state.ruling;
    var parts = [
      element("p", {}, [element("span", { class: "kind " + found.kind }, [words.kinds[found.kind]])]),
      element("h2", { tabindex: "-1", class: "summary", id: "ask-title" }, [found.summary]),
      element("ol", { class: "steps" }, found.steps.map(step)),
    ];
    if (found.say.length) {
      parts.push(element("h3", {}, [words.say]), element("blockquote", { class: "say" }, found.say.map(function (sentence) {
        return element("p", {}, [sentence]);
      })));
    }
    if (found.also_check.length) {
      parts.push(element("h3", {}, [words.also_check]), element("ul", { class: "choices" }, found.also_check.map(function (check) {
        return element("li", {}, [
          element("p", {}, [check.text]),
          check.go ? element("p", {}, [element("a", { href: link(check.go) }, [check.go.title])]) : null,
          texts(check.laws),
        ]);
      })));
    }
    parts.push(recordTools());
    return element("div", { class: "panel" }, parts);
  }

  function factList() {
    var rows = facts(flow, state.answers);
    if (!rows.length && !trail.length) return element("div");
    return element("div", { class: "given" }, [
      element("h3", {}, [words.facts]),
      element("ol", { class: "facts" }, rows.map(function (fact) {
        return element("li", {}, [
          element("div", {}, [element("span", { class: "q" }, [fact[1]]), " ", element("span", { class: "a" }, [fact[2]])]),
          element("button", {
            type: "button", "data-change": fact[0], "aria-label": say("change_answer", { question: fact[1] }),
            onclick: function () { go(before(fact[0])); },
          }, [words.change]),
        ]);
      })),
      element("div", { class: "trail" }),
      element("p", {}, [element("button", { type: "button", class: "again", onclick: function () {
        trail = [];
        note = "";
        go(Object.assign(fresh(), { code: walk.code, elections: walk.elections }));
      } }, [words.again])]),
    ]);
  }

  function drawTrail() {
    var place = stage.querySelector(".trail");
    if (!place) return;
    place.replaceChildren.apply(place, trail.filter(function (from) { return R.flows[from.situation]; }).map(function (from) {
      var known = R.flows[from.situation];
      return element("div", {}, [
        element("p", {}, [element("a", { href: from.situation + ".html#" + engine.formatState(from) }, [say("came_from", { title: known.title })])]),
        element("ul", { class: "facts" }, known_facts(known, from).map(function (fact) {
          return element("li", {}, [element("div", {}, [element("span", { class: "q" }, [fact[1]]), " ", element("span", { class: "a" }, [fact[2]])])]);
        })),
      ]);
    }));
  }

  // An address may be typed by anybody: facts that do not fit are not shown.
  function known_facts(known, from) {
    try {
      return facts(known, engine.advance(known, from).answers);
    } catch (error) {
      return [];
    }
  }

  // The record

  function today() {
    return new Date().toLocaleString(words.tag, { dateStyle: "long", timeStyle: "short" });
  }

  function path(walk, answers) {
    var said = [walk.code].concat(Object.keys(walk.elections).map(function (id) { return "[" + id + "=" + walk.elections[id] + "]"; }));
    return said.concat(Object.keys(answers).map(function (id) { return id + "=" + answers[id]; })).join(" ");
  }

  function stepLines(each, number) {
    var lines = [number + ". " + each.text + (each.laws.length ? " [" + citations(each.laws) + "]" : "")];
    if (each.lasts) lines.push("   " + say("lasts", { how_long: each.lasts }));
    if (each.choices) {
      if (!each.text.endsWith(":")) lines.push("   " + words.choosers[each.by || "director"]);
      each.choices.forEach(function (choice) {
        lines.push("   - " + choice.text + (choice.laws.length ? " [" + citations(choice.laws) + "]" : ""));
        if (choice.lasts) lines.push("     " + say("lasts", { how_long: choice.lasts }));
      });
    }
    return lines;
  }

  function record() {
    var found = state.ruling;
    var lines = [words.record, state.title, say("code_of", { year: walk.code }), say("date", { date: today() })];
    if (note) lines.push(note);
    lines.push("", words.facts + ":");
    trail.slice().reverse().forEach(function (from) {
      var known = R.flows[from.situation];
      lines.push("- " + say("came_from", { title: known ? known.title : from.situation }));
      if (known) known_facts(known, from).forEach(function (fact) { lines.push("  - " + fact[1] + " " + fact[2]); });
    });
    facts(flow, state.answers).forEach(function (fact) { lines.push("- " + fact[1] + " " + fact[2]); });
    Object.keys(flow.elections).forEach(function (id) {
      var election = flow.elections[id];
      var option = election.options[walk.elections[id] || election["default"]];
      lines.push("- " + say("authority", { choice: election.text + " " + option }));
    });
    lines.push("", words.ruling + ": " + found.summary, words.kinds[found.kind]);
    found.steps.forEach(function (each, i) { lines.push.apply(lines, stepLines(each, i + 1)); });
    if (found.say.length) lines.push("", words.say);
    found.say.forEach(function (sentence) { lines.push("- " + sentence); });
    if (found.also_check.length) {
      lines.push("", words.also_check);
      found.also_check.forEach(function (check) {
        lines.push("- " + check.text + (check.laws.length ? " [" + citations(check.laws) + "]" : ""));
      });
    }
    trail.slice().reverse().forEach(function (from) {
      lines.push("", say("path", { path: from.situation + ": " + path(from, from.answers) }));
    });
    lines.push("", say("path", { path: here + ": " + path(walk, state.answers) + " -> " + found.id }));
    if (found.laws.length) lines.push(say("provisions", { citations: citations(found.laws) }) + " (" + say("code_of", { year: walk.code }) + ")");
    lines.push("", words.disclaimer);
    return lines.join("\n");
  }

  function recordTools() {
    var status = element("p", { class: "copied", role: "status" });
    var sheet = element("div", { class: "by-hand" });
    var field = element("input", { type: "text", id: "record-note", maxlength: "200", autocomplete: "off" });
    field.value = note;
    field.addEventListener("input", function () { note = field.value.trim(); });
    return element("div", { class: "record-tools" }, [
      element("p", { class: "record-note" }, [element("label", { for: "record-note" }, [words.note]), field]),
      element("div", { class: "tools" }, [
        element("button", { type: "button", class: "main copy", onclick: function () { copy(record(), status, sheet); } }, [words.copy]),
        element("button", { type: "button", class: "print", onclick: print }, [words.print]),
        backButton(),
      ]),
      status,
      sheet,
    ]);
  }

  function copy(text, status, sheet) {
    function done() { status.textContent = words.copied; }
    function byHand() {
      var area = element("textarea", { readonly: "", "aria-label": words.record });
      area.value = text;
      sheet.replaceChildren(area);
      area.focus();
      area.select();
      // The older way works where the newer one is not allowed, as on some pages from a disk.
      var copied = false;
      try {
        copied = document.execCommand("copy");
      } catch (error) {
        copied = false;
      }
      status.textContent = copied ? words.copied : words.copy_by_hand;
    }
    sheet.replaceChildren();
    status.textContent = "";
    if (navigator.clipboard && navigator.clipboard.writeText) navigator.clipboard.writeText(text).then(done, byHand);
    else byHand();
  }

  function print() {
    var sheet = element("div", { class: "record-sheet" }, [record()]);
    box.append(sheet);
    document.body.classList.add("record");
    window.addEventListener("afterprint", function () {
      document.body.classList.remove("record");
      sheet.remove();
    }, { once: true });
    window.print();
  }

  // Beginning, and coming back

  function open(found) {
    var broken = false;
    trail = found ? found.trail : [];
    walk = found ? found.walk : fresh();
    try {
      compute();
    } catch (error) {
      broken = true;
      trail = [];
      walk = fresh();
      compute();
    }
    draw(false);
    if (broken) stage.prepend(element("p", { class: "notice warn" }, [words.broken]));
  }

  box.addEventListener("change", function (event) {
    var radio = event.target;
    if (radio.type !== "radio") return;
    var next = Object.assign({}, walk, { answers: state.answers });
    if (radio.name === "code") next.code = radio.value;
    else next.elections = Object.assign({}, walk.elections, { [radio.name.slice("election:".length)]: radio.value });
    walk = next;
    compute();
    location.hash = fragment(walk, trail);
    draw(false);
  });

  window.addEventListener("hashchange", function () {
    var found = read();
    // Our own moves are drawn already; going back to the bare page starts the walk again.
    if (found && fragment(found.walk, found.trail) !== fragment(walk, trail)) open(found);
    else if (!found && !location.hash) open(null);
  });

  box.hidden = false;
  open(read());
})();
