import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { figure } from '../../support/proofs/figures.js';
import { aSchool } from '../../support/school.factory.js';
import { EmptySlot, typesAt } from '../../support/schools/backups.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startS3Server, type S3Server } from '../../storage/stores-under-test.js';
import { Chance } from '../imports/chance.js';
import { type Moment, NotedWriter } from './noted-writer.js';

/*
 * Backups to a bucket while people go on to write. One of them, chosen by chance, is restored: what was acknowledged before it began
 * is there, and nothing that began after it had ended.
 */

const BACKUPS = Number(process.env.BACKUPS_MADE ?? 3);
/** From the beginning of one backup to that of the next; 0: one after the other, as fast as they come. */
const EVERY_MS = 1_000 * Number(process.env.BACKUP_EVERY_SECONDS ?? 0);
/** Before each turn of a writer, of two or three writes: none where backups come as fast as they can. */
const PAUSE_MS = EVERY_MS > 0 ? 100 : 0;
const SEED = Number(process.env.BACKUP_SEED ?? Date.now() % 100_000);
const WRITERS = 4;
/** Writes that each writer has made between two backups, at least. */
const WRITES = 10;
const PLACE = 's3://objects/kept';
jest.setTimeout(60_000 + BACKUPS * (20_000 + EVERY_MS));

interface MadeBackup extends Moment {
  address: string;
}

const folder = mkdtempSync(join(tmpdir(), 'school-directory-under-load-'));
const env = { ...process.env };
let t: TestApp;
let s3: S3Server;
let writers: NotedWriter[];
beforeAll(async () => {
  [t, s3] = [await startTestApp({ dataDir: folder }), await startS3Server(true)];
  const school = await aSchool(t);
  writers = await Promise.all(Array.from({ length: WRITERS }, () => NotedWriter.at(t, school)));
  Object.assign(process.env, {
    ...{ S3_BUCKET: s3.settings.bucket, S3_ENDPOINT: s3.settings.endpoint, S3_REGION: s3.settings.region },
    ...{
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      AUTH_SIGNING_KEY: t.settings.signingKey,
    },
  });
});
afterAll(async () => {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  await t.close();
  await s3.close();
  rmSync(folder, { recursive: true });
});

async function backUp(): Promise<MadeBackup> {
  const from = performance.now();
  const { status, stderr, json } = await typesAt(t.databaseUrl, folder, ['backup', '--to', PLACE, '--json']);
  expect([status, stderr]).toEqual([0, '']);
  return { from, to: performance.now(), address: (json as { backup: string }).backup };
}

/** Until every writer has made so many more writes. */
async function someLoad(): Promise<void> {
  const before = writers.map(({ acknowledged }) => acknowledged);
  const isEnough = (): boolean => writers.every((one, at) => one.acknowledged >= before[at]! + WRITES);
  // A backup has the second in its name.
  const later = performance.now() + 1_000;
  while (!isEnough() || performance.now() < later) await delay(20);
}

describe('Backups under load', () => {
  it(`restores one of ${BACKUPS}, with every write that was acknowledged before it and none that came after`, async () => {
    let isOver = false;
    const load = Promise.all(writers.map((one) => one.goOn(() => isOver, PAUSE_MS)));
    const made: MadeBackup[] = [];
    await Promise.race([load, makeAll(made)]).finally(() => (isOver = true));
    await load;

    const chosen = new Chance(SEED).of(made);
    const slot = await EmptySlot.make();
    const restored = await slot.types('restore', chosen.address, '--into-empty', '--json');
    expect([SEED, restored.status, restored.stderr]).toEqual([SEED, 0, '']);
    const found = await Promise.all(writers.map((one) => one.compare(slot.database.dataSource, chosen)));
    await slot.remove();
    expect([SEED, found.map(({ isExact }) => isExact)]).toEqual([SEED, found.map(() => true)]);
    const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
    figure('Backups to a bucket while people write', made.length);
    figure('Writes acknowledged meanwhile', sum(writers.map(({ acknowledged }) => acknowledged)));
    figure(
      'From the first backup to the end of the last, s',
      Math.round((made.at(-1)!.to - made[0]!.from) / 1_000),
    );
    figure('Longest backup, ms', Math.round(Math.max(...made.map(({ from, to }) => to - from))));
    figure(
      'Of the one that was restored: number, writes acknowledged before it',
      `${made.indexOf(chosen) + 1}, ${sum(found.map(({ owed }) => owed))}`,
    );
    figure('Of those, missing; writes of after it, there', 0, '0');
  });

  async function makeAll(made: MadeBackup[]): Promise<void> {
    const start = performance.now();
    while (made.length < BACKUPS) {
      await someLoad();
      await delay(Math.max(0, start + made.length * EVERY_MS - performance.now()));
      made.push(await backUp());
    }
  }
});
