import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aCalendar } from '../../support/calendar.factory.js';
import { aFeed, type TestFeed } from '../../support/feed.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/*
 * A calendar client that is none of ours, where it is installed: what it takes for a change is one.
 */

const run = promisify(execFile);
const isInstalled = spawnSync('vdirsyncer', ['--version']).status === 0;
if (!isInstalled)
  process.stderr.write('Skipped: a calendar client needs vdirsyncer (Debian: apt-get install vdirsyncer)\n');

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), 'calendar-client-'));
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

class Client {
  constructor(feed: TestFeed) {
    for (const name of ['status', 'items']) mkdirSync(join(folder, name));
    writeFileSync(
      join(folder, 'config'),
      `
[general]
status_path = "${folder}/status"
[pair school]
a = "feed"
b = "items"
collections = null
[storage feed]
type = "http"
url = "${t.url}${feed.path}"
[storage items]
type = "filesystem"
path = "${folder}/items"
fileext = ".ics"
`,
    );
  }

  /** What it says that it has done. */
  async sync(command = 'sync'): Promise<string[]> {
    const env = { ...process.env, HOME: folder, LANG: 'C.UTF-8' };
    const { stdout, stderr } = await run('vdirsyncer', ['-c', join(folder, 'config'), command], { env });
    return `${stdout}${stderr}`.split('\n').filter((line) => /^(Copying|Deleting|warning|error)/i.test(line));
  }

  /** Contents by file, and when they were written. */
  items(): Map<string, { text: string; writtenAt: number }> {
    const items = join(folder, 'items');
    return new Map(
      readdirSync(items).map((name) => {
        const file = join(items, name);
        return [name, { text: readFileSync(file, 'utf8'), writtenAt: statSync(file).mtimeMs }];
      }),
    );
  }
}

(isInstalled ? describe : describe.skip)('vdirsyncer', () => {
  it('syncs twice without a change, and then exactly what was edited', async () => {
    const calendar = await aCalendar(t);
    const series = await calendar.aSeries();
    await calendar.change(await calendar.on(series, '2026-09-14'), { title: 'Finals' });
    const picnic = await calendar.anEvent();
    await calendar.anEvent({ title: 'Fair', tags: ['für alle'] });
    const client = new Client(await aFeed(t, calendar));
    await client.sync('discover');
    expect(await client.sync()).toHaveLength(3);
    const first = client.items();
    expect(first.size).toBe(3);

    expect(await client.sync()).toEqual([]);
    expect(client.items()).toEqual(first);

    // It names an item by its content: one that has changed is another one.
    const exactlyOne = async (): Promise<string[]> => {
      const before = client.items();
      const told = await client.sync();
      expect(told.map((line) => line.split(' ')[0]).sort()).toEqual(['Copying', 'Deleting']);
      const [...added] = [...client.items()].filter(([name]) => !before.has(name));
      return added.map(([, { text }]) => /SUMMARY:(.*)\r/.exec(text)![1]!);
    };
    await calendar.change(picnic, { title: 'Feast' });
    expect(await exactlyOne()).toEqual(['Feast']);
    await calendar.change(picnic, { starts_at: '2028-06-01T16:00:00Z', ends_at: '2028-06-01T18:00:00Z' });
    expect(await exactlyOne()).toEqual(['Feast']);
    await calendar.change(await calendar.on(series, '2026-09-21'), { location: 'Gym' });
    expect(await exactlyOne()).toEqual(['Practice']);
    await calendar.removeSeries(series);
    expect(await client.sync()).toHaveLength(1);
    expect(client.items().size).toBe(2);
  }, 60_000);
});
