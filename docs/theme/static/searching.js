// The page that searches the laws.
(function () {
  "use strict";

  var R = window.Ruling, words = R.words, texts = R.texts;
  var STEP = 25;
  var form = document.getElementById("search"), field = form.elements.q, place = document.getElementById("hits");

  function element(name, attributes, children) {
    var made = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    (children || []).forEach(function (child) { made.append(child); });
    return made;
  }

  function lawOf(id) {
    return id.startsWith("def/") ? "definitions" : (/^[0-9]+/.exec(id) || [id])[0];
  }

  function href(hit) {
    var law = lawOf(hit.id);
    return "laws/" + law + ".html#" + (texts.newest[law] === hit.edition ? "" : hit.edition + "-") + hit.id;
  }

  function citation(id) {
    if (id.startsWith("def/") || id === "definitions") return words.definitions;
    return id === "introduction" ? words.introduction : words.citation.replace("{id}", id);
  }

  function marked(text, query) {
    return R.search.marks(texts.document, text, query).map(function (piece) {
      return piece[1] ? element("mark", {}, [piece[0]]) : piece[0];
    });
  }

  function item(hit, query) {
    var title = citation(hit.id) + (hit.heading && hit.heading !== words.definitions ? " · " + hit.heading : "");
    return element("li", {}, [
      element("a", { href: href(hit) }, [
        element("span", { class: "title" }, marked(title, query)),
        element("small", {}, [hit.edition + (hit.path ? " · " + hit.path : "")]),
        element("small", {}, marked(hit.snippet, query)),
      ]),
    ]);
  }

  function show(query) {
    place.replaceChildren();
    if (!query) return;
    var chosen = form.querySelector("input[name=edition]:checked");
    var hits = R.search.search(texts.document, query, chosen && chosen.value ? [chosen.value] : null);
    if (!hits.length) {
      place.append(element("p", { class: "notice" }, [words.nothing_found]));
      return;
    }
    place.append(element("p", { class: "muted" }, [words.hits.replace("{count}", hits.length)]));
    var list = element("ol", { class: "taps" });
    var more = element("button", { type: "button" }, [words.more]);
    function go() {
      hits.splice(0, STEP).forEach(function (hit) { list.append(item(hit, query)); });
      more.hidden = !hits.length;
    }
    more.addEventListener("click", function () {
      var next = list.children.length;
      go();
      list.children[next].querySelector("a").focus();
    });
    place.append(list, more);
    go();
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

  function search() {
    var query = field.value.trim();
    show(query);
    if (query !== asked()) location.replace(query ? "#q=" + encodeURIComponent(query) : "#");
  }

  form.hidden = false;
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    search();
  });
  form.addEventListener("change", function (event) {
    if (event.target.name === "edition") search();
  });
  window.addEventListener("hashchange", function () {
    if (asked() !== field.value.trim()) {
      field.value = asked();
      show(field.value);
    }
  });
  field.value = asked();
  show(field.value);
})();
