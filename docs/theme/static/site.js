// On every page: the language switch keeps the place on the page, and an anchor is found and opened.
(function () {
  "use strict";

  var menu = document.querySelector("details.lang");

  // The fragment is the same in every language: an anchor, a walk, a question.
  menu.addEventListener("click", function (event) {
    var link = event.target.closest("a");
    if (link) link.hash = location.hash;
  });
  document.addEventListener("click", function (event) {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", function (event) {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  function anchor() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch (error) {
      return "";
    }
  }

  // A part that this edition does not have: what it is a part of. 12C1e(i), 12C1e, 12C1, 12C, 12.
  function wider(id) {
    return id.replace(/(\([ivx]+\)|[a-z]|[0-9]+|[A-Z])$/, "");
  }

  // 2007-6D1 where the language has no text of 2007 is 6D1; a part that is not there is its whole.
  function nearest(id) {
    if (document.getElementById(id)) return document.getElementById(id);
    if (!/^([0-9]{4}-)?[0-9]+[A-Z]?[0-9]*[a-z]?(\([ivx]+\))?$/.test(id)) return null;
    var plain = id.replace(/^[0-9]{4}-/, "");
    while (plain) {
      if (document.getElementById(plain)) return document.getElementById(plain);
      plain = wider(plain);
    }
    return null;
  }

  function show() {
    var id = anchor();
    var target = id && nearest(id);
    if (!target) return;
    if (target.tagName === "DETAILS") target.open = true;
    for (var around = target; around; around = around.parentElement) {
      if (around.tagName === "DETAILS" && !around.classList.contains("lang")) around.open = true;
    }
    target.scrollIntoView();
  }

  window.addEventListener("hashchange", show);
  show();
})();
