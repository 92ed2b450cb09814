import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { CalendarImportService } from '../../../src/imports/calendar/calendar-import.service.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import { aFeed, listed } from '../../support/feed.factory.js';
import { READERS } from '../../support/feeds/feed-readers.js';
import { figure } from '../../support/proofs/figures.js';
import { byKhal, byPython, hasKhal, python } from '../../support/feeds/python-readers.js';
import { aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { foreignCalendar } from './foreign-calendar.js';
import { operatorServices } from '../../support/operator-services.factory.js';

/*
 * Calendars with the habits of exporters, made from what is known to be true: each occurrence comes in at its instant, or the
 * report names its event, and the feed of each is read alike by programs that have nothing in common with the writer.
 * FOREIGN_CALENDARS=2000 asks for so many; FOREIGN_SEED=17 for one alone.
 */

const NOW = '2026-11-25T12:00:00Z';
const seed = process.env.FOREIGN_SEED;
const COUNT = seed ? 1 : Number(process.env.FOREIGN_CALENDARS ?? 60);
const SEEDS = Array.from({ length: COUNT }, (_, at) => Number(seed ?? at + 1));
const PER_CALENDAR = 5_000;
/** It is started anew for each feed. */
const KHAL_EVERY = 10;
const folder = mkdtempSync(join(tmpdir(), 'school-directory-foreign-'));

let t: TestApp;
let services: INestApplicationContext;
beforeAll(async () => {
  t = await startTestApp();
  t.clock.moveTo(NOW);
  const settings = { ...t.settings, clockOffsetMs: Date.parse(NOW) - Date.now() };
  services = await operatorServices(settings);
}, 120_000);
afterAll(async () => {
  await services.close();
  await t.close();
  rmSync(folder, { recursive: true });
});

interface Read {
  seed: number;
  exporter: string;
  feed: string;
  lines: string[];
}
const read: Read[] = [];
const found = { occurrences: 0, named: 0, lost: [] as string[] };

async function bring(seed: number): Promise<void> {
  const { exporter, text, lines, named } = foreignCalendar(seed);
  const school = await aSchool(t, { timeZone: 'America/New_York' });
  const calendar = new TestCalendar(t, school, (await school.admin()).token);
  const path = join(folder, 'c.ics');
  writeFileSync(path, text);
  const report = await services.get(CalendarImportService).run({ path, school: school.id });
  const issues = [...report.errors, ...report.warnings];
  const told = listed(await calendar.events());
  for (const line of lines)
    if (!told.includes(line)) found.lost.push(`${seed} ${exporter}: ${line} is not there`);
  for (const line of told)
    if (!lines.includes(line)) found.lost.push(`${seed} ${exporter}: ${line} is not true`);
  if (told.length !== lines.length) found.lost.push(`${seed} ${exporter}: ${told.length} of ${lines.length}`);
  for (const title of named) {
    const isNamed = issues.some(({ message, value }) => message.includes(`"${title}"`) && value);
    if (!isNamed) found.lost.push(`${seed} ${exporter}: ${title} is not named`);
  }
  for (const { message } of issues)
    if (!named.some((title) => message.includes(`"${title}"`)))
      found.lost.push(`${seed} ${exporter}: told without need: ${message}`);
  found.occurrences += lines.length;
  found.named += named.length;
  read.push({ seed, exporter, feed: await (await aFeed(t, calendar)).text(), lines: told });
}

describe('Calendars as exporters write them', () => {
  it(
    'come in with each occurrence at its instant, or with the event named',
    async () => {
      for (const one of SEEDS) await bring(one);
      figure('Calendars with the habits of six exporters', COUNT);
      figure('Occurrences in them', found.occurrences);
      figure('Events with a value that is none, each named by title', found.named);
      figure('Occurrences lost or shifted without a word', found.lost.length, '0');
      expect(found.lost).toEqual([]);
    },
    60_000 + COUNT * PER_CALENDAR,
  );

  it.each(READERS)(
    'yield a feed that %s reads as the API lists it',
    (name, reader) => {
      const wrong = read.flatMap((one) => differing(one, reader(one.feed), one.lines));
      figure(`Feeds read otherwise by ${name}`, `${wrong.length} of ${read.length}`, '0');
      expect(wrong).toEqual([]);
    },
    60_000 + COUNT * PER_CALENDAR,
  );

  it(
    'yield a feed that python-icalendar with recurring-ical-events reads as the API lists it',
    () => {
      const command = python();
      if (!command) {
        process.stderr.write('Skipped: python3 has no icalendar and recurring_ical_events\n');
        return;
      }
      const answers = byPython(
        command,
        read.map(({ feed }) => feed),
      );
      const wrong = read.flatMap((one, at) => differing(one, answers[at]!, one.lines));
      figure('Feeds read otherwise by python-icalendar', `${wrong.length} of ${read.length}`, '0');
      expect(wrong).toEqual([]);
    },
    60_000 + COUNT * PER_CALENDAR,
  );

  it(
    'yield a feed that khal reads as the API lists it',
    () => {
      if (!hasKhal()) {
        process.stderr.write('Skipped: khal is not installed\n');
        return;
      }
      const some = read.filter((_, at) => at % KHAL_EVERY === 0);
      const wrong = some.flatMap((one) => differing(one, byKhal(one.feed), startsOf(one.lines)));
      figure('Feeds read otherwise by khal', `${wrong.length} of ${some.length}`, '0');
      expect(wrong).toEqual([]);
    },
    60_000 + COUNT * PER_CALENDAR,
  );
});

/** What the two do not have in common, where they differ. */
function differing({ seed, exporter }: Read, told: string[], lines: string[]) {
  const [more, less] = [
    told.filter((line) => !lines.includes(line)),
    lines.filter((line) => !told.includes(line)),
  ];
  const isAlike = told.toSorted().join('\n') === lines.toSorted().join('\n');
  return isAlike ? [] : [{ seed, exporter, more, less }];
}

/** `2026-09-07T19:30 Practice`, `2026-09-07T00:00 Fair`: what khal is asked for. */
const startsOf = (lines: string[]): string[] => {
  const starts = lines.map((line) => {
    const [, start = '', title = ''] = /^([^/]+)\/\S+ (.*)$/.exec(line) ?? [];
    return `${start.includes('T') ? start.slice(0, 16) : `${start}T00:00`} ${title}`;
  });
  return [...new Set(starts)].sort();
};
