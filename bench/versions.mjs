/**
 * Two versions of the service on the same schools, in turn: `node bench/versions.mjs OTHER [--schools 200]`, where OTHER is a
 * checkout of the other version that is built. Every read is one that nothing is remembered of. Each figure is how many
 * times as fast this version is; the database has PostgreSQL's own costs, and then those of docs/operating.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startThrowawayPostgres } from '../dist/src/dev/embedded/embedded-postgres.js';
import { copyDatabase, createDatabase, migrate, withClient } from './databases.mjs';
import { call, median } from './http.mjs';
import { endProcesses, listening, startProgram } from './processes.mjs';
import { seed } from './seed.mjs';
import { giveTokens, serviceEnv } from './servers.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { schools: { type: 'string', default: '200' }, rounds: { type: 'string', default: '9' } },
});
const other = pathToFileURL(`${resolve(positionals[0] ?? '')}/`);
const rounds = Number(values.rounds);
const COSTS = [4, 1.1];
/** Requests of one case in a round. */
const READS = 12;

const folder = mkdtempSync(join(tmpdir(), 'versions-'));
const postgres = await startThrowawayPostgres([], { shared_buffers: '1GB' });

async function compare(count) {
  const old = await createDatabase(postgres.url, `old_${count}`);
  const { migrate: migrateOld } = await import(new URL('bench/databases.mjs', other));
  await migrateOld(old);
  const schools = await withClient(old, (db) => seed(db, { schools: count }));
  const now = await copyDatabase(old, `now_${count}`);
  await migrate(now);
  await withClient(now, (db) => db.query('vacuum (analyze)'));
  for (const cost of COSTS) {
    const sides = [];
    for (const [root, url] of [
      [other, old],
      [new URL('../', import.meta.url), now],
    ])
      sides.push(await begin(root, url, cost, schools.many));
    for (const [title, ask] of Object.entries(CASES)) {
      const times = [[], []];
      for (let round = -2; round < rounds; round += 1)
        for (const at of round % 2 ? [0, 1] : [1, 0]) {
          const took = await timed(sides[at], ask);
          if (round >= 0) times[at].push(took);
        }
      const [before, after] = times.map(median);
      const figures = `${before.toFixed(1)} ms before, ${after.toFixed(1)} ms now: ${(before / after).toFixed(2)} ×`;
      process.stdout.write(`${count} schools, random_page_cost ${cost}, ${title}: ${figures}\n`);
    }
    await endProcesses();
  }
}

async function begin(root, url, cost, many) {
  await withClient(url, (db) =>
    db.query(`alter database "${new URL(url).pathname.slice(1)}" set random_page_cost = ${cost}`),
  );
  // With it no jobs run: the mail of one notice would be sent while the next one is made.
  const env = { ...serviceEnv(url, { logLevel: 'silent', folder }), BENCH_STATEMENTS: '1' };
  const server = await listening(startProgram(new URL('bench/service.mjs', root), { env }));
  const schools = structuredClone(many.slice(0, 20));
  await giveTokens(
    server.child,
    schools.flatMap(({ parent, admin }) => [parent, admin]),
  );
  return { ...server, url, schools };
}

/** Milliseconds of one request. */
async function timed({ origin, url, schools }, ask) {
  const took = [];
  for (let at = 0; at < READS; at += 1) {
    const school = schools[at % schools.length];
    if (ask.outdates)
      await withClient(url, (db) =>
        db.query(`update students set middle_name = $2 where school_id = $1 and source_id = 'student-1'`, [
          school.id,
          String(performance.now()),
        ]),
      );
    const { caller, ...request } = ask(school);
    const headers = { Authorization: `Bearer ${caller.token}` };
    const { status, ms } = await call(origin, { ...request, headers });
    took.push(ms);
    if (status >= 300) throw new Error(`${request.path} answered ${status}`);
  }
  return median(took);
}

const CASES = {
  'roster of 600 read anew': outdating(({ id, parent }) => ({
    path: `/api/v1/schools/${id}/students`,
    caller: parent,
  })),
  'full roster read anew': outdating(({ id, parent }) => ({
    path: `/api/v1/schools/${id}/students?full=true`,
    caller: parent,
  })),
  'a student read anew': outdating(({ studentId, parent }) => ({
    path: `/api/v1/students/${studentId}`,
    caller: parent,
  })),
  'a notice with its alerts': ({ id, admin }) => ({
    method: 'POST',
    path: `/api/v1/schools/${id}/notices`,
    caller: admin,
    body: JSON.stringify({
      title: 'Field day',
      body: '<p>Bring water.</p>',
      audience: { type: 'school' },
      starts_at: new Date(Date.now() - 60_000).toISOString(),
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  }),
};

function outdating(ask) {
  return Object.assign(ask, { outdates: true });
}

try {
  for (const schools of [1, Number(values.schools)]) await compare(schools);
} finally {
  await endProcesses();
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
