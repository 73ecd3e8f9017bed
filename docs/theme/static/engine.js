/* Walking a compiled flow in the browser: the twin of assistant/situations/engine.py.
   Same results, key for key; the tests walk the whole path book through both.
   A classic script without dependencies; under node it hangs on globalThis. */
(function (root) {
  "use strict";

  var Ruling = (root.Ruling = root.Ruling || {});
  var PLACEHOLDER = /\{([a-z0-9]+(?:[-.][a-z0-9]+)*)\}/g;
  var NUMBER = /^[0-9]{1,3}$/;

  function has(object, key) {
    return Object.prototype.hasOwnProperty.call(object, key);
  }

  /* An error has a `kind` (the name of the Python class) and the `valid` ids or codes.
     Its message is for developers; the page says it in the reader's language. */
  function fail(kind, about, valid) {
    var error = new Error(kind + ": " + about + (valid ? " (" + valid.join(", ") + ")" : ""));
    error.kind = kind;
    error.about = about;
    error.valid = valid || [];
    throw error;
  }

  function copy(object) {
    var made = {};
    Object.keys(object || {}).forEach(function (key) {
      made[key] = object[key];
    });
    return made;
  }

  function optionOf(node, value) {
    var options = node.options;
    var number = has(node, "number") && NUMBER.test(value) ? parseInt(value, 10) : null;
    for (var i = 0; i < options.length; i += 1) {
      if (number === null ? options[i].id === value : options[i].is[0] <= number && number <= options[i].is[1]) {
        return options[i];
      }
    }
    return null;
  }

  function isAsked(flow, name) {
    return has(flow.nodes, name) && (flow.nodes[name].type === "question" || flow.nodes[name].type === "include");
  }

  function ids(entries) {
    return entries.map(function (entry) {
      return entry.id;
    });
  }

  /* The answer as it is kept: a number without leading zeros, else the option's id. */
  function checkAnswer(flow, name, value) {
    if (!isAsked(flow, name)) {
      fail(
        "UnknownQuestion",
        name,
        Object.keys(flow.nodes).filter(function (key) {
          return isAsked(flow, key);
        })
      );
    }
    var node = flow.nodes[name];
    if (node.type === "include") {
      if (!has(node.exits, value)) fail("UnknownAnswer", name + "=" + value, Object.keys(node.exits));
      return value;
    }
    if (optionOf(node, value) === null) fail("UnknownAnswer", name + "=" + value, ids(node.options));
    return has(node, "number") && NUMBER.test(value) ? String(parseInt(value, 10)) : value;
  }

  function checkElections(flow, elections) {
    Object.keys(elections).forEach(function (name) {
      if (!has(flow.elections, name)) fail("UnknownElection", name, Object.keys(flow.elections));
      var options = flow.elections[name].options;
      if (!has(options, elections[name])) {
        fail("UnknownElection", name + "=" + elections[name], Object.keys(options));
      }
    });
  }

  /* What puts the numbers answered into the texts; a band stands as its first and last number. */
  function filler(flow, answers) {
    return function (text) {
      return text.replace(PLACEHOLDER, function (whole, name) {
        if (!has(answers, name)) return whole;
        var option = optionOf(flow.nodes[name], answers[name]);
        if (option === null || !option.is || NUMBER.test(answers[name])) return answers[name];
        return option.is[0] === option.is[1] ? String(option.is[0]) : option.is[0] + "–" + option.is[1];
      });
    };
  }

  function lawsOf(entry, code) {
    return ((entry.laws && entry.laws[code]) || []).slice();
  }

  function standing(entries, code) {
    return (entries || []).filter(function (entry) {
      return !entry.only || entry.only.indexOf(code) >= 0;
    });
  }

  function linkOf(go) {
    return { situation: go.situation, title: go.title || go.situation, answers: copy(go["with"]) };
  }

  function question(flow, name, code, answers) {
    var node = flow.nodes[name];
    var fill = filler(flow, answers);
    var made = { id: name, text: fill(node.text), help: fill(node.help || "") };
    if (has(node, "number")) made.number = node.number.slice();
    made.options = node.options.map(function (option) {
      return { id: option.id, text: fill(option.text) };
    });
    made.laws = lawsOf(node, code);
    if (has(node, "by")) made.by = node.by;
    if (node.often_forgotten) made.often_forgotten = true;
    return made;
  }

  function ruling(flow, name, code, answers) {
    var node = flow.nodes[name];
    var fill = filler(flow, answers);
    var cited = [];
    var steps = standing(node.steps, code).map(function (step) {
      var made = { text: fill(step.text), laws: lawsOf(step, code) };
      made.laws.forEach(function (law) {
        if (cited.indexOf(law) < 0) cited.push(law);
      });
      if (has(step, "lasts")) made.lasts = fill(step.lasts);
      if (has(step, "by")) made.by = step.by;
      var choices = standing(step.choices, code);
      if (choices.length) {
        made.choices = choices.map(function (choice) {
          return { text: fill(choice.text), lasts: fill(choice.lasts), laws: lawsOf(choice, code) };
        });
      }
      return made;
    });
    return {
      id: name,
      kind: node.kind,
      summary: fill(node.summary),
      steps: steps,
      say: standing(node.say, code).map(function (say) {
        return fill(say.text);
      }),
      also_check: standing(node.also_check, code).map(function (check) {
        var made = { text: fill(check.text), laws: lawsOf(check, code) };
        if (has(check, "go")) made.go = linkOf(check.go);
        return made;
      }),
      laws: cited,
    };
  }

  /* Follow the flow as far as the walk's answers carry.
     walk: {situation, code, elections, answers}. The state has exactly one of question, next, ruling. */
  function advance(flow, walk) {
    var code = walk.code;
    var elections = walk.elections || {};
    var given = walk.answers || {};
    if (flow.codes.indexOf(code) < 0) fail("CodeNotCovered", code, flow.codes.slice());
    checkElections(flow, elections);
    var answers = {};
    Object.keys(given).forEach(function (name) {
      answers[name] = checkAnswer(flow, name, given[name]);
    });
    var used = {};
    var passed = {};
    var at = flow.start;

    function state(kind, found) {
      var made = {
        situation: flow.situation,
        title: flow.title,
        edition: code,
        elections: copy(elections),
        answers: used,
        unused: Object.keys(answers).filter(function (name) {
          return !has(used, name);
        }),
      };
      made[kind] = found;
      return made;
    }

    for (;;) {
      if (has(passed, at)) fail("AskedTwice", at);
      passed[at] = true;
      var node = flow.nodes[at];
      var go;
      if (node.type === "ruling") {
        return state("ruling", ruling(flow, at, code, used));
      } else if (node.type === "branch") {
        var election = node.election;
        go =
          node.go[
            node.on === "edition"
              ? code
              : has(elections, election)
                ? elections[election]
                : flow.elections[election]["default"]
          ];
      } else if (node.type === "include") {
        if (!has(answers, at)) {
          at = node.start;
          continue;
        }
        used[at] = answers[at];
        go = node.exits[answers[at]];
      } else {
        if (!has(answers, at)) return state("question", question(flow, at, code, used));
        used[at] = answers[at];
        go = optionOf(node, answers[at]).go;
      }
      if (!has(go, "node")) return state("next", linkOf(go));
      at = go.node;
    }
  }

  /* A walk as an address: situation?code=2017&election:ID=OPTION&question=option, answers in the
     order given (a state's answers are in the order of asking). */
  function formatState(walk) {
    var words = ["code=" + encodeURIComponent(walk.code)];
    Object.keys(walk.elections || {}).forEach(function (name) {
      words.push("election:" + encodeURIComponent(name) + "=" + encodeURIComponent(walk.elections[name]));
    });
    Object.keys(walk.answers || {}).forEach(function (name) {
      words.push(encodeURIComponent(name) + "=" + encodeURIComponent(walk.answers[name]));
    });
    return encodeURIComponent(walk.situation) + "?" + words.join("&");
  }

  function decode(text) {
    try {
      return decodeURIComponent(text);
    } catch (error) {
      return null;
    }
  }

  /* The walk that an address holds, or null where it is none. Nothing in it is trusted: what the
     flow does not know, `advance` refuses. */
  function parseState(text) {
    var parts = String(text).replace(/^#/, "").split("?");
    var situation = decode(parts[0]);
    if (parts.length > 2 || !situation || !/^[a-z0-9-]+$/.test(situation)) return null;
    var walk = { situation: situation, code: null, elections: {}, answers: {} };
    var words = parts.length === 2 && parts[1] ? parts[1].split("&") : [];
    for (var i = 0; i < words.length; i += 1) {
      var equals = words[i].indexOf("=");
      var name = decode(words[i].slice(0, Math.max(equals, 0)));
      var value = decode(words[i].slice(equals + 1));
      if (equals < 1 || name === null || value === null) return null;
      if (name === "code") walk.code = value;
      else if (/^election:[a-z0-9-]+$/.test(name)) walk.elections[name.slice(9)] = value;
      else if (!/^[a-z0-9.-]+$/.test(name) || has(walk.answers, name)) return null;
      else walk.answers[name] = value;
    }
    return walk;
  }

  Ruling.engine = { advance: advance, formatState: formatState, parseState: parseState };
})(typeof globalThis === "undefined" ? this : globalThis);
