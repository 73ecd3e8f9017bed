// Full-text search of the law texts: the twin of assistant/reference/search.py, on the same document
// with the same order of results; a test holds both to one file of queries.
(function (root) {
  "use strict";

  var HEADING = 10, EXACT = 3, LAW = 4, TEXT = 1, PHRASE = 5;
  var WORD = /[\p{L}\p{N}]+/gu;

  function words(text, lang) {
    return root.Ruling.asking.normalise(text, lang);
  }

  function rootOf(stems, word) {
    return Object.prototype.hasOwnProperty.call(stems, word) ? stems[word] : word;
  }

  function same(each, word, stem, stems) {
    if (each === word || rootOf(stems, each) === stem) return true;
    // The beginning of a word finds it, but a number is found only whole.
    return word.length >= 4 && !/^[0-9]+$/.test(word) && each.startsWith(word);
  }

  // The words of each text are the same for every query.
  function read(document) {
    if (!document.read) {
      document.read = document.docs.map(function (doc) {
        return { heading: words(doc.h, document.lang), text: words(doc.t, document.lang) };
      });
    }
    return document.read;
  }

  // [{id, edition, heading, path, snippet, score}], best first; editions: the years to search, or null for all.
  function search(document, query, editions) {
    var lang = document.lang, stems = document.stems;
    var phrases = Array.from(query.matchAll(/["“«]([^"”»]+)["”»]/g), function (match) {
      return words(match[1], lang).join(" ");
    });
    var wanted = words(query, lang);
    if (!wanted.length) return [];
    var roots = wanted.map(function (word) { return rootOf(stems, word); });
    var whole = " " + wanted.join(" ") + " ";
    var texts = read(document), hits = [];
    document.docs.forEach(function (doc, order) {
      if (editions && editions.indexOf(doc.e) < 0) return;
      var heading = texts[order].heading, text = texts[order].text, score = 0;
      for (var i = 0; i < wanted.length; i += 1) {
        var matches = function (each) { return same(each, wanted[i], roots[i], stems); };
        var inHeading = heading.some(matches), inId = doc.i.toLowerCase() === wanted[i];
        var inText = text.filter(matches).length;
        if (!inHeading && !inText && !inId) return;
        score += (inHeading || inId ? HEADING : 0) + (heading.includes(wanted[i]) ? EXACT : 0) +
          (inHeading && !doc.p ? LAW : 0) + TEXT * Math.min(inText, 2);
      }
      var runningHeading = " " + heading.join(" ") + " ", running = " " + text.join(" ") + " ";
      var all = " " + heading.join(" ") + " " + text.join(" ") + " ";
      if (phrases.some(function (phrase) { return !all.includes(" " + phrase + " "); })) return;
      if (wanted.length > 1) {
        score += (running.includes(whole) ? PHRASE : 0) + (runningHeading.includes(whole) ? 2 * PHRASE : 0);
      }
      hits.push({ doc: doc, order: order, score: score });
    });
    hits.sort(function (a, b) { return b.score - a.score || a.order - b.order; });
    return hits.map(function (hit) {
      return {
        id: hit.doc.i, edition: hit.doc.e, heading: hit.doc.h, path: hit.doc.p, score: hit.score,
        snippet: snippet(hit.doc.t, lang, wanted, roots, stems),
      };
    });
  }

  function meant(word, lang, wanted, roots, stems) {
    return words(word, lang).some(function (piece) {
      return wanted.some(function (each, i) { return same(piece, each, roots[i], stems); });
    });
  }

  function snippet(text, lang, wanted, roots, stems) {
    var plain = text.replace(/\[\^[\p{L}\p{N}_]+\]/gu, "").replaceAll("\n", " ");
    var start = 0;
    for (var found of plain.matchAll(WORD)) {
      if (meant(found[0], lang, wanted, roots, stems)) {
        start = Math.max(0, found.index - 60);
        break;
      }
    }
    if (start) start = plain.indexOf(" ", start) + 1;
    var end = plain.length;
    if (end - start > 160) {
      end = plain.lastIndexOf(" ", start + 159);
      if (end < start) end = -1;
    }
    return (start ? "… " : "") + plain.slice(start, end) + (end < plain.length ? " …" : "");
  }

  // The pieces of a text, each with whether the query means it: what a page sets in marks.
  function marks(document, text, query) {
    var wanted = words(query, document.lang);
    var roots = wanted.map(function (word) { return rootOf(document.stems, word); });
    var pieces = [], position = 0;
    for (var found of text.matchAll(WORD)) {
      if (!meant(found[0], document.lang, wanted, roots, document.stems)) continue;
      pieces.push([text.slice(position, found.index), false], [found[0], true]);
      position = found.index + found[0].length;
    }
    pieces.push([text.slice(position), false]);
    return pieces;
  }

  root.Ruling = root.Ruling || {};
  root.Ruling.search = { search: search, marks: marks };
})(typeof globalThis === "undefined" ? this : globalThis);
