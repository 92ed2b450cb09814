import ts from 'typescript';

/*
 * Mutants of SQL. Every operator of a text of SQL gets a comment with a number behind it, which PostgreSQL passes over;
 * the text that is about to be sent is changed at the number of the mutant that is active. So a condition that many
 * statements share is changed in all of them, and a text that was put together when its module was loaded, too.
 */

const LOOKS_LIKE_SQL =
  /::|\bselect\b|\bexists \(|\bcoalesce\(|\bis (not )?null\b|[\w}]\.[a-z_]+ (=|<|>|is|&&)|<>|<=|>=/;
const OPERATOR =
  /'(?:[^']|'')*'?|is not distinct from|is distinct from|is not null|is null|not exists|exists|<=|>=|<>|->>|->|&&|[<>=]|- interval|\b(?:and|or|not|true|false|where|on(?! conflict)|then|else)\b/g;

const SWAPS = {
  and: 'or',
  or: 'and',
  not: '',
  true: 'false',
  false: 'true',
  exists: 'not exists',
  'not exists': 'exists',
  'is null': 'is not null',
  'is not null': 'is null',
  'is distinct from': 'is not distinct from',
  'is not distinct from': 'is distinct from',
  '=': '<>',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '@>',
  '- interval': '+ interval',
};
const OTHERS = {
  and: ['without what follows', 'without what precedes'],
  or: ['without what follows', 'without what precedes'],
  where: ['without what follows'],
  on: ['without what follows'],
  then: ['negated'],
  else: ['negated'],
};

const marker = (id) => `/*~${id}*/`;
const MARKER = /\/\*~(\d+)\*\//g;

/** The numbers that a text was marked with. */
export const markersIn = (text) => [...text.matchAll(MARKER)].map(([, id]) => Number(id));
export const withoutMarkers = (text) => text.replace(MARKER, '');

/**
 * @param firstId of the markers of this file; they count on from there
 * @returns the source with its markers, its mutants, and the number after the last marker
 */
export function markSql(file, source, firstId) {
  const marked = [];
  const lines = source.split('\n');
  let from = 0;
  let id = firstId;
  const mutants = [];
  for (const piece of piecesOfSql(file, source)) {
    for (const { 0: token, index } of source.slice(...piece).matchAll(OPERATOR)) {
      if (!(token in SWAPS) && !(token in OTHERS)) continue;
      const end = piece[0] + index + token.length;
      marked.push(source.slice(from, end), marker(id));
      from = end;
      const line = source.slice(0, end).split('\n').length;
      const kinds = [...(token in SWAPS ? ['swapped'] : []), ...(OTHERS[token] ?? [])];
      const [text, words] = [lines[line - 1].trim(), { marker: id, token }];
      for (const kind of kinds)
        mutants.push({
          file,
          line,
          mutator: `SQL, ${kind}`,
          text,
          replacement: token,
          sql: { ...words, kind },
        });
      id += 1;
    }
  }
  return { source: marked.join('') + source.slice(from), mutants, next: id };
}

