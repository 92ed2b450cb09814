import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BackgroundJobs } from '../../src/platform/jobs/background-jobs.js';
import { ObjectRemovals } from '../../src/platform/storage/object-removals.service.js';
import { ObjectStore } from '../../src/platform/storage/object-store.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const MINUTE = 60_000;
const PNG = { bytes: Buffer.from('a picture'), contentType: 'image/png' };

let t: TestApp;
let store: ObjectStore;
let removals: ObjectRemovals;
const dataDir = mkdtempSync(join(tmpdir(), 'removals-'));

beforeAll(async () => {
  t = await startTestApp({ dataDir });
  store = t.app.get(ObjectStore, { strict: false });
  removals = t.app.get(ObjectRemovals, { strict: false });
});
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  await t.dataSource.query('delete from object_removals');
});

const inMs = (ms: number): Date => new Date(t.clock.now().getTime() + ms);
const schedule = (keys: string[], dueAt: Date): Promise<void> =>
  t.dataSource.transaction((manager) => removals.schedule(manager, keys, dueAt));
const isThere = async (key: string): Promise<boolean> => (await store.read(key, 100)) !== null;
const scheduled = async (): Promise<string[]> =>
  (await t.dataSource.query<{ key: string }[]>('select key from object_removals order by key')).map(
    ({ key }) => key,
  );

async function anObject(key: string): Promise<string> {
  await store.write(key, PNG);
  return key;
}

/** A folder in the place of the file: nobody can remove it as one, not even root. */
function anUnremovable(key: string): string {
  mkdirSync(join(dataDir, 'objects', key), { recursive: true });
  return key;
}

describe('an object that is to go', () => {
  it('goes when it is due, and not before', async () => {
    const key = await anObject('photos/due.png');
    await schedule([key], inMs(10 * MINUTE));
    await removals.sweep();
    expect(await isThere(key)).toBe(true);

    t.clock.advance(10 * MINUTE);
    await removals.sweep();
    expect(await isThere(key)).toBe(false);
    expect(await scheduled()).toEqual([]);
  });

  it('goes while the service runs, without anybody asking', async () => {
    const key = await anObject('photos/in-time.png');
    await schedule([key], inMs(-1));
    const jobs = t.app.get(BackgroundJobs);
    jobs.start();
    while (await isThere(key)) await delay(5);
    await jobs.stop();
  });

  it('stays when the transaction that gave it up is rolled back', async () => {
    const key = await anObject('photos/rolled-back.png');
    const failing = t.dataSource.transaction(async (manager) => {
      await removals.schedule(manager, [key], inMs(-1));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await removals.sweep();
    expect(await isThere(key)).toBe(true);
  });

  it('goes with the next sweep when the process died right after the commit', async () => {
    const key = await anObject('photos/crashed.png');
    await schedule([key], t.clock.now());
    await removals.sweep();
    expect(await isThere(key)).toBe(false);
  });

  it('goes later when it is scheduled again for later, and now when the last word is now', async () => {
    const key = await anObject('staging/photos/again.png');
    await schedule([key], inMs(MINUTE));
    await schedule([key], inMs(20 * MINUTE));
    t.clock.advance(2 * MINUTE);
    await removals.sweep();
    expect(await isThere(key)).toBe(true);

    await schedule([key], t.clock.now());
    await removals.sweep();
    expect(await isThere(key)).toBe(false);
  });

  it('stays when it is kept after all', async () => {
    const [kept, other] = [await anObject('photos/kept.png'), await anObject('photos/other.png')];
    await schedule([kept, other], t.clock.now());
    await t.dataSource.transaction((manager) => removals.keep(manager, [kept]));
    await removals.sweep();
    expect([await isThere(kept), await isThere(other)]).toEqual([true, false]);
  });

  it('stays while a transaction that keeps it is still under way', async () => {
    const key = await anObject('photos/being-kept.png');
    await schedule([key], t.clock.now());
    await t.dataSource.transaction(async (manager) => {
      await removals.keep(manager, [key]);
      await removals.sweep();
      await removals.removeNow([key]);
    });
    expect(await isThere(key)).toBe(true);
    expect(await scheduled()).toEqual([]);
  });
});

describe('a sweep', () => {
  it('passes over what cannot be removed, and tries again the next time', async () => {
    const stuck = anUnremovable('photos/b-stuck.png');
    const others = ['photos/a.png', 'photos/c.png'];
    for (const key of others) await anObject(key);
    await schedule([stuck, ...others], t.clock.now());
    await removals.sweep();
    expect(await scheduled()).toEqual([stuck]);
    for (const key of others) expect(await isThere(key)).toBe(false);

    rmSync(join(dataDir, 'objects', stuck), { recursive: true });
    await anObject(stuck);
    await removals.sweep();
    expect(await scheduled()).toEqual([]);
    expect(await isThere(stuck)).toBe(false);
  });

  it('gets through more than one batch, stuck ones in between', async () => {
    const keys = Array.from({ length: 35 }, (_, index) => `many/${String(index).padStart(2, '0')}.png`);
    const stuck = keys.slice(5, 18).map(anUnremovable);
    for (const key of keys) if (!stuck.includes(key)) await anObject(key);
    await schedule(keys, t.clock.now());
    await removals.sweep();
    expect(await scheduled()).toEqual(stuck);
  });

  it('runs four times at once', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `parallel/${index}.png`);
    for (const key of keys) await anObject(key);
    await schedule(keys, t.clock.now());
    await Promise.all([removals.sweep(), removals.sweep(), removals.sweep(), removals.sweep()]);
    await removals.sweep();
    expect(await scheduled()).toEqual([]);
    for (const key of keys) expect(await isThere(key)).toBe(false);
  });

  it('ends with the service', async () => {
    const key = await anObject('photos/ended.png');
    await schedule([key], t.clock.now());
    await removals.sweep(AbortSignal.abort());
    expect(await isThere(key)).toBe(true);
  });
});

describe('a removal right after the commit', () => {
  it('removes the object and forgets it', async () => {
    const key = await anObject('photos/at-once.png');
    await schedule([key], t.clock.now());
    await removals.removeNow([key]);
    expect(await isThere(key)).toBe(false);
    expect(await scheduled()).toEqual([]);
  });

  it('leaves an object alone that is kept by now', async () => {
    const key = await anObject('photos/in-use-again.png');
    await removals.removeNow([key]);
    expect(await isThere(key)).toBe(true);
  });

  it('keeps a later date, for what an upload address may still write', async () => {
    const key = await anObject('staging/photos/confirmed.png');
    await schedule([key], inMs(24 * 60 * MINUTE));
    await removals.removeNow([key]);
    expect(await isThere(key)).toBe(false);

    await anObject(key);
    t.clock.advance(24 * 60 * MINUTE);
    await removals.sweep();
    expect(await isThere(key)).toBe(false);
    expect(await scheduled()).toEqual([]);
  });

  it('fails in silence, and leaves the rest to the next sweep', async () => {
    const stuck = anUnremovable('photos/stuck-now.png');
    await schedule([stuck], t.clock.now());
    await removals.removeNow([stuck]);
    expect(await scheduled()).toEqual([stuck]);
    expect(existsSync(join(dataDir, 'objects', stuck))).toBe(true);
  });
});
