import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { figure } from '../../support/proofs/figures.js';
import { aNoisyPhoto } from '../../support/files/images.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { WatchedService } from '../hostile/watched-service.js';

/*
 * A school whose photos are all on record before there were small pictures: they are made behind the requests of a parent
 * who goes on reading.
 */

const FACES = Number(process.env.FACES ?? 5);
/** Requests of each kind once all is made. */
const CALM = FACES >= 1_000 ? 200 : 5;
jest.setTimeout(FACES * 500 + 120_000);

let t: TestApp;
let dataDir: string;
let school: TestSchool;
let parent: TestMember;
let service: WatchedService;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'school-directory-faces-'));
  t = await startTestApp({ dataDir });
  school = await aSchool(t);
  parent = await school.parent();
  await photosOnRecord();
});
afterAll(async () => {
  await service?.kill();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

/** One picture for all of them, of 400 kB, which a photo seldom has: only the reading and the making count. */
async function photosOnRecord(): Promise<void> {
  const [{ id: first }] = await t.dataSource.query<[{ id: string }]>(
    `insert into students (school_id, source, source_id, first_name, last_name, graduation_year)
     select $1, 'content', n::text, 'Ada', 'Number ' || n, 2030 from generate_series(1, $2::int) n returning id`,
    [school.id, FACES],
  );
  await t.dataSource.query(
    `insert into student_photos (student_id, school_id, content_type, width, height, size_bytes, updated_at)
     select id, school_id, 'image/jpeg', 768, 1024, 1, now() from students where school_id = $1`,
    [school.id],
  );
  const folder = join(dataDir, 'objects', 'student-photos');
  mkdirSync(folder, { recursive: true });
  const picture = join(folder, `${first}.jpg`);
  writeFileSync(picture, await aNoisyPhoto('image/jpeg', 768, 1024));
  for (const id of await studentIds()) if (id !== first) linkSync(picture, join(folder, `${id}.jpg`));
}

async function studentIds(): Promise<string[]> {
  const rows = await t.dataSource.query<{ id: string }[]>('select id from students where school_id = $1', [
    school.id,
  ]);
  return rows.map(({ id }) => id);
}

async function made(): Promise<number> {
  const [{ n }] = await t.dataSource.query<[{ n: number }]>(
    'select count(*)::int as n from student_photos where school_id = $1 and has_small and small_of = updated_at',
    [school.id],
  );
  return n;
}

/** Milliseconds of each: the roster, then the addresses of a class. */
async function read(times: number[], students: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${parent.token}`, 'content-type': 'application/json' };
  const ofSchool = `${service.url}/api/v1/schools/${school.id}`;
  const body = JSON.stringify({ students: students.slice(0, 30), parents: [], size: 96 });
  const requests = [
    () => fetch(`${ofSchool}/students`, { headers }),
    () => fetch(`${ofSchool}/photo-urls`, { method: 'POST', headers, body }),
  ];
  for (const request of requests) {
    const begun = performance.now();
    const answer = await request();
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    times.push(performance.now() - begun);
  }
}

const longest = (times: number[]): number => Math.round(Math.max(...times));
const median = (times: number[]): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!);
const seconds = (from: number): number => (performance.now() - from) / 1000;

describe('Faces', () => {
  it('become small behind the requests, and nobody waits for them', async () => {
    const students = await studentIds();
    const begun = performance.now();
    service = await WatchedService.beside(t, { DATA_DIR: dataDir });
    const times: number[] = [];
    while ((await made()) < FACES && seconds(begun) < FACES * 0.5 + 60) {
      await read(times, students);
      await delay(50);
    }
    const took = seconds(begun);
    const calm: number[] = [];
    for (let round = 0; round < CALM; round += 1) {
      await read(calm, students);
      await delay(50);
    }
    figure('Photos on record, made small in two sizes', await made(), String(FACES));
    figure('Seconds from the start of the service', took.toFixed(1));
    figure('Requests of a parent meanwhile', times.length);
    figure('Median and longest of them, ms', `${median(times)}, ${longest(times)}`);
    figure('The same once all are made, ms', `${median(calm)}, ${longest(calm)}`);
    expect(await made()).toBe(FACES);
  });
});
