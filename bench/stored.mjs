import { createDatabase, dropDatabase, migrate, withClient } from './databases.mjs';
import { get } from './http.mjs';
import { headersOf } from './cases.mjs';
import { peakMegabytes } from './process-time.mjs';
import { ask, endProcess, startServer } from './processes.mjs';
import { addCalendar, addMenus, addStaff } from './seed-school-life.mjs';
import { addUse, NEWS } from './seed-use.mjs';
import { addSchools } from './seed.mjs';
import { giveTokens, serviceEnv } from './servers.mjs';
import { loadWith, WARM_UP_SECONDS } from './speed.mjs';

const SCHOOLS = 5;
const STUDENTS = 600;

/**
 * What the scale plan needs besides: what a row of each table takes with its indexes, what a process that serves a
 * school takes, and how many small lists it sends of which nothing is kept.
 * @returns bytes of a row by table; bytes of the lists of a school and of a single student that a process keeps; MB of a
 *   process that has just started; the list's requests a second and bytes
 */
export async function measureStored({ url, settings, load, seconds, say }) {
  say('what is stored');
  const place = await createDatabase(url, 'stored');
  await migrate(place);
  const schools = await withClient(place, seed);
  const rowBytes = await withClient(place, bytesOfRows);
  const service = await startServer('service', serviceEnv(place, settings));
  try {
    const stored = await storedBy(service, schools[0]);
    return { rowBytes, ...stored, news: await newsSent(service, schools[0], { load, seconds }) };
  } finally {
    await endProcess(service.child);
    await dropDatabase(place);
  }
}

async function seed(db) {
  const names = Array.from({ length: SCHOOLS }, (_, i) => `stored-${i}`);
  const schools = await addSchools(db, names, STUDENTS);
  for (const school of schools) {
    await addStaff(db, school.id);
    await addMenus(db, school.id);
    await addCalendar(db, school);
  }
  await addUse(db);
  await db.query('vacuum (analyze)');
  return schools;
}

/** Of tables with so many rows that the page on which each begins does not count. */
async function bytesOfRows(db) {
  const { rows } = await db.query(
    `select relname as name, round(pg_total_relation_size(oid) / reltuples)::int as bytes
     from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and reltuples >= 300 order by relname`,
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Whatever a parent and an admin look at, each list in all its forms. */
async function storedBy({ child, origin }, { id, studentId, parent, admin }) {
  const startMb = peakMegabytes(child.pid);
  await giveTokens(child, [parent, admin]);
  for (const path of ['students', 'students?full=true', 'map-markers', 'staff', 'menus', 'calendar']) {
    for (const caller of [parent, admin]) await read(origin, `/api/v1/schools/${id}/${path}`, caller);
  }
  const lists = await ask(child, { snapshots: true });
  await read(origin, `/api/v1/students/${studentId}`, parent);
  const all = await ask(child, { snapshots: true });
  return {
    startMb,
    listBytes: lists.cachedBytes,
    studentBytes: all.cachedBytes - lists.cachedBytes,
  };
}

/** A member's own list, read again for each request. */
async function newsSent({ origin }, { id, parent }, { load, seconds }) {
  const request = { path: `/api/v1/schools/${id}/notifications`, headers: headersOf(parent), status: 200 };
  const job = { origin, requests: [request], connections: 16 };
  await loadWith(load, { ...job, seconds: WARM_UP_SECONDS });
  const { perSecond, bytes } = await loadWith(load, { ...job, seconds });
  return { title: `${NEWS} notifications of a member`, perSecond, bytes };
}

async function read(origin, path, caller) {
  const { status } = await get(origin, path, headersOf(caller));
  if (status !== 200) throw new Error(`${path} was answered with ${status}`);
}
