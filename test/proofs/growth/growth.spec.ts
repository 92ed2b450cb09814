import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { figure } from '../../support/proofs/figures.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aFuzzWorld, type FuzzWorld } from '../fuzz/world.js';
import { WatchedService } from '../hostile/watched-service.js';
import { GreedyParent } from './greedy-parent.js';

/*
 * One parent tries for minutes what leaves something behind: every operation that a parent may call, with keys for repeats,
 * drawings, claims that are withdrawn, photos of 4 MB.
 */

const SECONDS = Number(process.env.GROWTH_SECONDS ?? 15);
const FULL = SECONDS >= 600;
const AT_ONCE = 4;
const MAX_MB = 50;
const MEMORY_MB = 576;
jest.setTimeout(SECONDS * 1_000 + 240_000);

let t: TestApp;
let dataDir: string;
let service: WatchedService;
let world: FuzzWorld;
let greedy: GreedyParent;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'school-directory-growth-'));
  t = await startTestApp({ dataDir });
  world = await aFuzzWorld(t);
  const school = { id: world.ids.schoolId!['this school']! };
  const slip = await aPermissionSlip(t, school);
  const signup = await aSignup(t, school as never, { Napkins: {} });
  service = await WatchedService.beside(t, { DATA_DIR: dataDir, RATE_LIMIT: '6000' });
  greedy = new GreedyParent(service.url, world, slip.id, { id: signup.id, itemId: signup.items.Napkins });
  await greedy.prepare();
});
afterAll(async () => {
  await service.kill();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const MB = 1024 * 1024;

/** Megabytes of live rows with their indexes, and of files. */
async function held(): Promise<number> {
  await t.dataSource.query('vacuum (full, analyze)');
  const [{ bytes }] = await t.dataSource.query<[{ bytes: string }]>(
    'select pg_database_size(current_database())::text as bytes',
  );
  const files = execFileSync('du', ['-sb', dataDir], { encoding: 'utf8' });
  return (Number(bytes) + Number(files.split('\t')[0])) / MB;
}

/** Milliseconds of another parent's plain reads. */
async function neighbour(isOver: () => boolean): Promise<number[]> {
  const headers = { authorization: world.authorization['parent of another family']! };
  const times: number[] = [];
  while (!isOver()) {
    for (const path of ['/me', `/schools/${world.ids.schoolId!['this school']!}/students`]) {
      const begun = performance.now();
      const answer = await fetch(`${service.url}/api/v1${path}`, { headers });
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      times.push(performance.now() - begun);
    }
    await delay(20);
  }
  return times;
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;

const after = (seconds: number): (() => boolean) => {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() > end;
};

describe('One parent who tries everything that leaves something behind', () => {
  it(`makes at most ${MAX_MB} MB, slows nobody, and gets their export`, async () => {
    const before = await held();
    await neighbour(after(2));
    const calm = median(await neighbour(after(4)));
    const isOver = after(SECONDS);
    const trying = Promise.all(Array.from({ length: AT_ONCE }, () => greedy.goOn(isOver)));
    const busy = median(await neighbour(isOver));
    await trying;
    const { status, bytes } = await greedy.export();
    // What is shown to nobody is written behind the requests.
    await delay(2_000);
    const grown = (await held()) - before;
    const statuses = [...greedy.statuses].sort(([a], [b]) => a - b);
    figure('Seconds that one parent tries', SECONDS);
    figure('Operations that a parent may call', greedy.operations);
    figure('Answers by status', statuses.map(([code, count]) => `${code}: ${count}`).join(', '));
    figure('Megabytes that are left behind, rows, indexes and files', grown.toFixed(1), `<= ${MAX_MB}`);
    figure('Median read of another parent, times that without', (busy / calm).toFixed(2), FULL ? '<= 2' : '');
    figure('Megabytes of the export', (bytes / MB).toFixed(1));
    figure('Megabytes of memory at most', Math.round(service.peakMemory ?? 0), `<= ${MEMORY_MB}`);
    expect(status).toBe(200);
    expect(statuses.filter(([code]) => code >= 500)).toEqual([]);
    expect(grown).toBeLessThanOrEqual(MAX_MB);
    if (FULL) expect(busy / calm).toBeLessThanOrEqual(2);
    expect(service.peakMemory ?? 0).toBeLessThanOrEqual(MEMORY_MB);
  });
});
