// The asking box of the home page: words to situations, numbers to laws; nothing leaves the page.
(function () {
  "use strict";

  var R = window.Ruling, words = R.words, data = R.data;
  var form = document.getElementById("ask"), field = form.elements.q, answers = document.getElementById("answers");

  function element(name, attributes, children) {
    var made = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    (children || []).forEach(function (child) { made.append(child); });
    return made;
  }

  function list(title, links) {
    return [
      element("h2", {}, [title]),
      element("ol", { class: "taps" }, links.map(function (link) {
        return element("li", {}, [element("a", { href: link[0] }, [element("span", { class: "title" }, [link[1]])])]);
      })),
    ];
  }

  function show(query) {
    answers.replaceChildren();
    answers.hidden = !query;
    if (!query) return;
    var laws = R.cited(query, words, data.provisions).map(function (id) {
      return ["laws/" + id.match(/^[0-9]+/)[0] + ".html#" + id, words.citation.replace("{id}", id)];
    });
    var situations = R.asking.ask(data.index, query).map(function (pair) {
      return ["situations/" + pair[0] + ".html", data.titles[pair[0]]];
    });
    if (laws.length) answers.append.apply(answers, list(words.laws_found, laws));
    if (situations.length) answers.append.apply(answers, list(words.found, situations));
    if (!laws.length && !situations.length) answers.append(element("p", { class: "notice" }, [words.nothing]));
  }

  function asked() {
    var found = /^#q=(.*)$/.exec(location.hash);
    if (!found) return "";
    try {
      return decodeURIComponent(found[1]);
    } catch (error) {
      return "";
    }
  }

  function ask() {
    var query = field.value.trim();
    show(query);
    // The address keeps the question, so that one can come back to the answers.
    if (query !== asked()) location.replace(query ? "#q=" + encodeURIComponent(query) : "#");
  }

  form.hidden = false;
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    ask();
  });
  field.addEventListener("search", ask);
  window.addEventListener("hashchange", function () {
    var query = asked();
    if (query && query !== field.value.trim()) {
      field.value = query;
      show(query);
    }
  });
  field.value = asked();
  show(field.value);
})();
