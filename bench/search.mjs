import { setTimeout as sleep } from 'node:timers/promises';
import { headersOf } from './cases.mjs';
import { get, median } from './http.mjs';
import { COMMON_PIECE, RARE_NAME } from './seed-names.mjs';

const ROUNDS = 20;
const SETTLE_MS = 10;
const WARM_UP_ROUNDS = 3;
/** Up to here the answer itself costs next to nothing. */
const A_HANDFUL = 20;
/** What noise may add to "not more than a plain name". */
const TOLERANCE = 1.25;

const FEW = `plain name (${RARE_NAME})`;
const NOBODY = 'plain name of nobody (Nightingale)';
const MANY = `plain piece of a name (${COMMON_PIECE})`;
const QUERIES = {
  [FEW]: RARE_NAME,
  [NOBODY]: 'Nightingale',
  'the same with accents, capitals and an apostrophe': 'QUÍLL’FÉATHER',
  'two pieces of nobody': 'quill night',
  '`%`': '%',
  '`_`': '_',
  '`\\`': '\\',
  NUL: '\0',
  '10,000 plain characters': 'a'.repeat(10_000),
  '10,000 emoji': '🦊'.repeat(10_000),
  'quotes (`\'"`)': `'"`,
  'digits of a phone (017-0)': '017-0',
  'a phone of nobody with `+`': '+15185550111',
  'a phone of nobody with `00` and `(0)`': '0049 (0)171 1234567',
  [MANY]: COMMON_PIECE,
  '`a`': 'a',
  'digits of a year (2030)': '2030',
};

/**
 * What a search costs at 5,000 students. Finding many students costs what writing them costs; a text is therefore
 * compared with the plain name whose answer is of the same kind: a handful, or much of the school.
 */
export async function measureSearch(origin, school, say) {
  const results = [];
  for (const role of ['parent', 'admin']) {
    say(`search as ${role}`);
    results.push(...compared(role, await measure(origin, school, school[role])));
  }
  return results;
}

async function measure(origin, school, caller) {
  const queries = Object.entries(QUERIES).map(([title, q]) => ({ title, q, times: [], found: 0 }));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    // To and fro: whatever follows the largest answers pays for clearing up after them.
    for (const query of round % 2 ? queries.toReversed() : queries) {
      await sleep(SETTLE_MS);
      const path = `/api/v1/schools/${school.id}/students?q=${encodeURIComponent(query.q)}`;
      const { status, text, ms } = await get(origin, path, headersOf(caller));
      if (status !== 200) throw new Error(`A search for ${query.title} answered ${status}`);
      query.found = JSON.parse(text).students.length;
      if (round >= 0) query.times.push(ms);
    }
  }
  return queries.map(({ title, times, found }) => ({ title, found, ms: median(times) }));
}

function compared(role, measured) {
  const [few, many] = [FEW, MANY].map((title) => measured.find((query) => query.title === title));
  return measured.map((query) => {
    const ratio = query.ms / (query.found > A_HANDFUL ? many : few).ms;
    return { role, ...query, ratio, breach: ratio > TOLERANCE };
  });
}
