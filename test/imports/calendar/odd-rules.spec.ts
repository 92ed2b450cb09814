import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { CalendarImportService } from '../../../src/imports/calendar/calendar-import.service.js';
import type { ImportReport } from '../../../src/platform/import-report.js';
import type { TestCalendar } from '../../support/calendar.factory.js';
import { aFeed, listed } from '../../support/feed.factory.js';
import { aCalendarIn } from '../../support/feeds/feed-agreement.js';
import { READERS } from '../../support/feeds/feed-readers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { event, file } from './ics-text.js';
import { operatorServices } from '../../support/operator-services.factory.js';

/*
 * Rules as other programs write them, and as nobody should: each is refused and reported, or the feed is read by ical.js
 * and node-ical as the API lists it.
 */

const LONG = 120_000;
const NOW = '2026-11-25T12:00:00Z';
const START = 'DTSTART;TZID=America/New_York:20261201T150000';
const folder = mkdtempSync(join(tmpdir(), 'school-directory-rules-'));

let t: TestApp;
let services: INestApplicationContext;
let calendar: TestCalendar;
beforeAll(async () => {
  t = await startTestApp();
  t.clock.moveTo(NOW);
  // The two share one Passport: the one begun last says what time it is.
  const settings = { ...t.settings, clockOffsetMs: Date.parse(NOW) - Date.now() };
  services = await operatorServices(settings);
}, LONG);
afterAll(async () => {
  await services.close();
  await t.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  calendar = await aCalendarIn(t, 'America/New_York');
});

/** Takes in one event for each rule, with the rule for a title. */
async function bring(rules: string[], more: string[] = []): Promise<ImportReport> {
  const path = join(folder, 'c.ics');
  const events = rules.map((rule, at) =>
    event(`UID:${at}`, START, 'DURATION:PT1H', `SUMMARY:${at}`, `RRULE:${rule}`, ...more),
  );
  writeFileSync(path, file(...events));
  return services.get(CalendarImportService).run({ path, school: calendar.school.id });
}

/** Both readers find in the feed what the API lists. @returns the titles that are there, and how often */
async function agreed(): Promise<Map<string, number>> {
  const text = await (await aFeed(t, calendar)).text();
  const expected = listed(await calendar.events());
  for (const [name, read] of READERS) expect([name, ...read(text)]).toEqual([name, ...expected]);
  const titles = Map.groupBy(expected, (line) => line.split(' ')[1]!);
  return new Map([...titles].map(([title, lines]) => [title, lines.length]));
}

/** Ways to write the same rule. */
const WRITINGS: [how: string, write: (rule: string) => string][] = [
  ['as it is', (rule) => rule],
  ['in small letters', (rule) => rule.toLowerCase()],
  ['with blanks behind commas', (rule) => rule.replaceAll(',', ', ')],
  ['with blanks and tabs everywhere', (rule) => ` ${rule.replace(/([=,;])/g, ' $1\t ')} `],
  ['with its name before it', (rule) => `RRULE:${rule}`],
  ['with semicolons behind it', (rule) => `${rule};;`],
  ['the other way round', (rule) => rule.split(';').reverse().join(';')],
  ['with signs and zeros', (rule) => rule.replace(/(?<=[=,])(?=[1-9](MO|FR|[,;]|$))/g, '+0')],
];

const UNDERSTOOD: [rule: string, occurrences: number][] = [
  ['FREQ=WEEKLY;COUNT=4;BYDAY=MO,TU', 4],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=6;BYDAY=TU,TH;WKST=SU', 6],
  ['FREQ=MONTHLY;BYDAY=1TU,-1FR;COUNT=5', 5],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1;COUNT=6', 6],
  ['FREQ=MONTHLY;BYMONTHDAY=1,-1;UNTIL=20270301', 7],
  ['FREQ=YEARLY;BYMONTH=1,12;BYMONTHDAY=1;COUNT=4', 4],
  ['FREQ=DAILY;UNTIL=20261205T200000Z', 5],
];

/** Not what the API takes: an import understands it, and the feed tells each occurrence. */
const OF_OTHERS: [rule: string, occurrences: number][] = [
  ['FREQ=HOURLY;INTERVAL=3;COUNT=4', 4],
  ['FREQ=DAILY;BYHOUR=9,15;COUNT=4', 4],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=2', 3],
  ['FREQ=YEARLY;BYYEARDAY=-1,100;COUNT=3', 4],
  ['FREQ=DAILY;COUNT=9;UNTIL=20261203', 3],
  ['FREQ=DAILY;UNTIL=2026-12-03T15:00', 3],
  ['FREQ=DAILY;UNTIL=20261203T2359', 3],
];