/** From where to where the texts are; a part in quotes that an expression interrupts ends with its piece. */
function piecesOfSql(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const pieces = [];
  const visit = (node) => {
    const parts = partsOf(node);
    if (parts && LOOKS_LIKE_SQL.test(node.getText()))
      pieces.push(...parts.map((part) => [part.getStart() + 1, part.getEnd() - 1]));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return pieces.sort((a, b) => a[0] - b[0]);
}

function partsOf(node) {
  if (ts.isTemplateExpression(node)) return [node.head, ...node.templateSpans.map(({ literal }) => literal)];
  return ts.isStringLiteralLike(node) ? [node] : null;
}

/**
 * @returns the text with the mutant in it, or null where it is none: what stands there is changed by another one
 */
export function mutated(text, { marker: id, kind, token }) {
  const at = `${token}${marker(id)}`;
  if (kind === 'swapped') return withoutMarkers(text.replaceAll(at, SWAPS[token]));
  let result = text;
  // From the last to the first: what is changed may be what stands before.
  for (const { index } of [...text.matchAll(MARKER)].reverse()) {
    const start = index - token.length;
    if (!text.startsWith(at, start)) continue;
    const changed = CHANGES[kind](result, start, start + at.length, token);
    if (changed === null) return null;
    result = changed;
  }
  return withoutMarkers(result);
}

const CHANGES = {
  'without what follows': (text, start, end, token) => {
    const [from, to, next] = operandAfter(text, end);
    // The first of several is taken away by the mutant of what joins them.
    if ((token === 'where' || token === 'on') && (next === 'and' || next === 'or')) return null;
    return without(text, from, to, token);
  },
  'without what precedes': (text, start, end, token) => {
    const from = operandBefore(text, start, token);
    return from === null ? null : without(text, from, start, token);
  },
  negated: (text, start, end) => {
    const [from, to] = operandAfter(text, end);
    return `${text.slice(0, from)} (not (${text.slice(from, to)})) ${text.slice(to)}`;
  },
};

/** It stays where it decides nothing: PostgreSQL takes the types of parameters from it. */
const without = (text, from, to, token) =>
  `${text.slice(0, from)} (${token === 'or' ? 'false and' : 'true or'} (${text.slice(from, to)})) ${text.slice(to)}`;

const WORD = /'(?:[^']|'')*'|"[^"]*"|\/\*~\d+\*\/|--.*|\w+|[(),;]/g;
const ENDS = new Set(
  'and or then else end when group order limit returning for union join left cross where on having as from'.split(
    ' ',
  ),
);

function wordsOf(text) {
  let depth = 0;
  let cases = 0;
  let before = '';
  const words = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (word === ')') depth -= 1;
    if (word === 'end') cases -= 1;
    const bounds =
      [',', ';'].includes(word) ||
      (ENDS.has(word) &&
        !(word === 'left' && text[index + 4] === '(') &&
        !(word === 'from' && before === 'distinct'));
    words.push({ word, index, depth, cases, bounds });
    if (word === '(') depth += 1;
    if (word === 'case') cases += 1;
    if (!word.startsWith('/*')) before = word;
  }
  return words;
}

function operandAfter(text, start) {
  const words = wordsOf(text);
  const from = words.findIndex(({ index }) => index >= start);
  if (from < 0) return [start, text.length, undefined];
  const { depth, cases } = levelAt(words, from);
  const end = words
    .slice(from)
    .find((w) => w.depth < depth || w.cases < cases || (w.bounds && w.depth === depth && w.cases === cases));
  return [start, end?.index ?? text.length, end?.word];
}

/** The level at which the word before stands, an opening parenthesis or a `case` counted in. */
function levelAt(words, position) {
  const { word, depth, cases } = words[position - 1];
  return { depth: depth + (word === '(' ? 1 : 0), cases: cases + (word === 'case' ? 1 : 0) };
}

function operandBefore(text, start, joint) {
  const words = wordsOf(text);
  const position = words.findIndex(({ index }) => index === start);
  const { depth, cases } = words[position];
  for (let i = position - 1; i >= 0; i -= 1) {
    const w = words[i];
    const opens = w.word === '(' && w.depth === depth - 1;
    const isLevel = w.depth === depth && w.cases === cases;
    if (
      !opens &&
      !(w.depth < depth) &&
      !(isLevel && (w.bounds || w.word === 'select')) &&
      !(w.word === 'case' && w.depth === depth && w.cases === cases - 1)
    )
      continue;
    // `and` binds closer: what joins with `or` before it begins another condition.
    if (isLevel && (w.word === 'and' || (w.word === 'or' && joint === 'or'))) return null;
    const next = words[i + 1];
    return (
      w.index +
      w.word.length +
      (next.word.startsWith('/*') && next.index === w.index + w.word.length ? next.word.length : 0)
    );
  }
  return null;
}
