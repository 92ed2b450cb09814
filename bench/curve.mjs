import { copyDatabase, createDatabase, dropDatabase, migrate, withClient } from './databases.mjs';
import { headersOf } from './cases.mjs';
import { endProcess, startServer } from './processes.mjs';
import { addSchools } from './seed.mjs';
import { giveTokens, serviceEnv } from './servers.mjs';
import { inRounds, loadWith, middleOf, ratioOf, WARM_UP_SECONDS } from './speed.mjs';

export const STUDENTS = 60;
const CONNECTIONS = 16;
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
 * requests go over all its schools in turn.
 */
export async function measureCurve({ url, sizes, settings, load, seconds, rounds, say }) {
  const places = await prepare(url, sizes, settings, say);
  try {
    const results = [];
    for (const { title, pathOf } of CALLS) {
      say(`curve, ${title}`);
      const jobOf = (size) => jobIn(places.get(Number(size)), pathOf);
      const measured = await inRounds({
        names: sizes.map(String),
        warmUp: (size) => warmUp(load, jobOf(size)),
        run: (size) => loadWith(load, { ...jobOf(size), seconds }),
        rounds,
      });
      results.push(...sizes.map((size) => costOf(title, size, measured)));
    }
    return results;
  } finally {
    for (const { service } of places.values()) await endProcess(service.child);
    for (const place of places.values()) await dropDatabase(place.url);
  }
}

/** Each database is the one before with more schools. */
async function prepare(url, sizes, settings, say) {
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
  for (const place of places.values()) {
    place.service = await startServer('service', serviceEnv(place.url, settings));
    await giveTokens(
      place.service.child,
      place.schools.map(({ parent }) => parent),
    );
  }
  return places;
}

async function addedSchools(db, names) {
  const schools = await addSchools(db, names, STUDENTS);
  await db.query('vacuum (analyze)');
  await db.query('checkpoint');
  return schools;
}

function jobIn({ service, schools }, pathOf) {
  const requests = schools.map((school) => ({
    path: pathOf(school),
    headers: headersOf(school.parent),
    status: 200,
  }));
  return { origin: service.origin, requests, connections: CONNECTIONS };
}

/** Every school once, whose first time is no part of the measurement, and as long as others warm up. */
async function warmUp(load, job) {
  await loadWith(load, { ...job, once: true });
  return loadWith(load, { ...job, seconds: WARM_UP_SECONDS });
}

/** Twice the requests a second are half the cost. */
const costOf = (title, size, measured) => ({
  title,
  schools: size,
  ...middleOf(measured[size]),
  cost: ratioOf(Object.values(measured)[0], measured[size]),
});
