import { copyDatabase, createDatabase, dropDatabase, migrate, withClient } from './databases.mjs';
import { headersOf } from './cases.mjs';
import { endProcess, startServer } from './processes.mjs';
import { addMembers, addSchools } from './seed.mjs';
import { giveTokens, serviceEnv } from './servers.mjs';
import { inRounds, loadWith, middleOf, ratioOf, WARM_UP_SECONDS } from './speed.mjs';

export const STUDENTS = 60;
const CONNECTIONS = 16;
/** A process may be quicker or slower than another one of the same program by a tenth, for as long as it lives. */
const STARTS = 3;
/** In every database: what schools cost is not what people cost. */
const CALLERS = 1_000;
/** One school, and always the same caller, for whom every cache of the processors is warm. */
const ALONE = 'alone';
const CALLS = [
  {
    id: 'roster',
    title: `roster, ${STUDENTS} students`,
    pathOf: ({ id }) => `/api/v1/schools/${id}/students`,
  },
  { id: 'me', title: '/me', pathOf: () => '/api/v1/me' },
];

/**
 * What a request costs in a database of 1, 10, 100 and 1,000 schools of the same size, a service on each, when the
 * requests go over all its schools in turn, and in each case over as many callers.
 */
export async function measureCurve({ url, sizes, settings, load, seconds, rounds, say }) {
  const places = await prepare(url, sizes, say);
  const names = [ALONE, ...sizes.map(String)];
  const found = CALLS.map(() => Object.fromEntries(names.map((name) => [name, []])));
  try {
    for (let start = 1; start <= STARTS; start += 1) {
      for (const place of places.values()) await startOn(place, settings);
      for (const [call, { title, pathOf }] of CALLS.entries()) {
        say(`curve, ${title}, services ${start} of ${STARTS}`);
        const jobOf = (name) => jobOn(places, name, pathOf);
        const measured = await inRounds({
          names,
          warmUp: (name) => warmUp(load, jobOf(name)),
          run: (name) => loadWith(load, { ...jobOf(name), seconds }),
          rounds,
        });
        for (const name of names) found[call][name].push(...measured[name]);
      }
      for (const { service } of places.values()) await endProcess(service.child);
    }
  } finally {
    for (const place of places.values()) await dropDatabase(place.url);
  }
  return CALLS.flatMap(({ title }, call) => rowsOf(title, found[call], sizes));
}

function rowsOf(title, measured, sizes) {
  const ofOne = measured[sizes[0]];
  const row = (name, schools, callers) => ({
    ...{ title, schools, callers },
    ...middleOf(measured[name]),
    cost: ratioOf(ofOne, measured[name]),
  });
  return [row(ALONE, 1, 1), ...sizes.map((size) => row(size, size, CALLERS))];
}

/** Each database is the one before with more schools, and then its callers. */
async function prepare(url, sizes, say) {
  const places = new Map();
  const schools = [];
  for (const size of sizes) {
    say(`Preparing ${size} school${size > 1 ? 's' : ''} …`);
    const before = [...places.values()].at(-1);
    const name = `schools_${size}`;
    const place = before ? await copyDatabase(before.url, name) : await createDatabase(url, name);
    if (!before) await migrate(place);
    const names = Array.from({ length: size - schools.length }, (_, i) => `school-${schools.length + i}`);
    schools.push(...(await withClient(place, (db) => addedSchools(db, names))));
    places.set(size, { url: place, schools: structuredClone(schools) });
  }
  for (const place of places.values()) await withClient(place.url, (db) => addCallers(db, place.schools));
  return places;
}

/** With a signing key of its own, and so with new tokens. */
async function startOn(place, settings) {
  place.service = await startServer('service', serviceEnv(place.url, settings));
  const callers = place.schools.flatMap(({ callers }) => callers);
  await giveTokens(place.service.child, callers);
}

async function addedSchools(db, names) {
  const schools = await addSchools(db, names, STUDENTS);
  await settle(db);
  return schools;
}

/** All without a family, so that each of them has the same answers. */
async function addCallers(db, schools) {
  const each = CALLERS / schools.length;
  const emails = await addMembers(
    db,
    schools.map(({ id }) => id),
    each,
  );
  for (const [i, school] of schools.entries()) school.callers = emails[i].map((email) => ({ email }));
  await settle(db);
}

async function settle(db) {
  await db.query('vacuum (analyze)');
  await db.query('checkpoint');
}

/** In no order: callers one after the other as they were written would find each other's rows beside their own. */
function jobOn(places, name, pathOf) {
  const { service, schools } = places.get(name === ALONE ? 1 : Number(name));
  const requestsOf = (school) =>
    school.callers.map((caller) => ({ path: pathOf(school), headers: headersOf(caller), status: 200 }));
  const all = schools.flatMap(requestsOf);
  const requests = name === ALONE ? all.slice(0, 1) : shuffled(all);
  return { origin: service.origin, requests, connections: CONNECTIONS };
}

function shuffled(items) {
  const places = items.map((item) => ({ item, place: Math.random() }));
  return places.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

/** Every caller once, whose first time is no part of the measurement, and as long as others warm up. */
async function warmUp(load, job) {
  await loadWith(load, { ...job, once: true });
  return loadWith(load, { ...job, seconds: WARM_UP_SECONDS });
}