const REFUSED = [
  'FREQ=WEEKLY;COUNT=0',
  'FREQ=WEEKLY;INTERVAL=0;COUNT=3',
  'FREQ=WEEKLY;COUNT=-3',
  'FREQ=WEEKLY;COUNT=3.5',
  'FREQ=WEEKLY;COUNT=3;COUNT=4',
  'FREQ=WEEKLY;BYDAY=MO;BYDAY=TU;COUNT=3',
  'FREQ=WEEKLY;BYDAY=MO,,TU;COUNT=3',
  'FREQ=WEEKLY;BYDAY=MO;TU;COUNT=3',
  'FREQ=WEEKLY;BYDAY=Monday;COUNT=3',
  'FREQ=WEEKLY;BYDAY=1MO;COUNT=3',
  'FREQ=MONTHLY;BYDAY=0MO;COUNT=3',
  'FREQ=MONTHLY;BYDAY=54MO;COUNT=3',
  'FREQ=WEEKLY;BYDAY=;COUNT=3',
  'FREQ=WEEKLY;X-NOTE=hello;COUNT=3',
  'FREQ=YEARLY;RSCALE=HEBREW;COUNT=3',
  'FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31;COUNT=3',
  'FREQ=SECONDLY;COUNT=3',
  'FREQ=DAILY;BYSECOND=30;COUNT=3',
  'FREQ=DAILY;BYHOUR=24;COUNT=3',
  'FREQ=MONTHLY;BYSETPOS=1;COUNT=3',
  'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0;COUNT=3',
  'FREQ=DAILY;UNTIL=tomorrow',
  'FREQ=DAILY;UNTIL=20261341',
  'FREQ=DAILY;UNTIL=20261203T990000Z',
  'BYDAY=MO;COUNT=3',
  'FREQ=WEEKLY COUNT=3',
  'constructor=1;FREQ=DAILY;COUNT=3',
  'every Monday',
];

describe('A rule that is not understood whole', () => {
  it(
    'fails with its event, the value and what to do, and the rest of the file is taken',
    async () => {
      const report = await bring([...REFUSED, 'FREQ=DAILY;COUNT=2']);
      expect(report.errors.map(({ code, value }) => [code, value])).toEqual(
        REFUSED.map((rule) => ['unsupported_rule', rule]),
      );
      for (const [at, { message }] of report.errors.entries()) {
        expect(message).toContain(`"${at}" of 2026-12-01 is left out: `);
        expect(message).toContain('import it again');
      }
      expect(await agreed()).toEqual(new Map([[String(REFUSED.length), 2]]));
    },
    LONG,
  );
});

describe('A rule that is understood', () => {
  it.each(WRITINGS)(
    'reads alike in the feed and the API, written %s',
    async (_how, write) => {
      const all = [...UNDERSTOOD, ...OF_OTHERS];
      const report = await bring(all.map(([rule]) => write(rule)));
      expect(report.errors).toEqual([]);
      expect(await agreed()).toEqual(new Map(all.map(([, count], at) => [String(at), count])));
    },
    LONG,
  );

  it.each(WRITINGS)(
    'takes one way of writing from the API, given %s',
    async (_how, write) => {
      for (const [at, [rule]] of UNDERSTOOD.entries()) {
        const given = { local_start: '2026-12-01T15:00', title: String(at) };
        const { status, body } = await calendar.send('POST', '/series', {
          body: { ...given, all_day: false, duration_minutes: 60, rrule: write(rule) },
        });
        if (status === 400) expect(body.error.reason).toBe('unsupported_rule');
        else expect(partsIn(body.rrule)).toEqual(partsIn(rule));
      }
      await agreed();
    },
    LONG,
  );
});

const partsIn = (rule: string): string[] => rule.split(';').sort();

describe('A bad rule that an older version has stored', () => {
  it.each(['FREQ=WEEKLY;COUNT=4;BYDAY=MO, TU', 'no rule at all', 'FREQ=WEEKLY;BYDAY=XX'])(
    'costs nobody the feed: %s',
    async (stored) => {
      await bring(['FREQ=WEEKLY;COUNT=3;BYDAY=TU', 'FREQ=DAILY;COUNT=2']);
      await t.dataSource.query(`update event_series set rrule = $1 where rrule like 'FREQ=WEEKLY%'`, [
        stored,
      ]);
      expect(await agreed()).toEqual(
        new Map([
          ['0', 3],
          ['1', 2],
        ]),
      );
    },
    LONG,
  );
});

describe('Other values of a foreign file', () => {
  it(
    'reach the feed as what was understood, or are reported',
    async () => {
      const odd = [
        'EXDATE;TZID=America/New_York:20261202T150000,20261203T150000',
        'EXDATE;VALUE=DATE:20261204',
        'RDATE;VALUE=PERIOD;TZID=America/New_York:20261220T150000/PT2H',
        'CATEGORIES:a\\,b,c\\;d, e:f ,"g"',
        'SEQUENCE:many',
        'URL:javascript:alert(1)',
        'X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:1',
      ];
      const report = await bring(['FREQ=DAILY;COUNT=5'], odd);
      expect(report.errors).toEqual([]);
      expect(await agreed()).toEqual(new Map([['0', 3]]));
      const bad = await bring(['FREQ=DAILY;COUNT=5'], ['EXDATE:soon']);
      expect([bad.errors, bad.warnings]).toMatchObject([[], [{ code: 'bad_time', value: 'soon' }]]);
    },
    LONG,
  );
});
