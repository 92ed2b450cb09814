import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * Two more readers of feeds, which are not everywhere: python-icalendar with recurring-ical-events, and khal. Each is
 * started once for many feeds.
 */

const RUN = { encoding: 'utf8', maxBuffer: 1 << 30 } as const;
const PYTHONS = ['python3', '/usr/bin/python3'];
const MODULES = 'import icalendar, recurring_ical_events';

/** The Python that has both; null where none has. */
export const python = (): string | null =>
  PYTHONS.find((name) => spawnSync(name, ['-c', MODULES], RUN).status === 0) ?? null;

export const hasKhal = (): boolean => spawnSync('khal', ['--version'], RUN).status === 0;

const READ = `
import sys, json, datetime, icalendar, recurring_ical_events
UTC = datetime.timezone.utc
def instant(t):
    return t.astimezone(UTC).strftime('%Y-%m-%dT%H:%M:%S.000Z')
for path in sys.stdin.read().split():
    calendar = icalendar.Calendar.from_ical(open(path, 'rb').read())
    lines = []
    for e in recurring_ical_events.of(calendar).between((2026, 1, 1), (2029, 1, 1)):
        if e.get('STATUS') == 'CANCELLED': continue
        start = e['DTSTART'].dt
        end = e['DTEND'].dt if 'DTEND' in e else start
        if isinstance(start, datetime.datetime):
            when = instant(start) + '/' + instant(end)
        else:
            when = str(start) + '/' + str(end - datetime.timedelta(days=1))
        lines.append(when + ' ' + str(e['SUMMARY']))
    print(json.dumps(sorted(lines)))
`;

/** What each feed says, in the words of the other readers. @param command as `python` found it */
export function byPython(command: string, feeds: string[]): string[][] {
  return withFiles(feeds, (paths) => {
    const { status, stdout, stderr } = spawnSync(command, ['-c', READ], { ...RUN, input: paths.join('\n') });
    if (status !== 0) throw new Error(stderr);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
  });
}

const CONFIG = (folder: string): string => `
[calendars]
[[feed]]
path = ${folder}/feed
type = calendar
[sqlite]
path = ${folder}/khal.db
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%dT%H:%M
longdatetimeformat = %Y-%m-%dT%H:%M
default_timezone = UTC
local_timezone = UTC
`;

/** By khal: starts alone, `2026-09-07T19:30 Practice` in UTC, at midnight when all day; each once. */
export function byKhal(feed: string): string[] {
  return withFiles([feed], ([path], folder) => {
    writeFileSync(join(folder, 'config'), CONFIG(folder));
    const env = {
      ...process.env,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CACHE_HOME: folder,
    };
    const khal = (...args: string[]): string => {
      const { status, stdout, stderr } = spawnSync('khal', ['-c', join(folder, 'config'), ...args], {
        ...RUN,
        env,
      });
      if (status !== 0) throw new Error(stderr);
      return stdout;
    };
    khal('import', '--batch', path!);
    const format = ['--format', '{start-long-full}\t{title}', '--day-format', ''];
    const listed = khal('list', ...format, '2026-01-01', '1000d').split('\n');
    return [...new Set(listed.filter(Boolean).map((line) => line.replace('\t', ' ')))].sort();
  });
}

function withFiles<T>(texts: string[], work: (paths: string[], folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'school-directory-readers-'));
  try {
    const paths = texts.map((text, at) => {
      const path = join(folder, `${at}.ics`);
      writeFileSync(path, text);
      return path;
    });
    return work(paths, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
