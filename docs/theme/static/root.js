// The root page: go to the reader's language where we speak it; the links stay for everybody else.
(function () {
  "use strict";
  var known = ["en", "fr", "pt", "nl", "da"];
  var wanted = navigator.languages && navigator.languages.length ? navigator.languages : [navigator.language || ""];
  for (var i = 0; i < wanted.length; i += 1) {
    var language = wanted[i].slice(0, 2).toLowerCase();
    if (known.indexOf(language) >= 0) {
      location.replace(language + "/index.html" + location.hash);
      return;
    }
  }
})();
