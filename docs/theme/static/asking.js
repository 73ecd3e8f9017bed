// From a question to situations, in the browser. The same steps as assistant/asking/normalise.py and
// match.py, over the same index; a test holds both to equal ranks on one file of queries. A classic
// script that also runs under node: it puts `asking` on the global `Ruling`.
(function (root) {
  "use strict";

  // The same numbers as in match.py, which says what each is for.
  var NEAR = 0.5, PART = 0.35, TYPO = [0.4, 0.6, 0.85], FAR_TYPO = 0.5, PREFIX = 0.6, IN_PHRASE = 0.5;
  var UNKNOWN = 0.8, COVER = 0.75, FIRST = 0.6, THRESHOLD = 2300, TAIL = 0.4, LIMIT = 10, MOST_WORDS = 60, MOST_PHRASE = 5, NOTHING = "";

  var LETTERS = { "ø": "o", "œ": "oe", "æ": "ae", "ß": "ss", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ı": "i" };
  var APOSTROPHES = "’‘ʼ´`′＇";
  var SUITS = { "♠": 0, "♤": 0, "♥": 1, "♡": 1, "♦": 2, "♢": 2, "♣": 3, "♧": 3 };
  var SUIT_LETTERS = { en: "shdc", fr: "pckt", pt: "ecop", nl: "shrk", da: "shrk" };
  var DIGRAPHS = { da: [["aa", "a"], ["oe", "o"]] };
  var ELIDED = ["l", "d", "j", "m", "n", "s", "t", "c", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "presqu"];

  // Index tables come from JSON: ask only for keys that are theirs ("constructor" is a word too).
  function has(table, key) {
    return Object.prototype.hasOwnProperty.call(table, key);
  }

  function fold(text, lang) {
    text = text.toLowerCase();
    if (lang === "da") text = text.replaceAll("ä", "ae");
    var plain = "";
    for (var c of text) {
      if (has(LETTERS, c)) plain += LETTERS[c];
      else if (APOSTROPHES.includes(c)) plain += "'";
      else if (has(SUITS, c)) plain += SUIT_LETTERS[lang][SUITS[c]];
      else plain += c;
    }
    return plain.normalize("NFKD").replace(/\p{M}/gu, "");
  }

  function normalise(text, lang) {
    var found = [];
    for (var word of fold(text, lang).match(/[a-z0-9][a-z0-9']*/g) || []) splitWord(word, found);
    return found.map(function (word) {
      return (DIGRAPHS[lang] || []).reduce(function (all, pair) {
        return all.replaceAll(pair[0], pair[1]);
      }, word);
    });
  }

  function splitWord(word, found) {
    var parts = word.split("'").filter(Boolean);
    parts.forEach(function (part, i) {
      var last = i === parts.length - 1;
      if (!last && ELIDED.includes(part)) return;
      if (last && i && part === "s") return;
      if (last && i && part === "t" && parts[i - 1].endsWith("n")) {
        found[found.length - 1] = parts[i - 1].slice(0, -1);
        found.push("not");
        return;
      }
      found.push(part);
    });
  }

  function isNumber(word) {
    return /[0-9]/.test(word);
  }

  function isShape(digits) {
    if (!/^[0-9]{4}$/.test(digits)) return false;
    return Array.from(digits).reduce(function (sum, digit) { return sum + Number(digit); }, 0) === 13;
  }

  // The situations that a question may be about, best first: [[id, score], …]; empty: nothing fits.
  function ask(index, query, limit) {
    var ids = index.situations;
    var ranked = Array.from(scores(index, slots(index, query)))
      .filter(function (pair) { return pair[1] >= THRESHOLD; })
      .sort(function (a, b) { return b[1] - a[1] || a[0] - b[0]; });
    if (!ranked.length || ids[ranked[0][0]] === NOTHING) return [];
    var least = ranked[0][1] * TAIL;
    return ranked
      .filter(function (pair) { return pair[1] >= least && ids[pair[0]] !== NOTHING; })
      .slice(0, limit || LIMIT)
      .map(function (pair) { return [ids[pair[0]], pair[1] / 10000]; });
  }

  function scores(index, asked) {
    var cover = new Map(), dots = new Map(), first = new Map(), second = new Map(), result = new Map();
    var whole = 0, length = 0;
    for (var slot of asked) {
      var base = slot.terms.length ? index.idf[slot.terms[0][0]] : index.unknown * UNKNOWN;
      var worth = slot.weight * base;
      whole += worth;
      length += worth * base;
      var bestDoc = new Map(), bestLine = new Map();
      for (var pair of slot.terms) {
        var value = pair[1] * Math.min(index.idf[pair[0]], base);
        var row = index.posts[pair[0]];
        for (var i = 0; i < row.length; i += 2) {
          var gained = value * row[i + 1];
          if (gained > (bestDoc.get(row[i]) || 0)) bestDoc.set(row[i], gained);
        }
        for (var line of index.in_lines[pair[0]]) {
          if (value > (bestLine.get(line) || 0)) bestLine.set(line, value);
        }
      }
      bestDoc.forEach(function (gained, doc) {
        cover.set(doc, (cover.get(doc) || 0) + slot.weight * gained / 1000);
      });
      bestLine.forEach(function (value, line) {
        dots.set(line, (dots.get(line) || 0) + worth * value);
      });
    }
    dots.forEach(function (dot, line) {
      var cosine = Math.min(1, dot / (index.line_norms[line] * Math.sqrt(length)));
      var doc = index.line_docs[line];
      if (cosine > (first.get(doc) || 0)) {
        second.set(doc, first.get(doc) || 0);
        first.set(doc, cosine);
      } else if (cosine > (second.get(doc) || 0)) {
        second.set(doc, cosine);
      }
    });
    cover.forEach(function (covered, doc) {
      var alike = FIRST * (first.get(doc) || 0) + (1 - FIRST) * (second.get(doc) || 0);
      result.set(doc, Math.floor((COVER * covered / whole + (1 - COVER) * alike) * 10000 + 0.5));
    });
    return result;
  }

  function slots(index, query) {
    var read = tokens(index, query), found = [], inPhraseUntil = 0;
    for (var i = 0; i < read.length; i++) {
      if (i >= inPhraseUntil) {
        for (var n = Math.min(MOST_PHRASE, read.length - i); n > 1; n--) {
          var key = read.slice(i, i + n).map(function (token) { return token.key; }).join(" ");
          if (has(index.phrases, key)) {
            found.push({ weight: 1, terms: relatives(index, index.phrases[key]) });
            inPhraseUntil = i + n;
            break;
          }
        }
      }
      var slot = read[i].slot;
      if (slot) found.push(i < inPhraseUntil ? { weight: slot.weight * IN_PHRASE, terms: slot.terms } : slot);
    }
    var seen = new Set();
    return found.filter(function (slot) {
      var name = JSON.stringify(slot.terms);
      if (slot.terms.length && seen.has(name)) return false;
      seen.add(name);
      return true;
    });
  }

  function tokens(index, query) {
    var forms = index.forms, found = [];
    function known(term) {
      return { key: String(term), slot: { weight: 1, terms: relatives(index, term) } };
    }
    var read = withShapes(normalise(query, index.lang).slice(0, MOST_WORDS));
    for (var word of read) {
      if (has(forms, word)) {
        found.push(known(forms[word]));
      } else if (word.length === 1 || has(index.stop, word)) {
        found.push({ key: word, slot: null });
      } else if (isNumber(word) || isCard(index, word)) {
        var short = kind(index, word);
        found.push(has(forms, short) ? known(forms[short]) : { key: short, slot: null });
      } else {
        found = found.concat(unknown(index, word, known));
      }
    }
    if (has(forms, "#low") && hasLowBid(index, read)) {
      found.push({ key: "#low", slot: known(forms["#low"]).slot });
    }
    return found;
  }

  function hasLowBid(index, read) {
    var last = 0;
    for (var word of read) {
      var strain = word.slice(1).replace(/x+$/, "");
      if (word[0] >= "1" && word[0] <= "7" && has(index.rising, strain)) {
        var height = Number(word[0]) * 5 + index.rising[strain];
        if (height <= last) return true;
        last = height;
      } else if (!has(index.between, word)) {
        last = 0;
      }
    }
    return false;
  }

  function withShapes(found) {
    var joined = [];
    for (var i = 0; i < found.length; i++) {
      var four = found.slice(i, i + 4).join("");
      if (isShape(four) && found[i].length === 1) {
        joined.push(four);
        i += 3;
      } else {
        joined.push(found[i]);
      }
    }
    return joined;
  }

  function kind(index, word) {
    if (isShape(word)) return "#shape";
    if (word[0] >= "1" && word[0] <= "7" && has(index.strains, word.slice(1).replace(/x+$/, ""))) return "#bid";
    return isCard(index, word) ? "#card" : word;
  }

  function isCard(index, word) {
    return (index.suits.includes(word[0]) && has(index.ranks, word.slice(1))) ||
      (index.suits.includes(word[word.length - 1]) && has(index.ranks, word.slice(0, -1)));
  }

  function unknown(index, word, known) {
    var forms = index.forms;
    var other = otherEnding(index, word);
    if (other !== null) return [known(other)];
    var pieces = split(word, forms, index.linking, index.least_part);
    if (pieces.length) return pieces.map(function (piece) { return known(forms[piece]); });
    function perhaps(terms, share) {
      return [{ key: String(terms[0]), slot: { weight: 1, terms: terms.map(function (t) { return [t, share]; }) } }];
    }
    var near = typingErrors(word, forms);
    if (near.terms.length) return perhaps(near.terms, near.share);
    if (word.length >= 4) {
      var longer = new Set();
      for (var form in forms) if (form.startsWith(word)) longer.add(forms[form]);
      if (longer.size && longer.size <= 4) {
        return perhaps(Array.from(longer).sort(function (a, b) { return a - b; }), PREFIX);
      }
    }
    return [{ key: "?", slot: { weight: 1, terms: [] } }];
  }

  function relatives(index, term) {
    function with_(share) {
      return function (other) { return [other, share]; };
    }
    return [[term, 1]].concat((index.near[term] || []).map(with_(NEAR)), (index.parts[term] || []).map(with_(PART)));
  }

  function otherEnding(index, word) {
    for (var ending of index.endings) {
      var base = word.slice(0, word.length - ending.length);
      if (base.length < 3 || !word.endsWith(ending)) continue;
      var last = base[base.length - 1], bases = [base];
      if (ending && base.length > 3 && last === base[base.length - 2]) bases.push(base.slice(0, -1));
      if (!ending) bases.push(base + last);
      for (var tried of bases) {
        for (var other of index.endings) {
          if (has(index.forms, tried + other)) return index.forms[tried + other];
        }
      }
    }
    return null;
  }

  function split(word, forms, linking, least) {
    for (var at = least; at <= word.length - least; at++) {
      var last = word.slice(at);
      if (!has(forms, last)) continue;
      for (var link of linking) {
        var first = word.slice(0, Math.max(0, at - link.length));
        if (!word.slice(0, at).endsWith(link) || first.length < least) continue;
        if (has(forms, first)) {
          if (Math.max(first.length, last.length) >= 4) return [first, last];
          continue;
        }
        if (first.length >= 2 * least + 2) {
          var inner = split(first, forms, linking, least);
          if (inner.length) return inner.concat(last);
        }
      }
    }
    return [];
  }

  function typingErrors(word, forms) {
    var size = word.length;
    for (var step of [[1, false], [1, true], [2, false]]) {
      var most = step[0], otherStart = step[1], found = [];
      if (size < 4 || (otherStart && size < 6) || (most === 2 && size < 8)) continue;
      for (var form in forms) {
        if ((form[0] !== word[0]) === otherStart && form.length >= 4 && Math.abs(form.length - size) <= most &&
            !isNumber(form) && within(word, form, most)) found.push(form);
      }
      if (found.length) {
        var terms = Array.from(new Set(found.sort().map(function (form) { return forms[form]; }))).slice(0, 4);
        return { terms: terms, share: most === 1 ? TYPO[Math.min(size, 6) - 4] : FAR_TYPO };
      }
    }
    return { terms: [], share: 0 };
  }

  function within(a, b, most) {
    var start = 0, stop = 0, end = Math.min(a.length, b.length);
    while (start < end && a[start] === b[start]) start++;
    while (stop < end - start && a[a.length - 1 - stop] === b[b.length - 1 - stop]) stop++;
    a = a.slice(start, a.length - stop);
    b = b.slice(start, b.length - stop);
    if (Math.max(a.length, b.length) <= most) return true;
    if (Math.abs(a.length - b.length) > most) return false;
    if (most === 1 && (a.length > 2 || a[0] !== b[1] || a[1] !== b[0])) return false;
    var before = [], last = [];
    for (var k = 0; k <= b.length; k++) last.push(k);
    for (var i = 1; i <= a.length; i++) {
      var row = [i];
      for (var j = 1; j <= b.length; j++) {
        var cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
        row.push(cost);
      }
      if (Math.min.apply(null, row) > most) return false;
      before = last;
      last = row;
    }
    return last[b.length] <= most;
  }

  root.Ruling = root.Ruling || {};
  root.Ruling.asking = { ask: ask, normalise: normalise, slots: slots, split: split, typingErrors: typingErrors };
})(typeof globalThis !== "undefined" ? globalThis : this);
