import { setTimeout as sleep } from 'node:timers/promises';
import { NAMES_IN_SCRIPTS } from '../test/support/schools/names-in-scripts.ts';
import { headersOf } from './cases.mjs';
import { get, median } from './http.mjs';
import { COMMON_PIECE, RARE_NAME } from './seed-names.mjs';

const ROUNDS = 10;
/** Of one text: the first finds processors that have gone to sleep, and does not count. */
const IN_A_ROW = 4;
const SETTLE_MS = 10;
const WARM_UP_ROUNDS = 3;
/** Up to here the answer itself costs next to nothing. */
const A_HANDFUL = 20;
/** What noise may add to "not more than a plain name". */
const TOLERANCE = 1.25;
/** Milliseconds of any search, with its answer. */
const MAX_MS = 5;

const FEW = `plain name (${RARE_NAME})`;
const NOBODY = 'plain name of nobody (Nightingale)';
const MANY = `plain piece of a name (${COMMON_PIECE})`;
const EMOJI = '10,000 emoji';
/** Nobody's name: the address of such a request alone has 120 kB. */
const TOO_LONG = new Set([EMOJI]);
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
  [EMOJI]: '🦊'.repeat(10_000),
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
 * compared with the plain name whose answer is of the same kind: a handful, or much of the school. Some of the students have
 * names in other scripts, and are looked for in all the ways of the table that the tests have.
 * @param {import('pg').ClientBase} db
 */
export async function measureSearch(db, origin, school, say) {
  await nameInScripts(db, school);
  const results = [];
  for (const role of ['parent', 'admin']) {
    say(`search as ${role}`);
    const ask = { origin, school, caller: school[role] };
    const plain = compared(await measure(ask, Object.entries(QUERIES)));
    results.push(...plain.map((query) => ({ role, ...query })));
    results.push({ role, ...(await measureScripts(ask)) });
  }
  return results;
}

async function nameInScripts(db, { id }) {
  const [firstNames, lastNames] = [0, 1].map((at) => NAMES_IN_SCRIPTS.map((names) => names[at]));
  const { rowCount } = await db.query(
    `update students set first_name = named.first_name, last_name = named.last_name
     from unnest($2::text[], $3::text[]) with ordinality named (first_name, last_name, at)
     where students.school_id = $1 and students.source_id = 'student-' || (1000 + 50 * named.at)`,
    [id, firstNames, lastNames],
  );
  if (rowCount !== NAMES_IN_SCRIPTS.length) throw new Error(`${rowCount} students were named`);
}

/** All ways to look for somebody, beside a plain name in the same rounds. Of 200 medians the slowest tenth is left to noise. */
async function measureScripts(ask) {
  const queries = NAMES_IN_SCRIPTS.flatMap(([, , ...ways]) => ways.map((q) => [q, q]));
  const plain = queries.filter((_, nth) => nth % 10 === 0).map(() => [FEW, RARE_NAME]);
  const measured = await measure(ask, [...queries, ...plain]);
  const [ways, names] = [measured.slice(0, queries.length), measured.slice(queries.length)];
  const { found, ms } = ways.toSorted((one, other) => one.ms - other.ms)[Math.floor(ways.length * 0.9)];
  const title = `${ways.length} names in many scripts, nine of ten at most`;
  return { title, found, ms, ...judged(ms, ms / median(names.map((name) => name.ms))) };
}

async function measure({ origin, school, caller }, asked) {
  const queries = asked.map(([title, q]) => ({ title, q, times: [], found: 0 }));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    // To and fro: whatever follows the largest answers pays for clearing up after them.
    for (const query of round % 2 ? queries.toReversed() : queries) {
      await sleep(SETTLE_MS);
      const path = `/api/v1/schools/${school.id}/students?q=${encodeURIComponent(query.q)}`;
      for (let nth = 0; nth < IN_A_ROW; nth += 1) {
        const { status, text, ms } = await get(origin, path, headersOf(caller));
        if (status !== 200) throw new Error(`A search for ${query.title} answered ${status}`);
        query.found = JSON.parse(text).students.length;
        if (round >= 0 && nth > 0) query.times.push(ms);
      }
    }
  }
  return queries.map(({ title, times, found }) => ({ title, found, ms: median(times) }));
}

function compared(measured) {
  const [few, many] = [FEW, MANY].map((title) => measured.find((query) => query.title === title));
  return measured.map((query) => ({
    ...query,
    ...judged(query.ms, query.ms / (query.found > A_HANDFUL ? many : few).ms, !TOO_LONG.has(query.title)),
  }));
}

const judged = (ms, ratio, isName = true) => ({
  ratio,
  breach: ms > MAX_MS || (isName && ratio > TOLERANCE),
});
