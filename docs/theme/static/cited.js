// The laws that a question names by number: “law 6 d 1”, “§22A”, “Leis 6, 7 e 8”, “27B1”.
// Numbers are never guessed at: what is not the number of a provision held is not found.
(function (root) {
  "use strict";

  // LOOSE stands for the letters that are words of the language: in « 7 e 8 » the e is no section.
  var NUMBER = "([1-9][0-9]{0,2})(?:LOOSE[ .-]*\\(?([a-z])\\)?(?![\\p{L}'’])(?:[ .-]*\\(?([0-9]{1,2})\\)?(?:[ .-]*\\(?([a-z])\\)?(?![\\p{L}'’])(?:[ .-]*\\(([ivx]+)\\))?)?)?)?";
  var JOIN = "(?:\\s*(?:,|;|&|\\band\\b|\\bor\\b|\\bet\\b|\\bou\\b|\\be\\b|\\ben\\b|\\bof\\b|\\bog\\b|\\beller\\b)\\s*)+";

  function quoted(word) {
    return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  }

  function idOf(match) {
    var id = String(parseInt(match[1], 10));
    if (!match[2]) return id;
    id += match[2].toUpperCase();
    if (!match[3]) return id;
    id += parseInt(match[3], 10);
    if (!match[4]) return id;
    return id + match[4].toLowerCase() + (match[5] ? "(" + match[5].toLowerCase() + ")" : "");
  }

  // words: the words that announce a law, and the letters that are no sections; held: the ids there are.
  function cited(query, words, held) {
    var found = [];
    var letters = words.not_a_section.map(quoted).join("|");
    var number = NUMBER.replace("LOOSE", letters ? "(?! +(?:" + letters + ")(?![\\p{L}\\p{N}]))" : "");
    function add(id) {
      if (held.indexOf(id) >= 0 && found.indexOf(id) < 0) found.push(id);
    }
    var whole = query.trim().match(/^([1-9][0-9]{0,2})$/) || query.trim().match(/^(8|9|[1-9][0-9])([a-z])$/i);
    if (whole) add(idOf(whole));
    var before = words.law_words.map(quoted).join("|");
    var run = new RegExp("(?:^|[^\\p{L}\\p{N}])(?:" + before + ")\\.?\\s*(" + number + "(?:" + JOIN + number + ")*)", "giu");
    for (var after of query.matchAll(run)) {
      for (var each of after[1].matchAll(new RegExp(number, "giu"))) add(idOf(each));
    }
    var bare = /(?:^|[^\p{L}\p{N}])([1-9][0-9]?)([a-z])([0-9]{1,2})([a-z])?(?:\(([ivx]+)\))?(?![\p{L}\p{N}])/giu;
    for (var one of query.matchAll(bare)) add(idOf(one));
    return found;
  }

  root.Ruling = root.Ruling || {};
  root.Ruling.cited = cited;
})(typeof globalThis === "undefined" ? this : globalThis);
