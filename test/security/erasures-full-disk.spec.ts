import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typesAt } from '../support/schools/backups.js';
import { aPerson } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/** Only root may mount a file system. */
const small = mkdtempSync(join(tmpdir(), 'erasures-full-disk-'));
const isMounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', small], { stdio: 'ignore' }).status === 0;
if (!isMounted) process.stderr.write('Skipped: a really full disk, which only root may mount\n');
const list = join(small, 'erasures.jsonl');
const rest = join(small, 'rest');
/** Of tmpfs, which gives room by the page. */
const PAGE_BYTES = 4096;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({});
  process.env.AUTH_SIGNING_KEY = t.settings.signingKey!;
});
afterAll(async () => {
  await t.close();
  if (isMounted) spawnSync('umount', [small]);
  rmdirSync(small);
});

const erase = (email: string) =>
  typesAt(t.databaseUrl, small, ['person', 'erase', '--email', email, '--confirm', '--json']);

/** The last page of the list has room for half of a note, and there is no other one. */
function fillUp(): void {
  const [line] = readFileSync(list, 'utf8').split('\n');
  const free = (): number => PAGE_BYTES - (statSync(list).size % PAGE_BYTES);
  while (free() > line!.length) appendFileSync(list, `${line!}\n`);
  try {
    for (;;) appendFileSync(rest, 'x'.repeat(64));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  }
}

(isMounted ? describe : describe.skip)('a note for which the disk has no room', () => {
  it('leaves no half of itself, which would refuse every later erasure and restore', async () => {
    const [first, second] = [await aPerson(t), await aPerson(t)];
    expect((await erase(first.email)).status).toBe(0);
    fillUp();
    const before = readFileSync(list, 'utf8');
    expect(await erase(second.email)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/cannot be written \(ENOSPC\).*Nothing was erased/),
    });
    expect(readFileSync(list, 'utf8')).toBe(before);
    rmSync(rest);
    expect(await erase(second.email)).toMatchObject({ status: 0, json: { erased: { users: 1 } } });
  });
});
