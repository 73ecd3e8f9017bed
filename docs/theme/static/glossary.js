// The list of terms, narrowed to those that hold what is typed, in any language, accents aside.
(function () {
  "use strict";

  var form = document.getElementById("filter"), field = document.getElementById("term"), none = document.getElementById("none");
  var LETTERS = { "ø": "o", "œ": "oe", "æ": "ae", "ß": "ss" };

  function fold(text) {
    return text.toLowerCase().replace(/[øœæß]/g, function (c) { return LETTERS[c]; }).normalize("NFKD").replace(/\p{M}/gu, "");
  }

  var entries = Array.from(document.querySelectorAll("main .taps > li"), function (item) {
    return { item: item, text: fold(item.textContent) };
  });

  function narrow() {
    var wanted = fold(field.value.trim()), left = 0;
    entries.forEach(function (entry) {
      entry.item.hidden = !entry.text.includes(wanted);
      if (!entry.item.hidden) left += 1;
    });
    document.querySelectorAll("main section").forEach(function (section) {
      section.hidden = !section.querySelector(".taps > li:not([hidden])");
    });
    none.hidden = left > 0;
    none.textContent = left ? "" : none.dataset.text;
  }

  form.hidden = false;
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  field.addEventListener("input", narrow);
})();
