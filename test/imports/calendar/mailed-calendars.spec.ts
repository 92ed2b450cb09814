import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { codes, ForeignCalendars, given } from './foreign-calendars.js';
import { event, file } from './ics-text.js';

/*
 * What mail programs and school systems send alone: one occurrence that is changed or called off, a METHOD, a UID that was
 * another event's before. Nothing is lost or doubled without a word.
 */

let calendars: ForeignCalendars;
beforeAll(async () => (calendars = await ForeignCalendars.create()));
afterAll(() => calendars.close());
beforeEach(() => calendars.empty());

const bring = (text: string) => calendars.bring(text);
const shown = () => calendars.shown();
const again = (text: string) => calendars.again(text);

const BREAK = '2026-12-0';
const orchestra = (...days: string[]) => days.map((day) => `${BREAK}${day} Orchestra week`);
const WEEK = [
  '2026-11-30T14:00/15:00 Orchestra week',
  ...orchestra('1T14:00/15:00', '2T14:00/15:00', '3T14:00/15:00', '4T14:00/15:00'),
];
const MOVED = [...WEEK.slice(0, 4), ...orchestra('4T15:00/16:00')];

/** An occurrence of the orchestra in Paris, alone. */
const occurrence = (day: string, ...lines: string[]) =>
  event('UID:orchestra@cases.example', `RECURRENCE-ID;TZID=Europe/Paris:${day}T150000`, ...lines);
const OFF = [
  'METHOD:CANCEL',
  occurrence('20261202', 'SEQUENCE:2', 'STATUS:CANCELLED', 'SUMMARY:Orchestra week'),
];

describe('An occurrence that comes alone', () => {
  beforeEach(async () => {
    await bring(given('occurrence-changed-alone-1'));
    expect(await shown()).toEqual(WEEK);
  });

  it('changes the one of its series', async () => {
    const report = await bring(given('occurrence-changed-alone-2'));
    expect([codes(report), report.updated.events]).toEqual([[[], []], 1]);
    expect(await shown()).toEqual(MOVED);
    await again(given('occurrence-changed-alone-2'));
    await again(given('occurrence-changed-alone-1'));
  });

  it('calls off the one of its series', async () => {
    const report = await bring(given('occurrence-cancelled-alone-2'));
    expect([codes(report), report.archived.events]).toEqual([[[], []], 1]);
    expect(await shown()).toEqual([...WEEK.slice(0, 2), ...WEEK.slice(3)]);
    await again(given('occurrence-cancelled-alone-2'));
    await bring(given('occurrence-changed-alone-2'));
    expect(await shown()).toEqual([...WEEK.slice(0, 2), WEEK[3], MOVED[4]]);
  });

  it.each([
    ['without its start', OFF],
    [
      'in UTC',
      [
        occurrence('20261202', 'STATUS:CANCELLED').replace(
          ';TZID=Europe/Paris:20261202T150000',
          ':20261202T140000Z',
        ),
      ],
    ],
    [
      'in another zone',
      [
        occurrence('20261202', 'STATUS:CANCELLED').replace(
          'Europe/Paris:20261202T15',
          'America/New_York:20261202T09',
        ),
      ],
    ],
    [
      'as a day',
      [
        occurrence('20261202', 'STATUS:CANCELLED').replace(
          ';TZID=Europe/Paris:20261202T150000',
          ';VALUE=DATE:20261202',
        ),
      ],
    ],
    ['under another title', [occurrence('20261202', 'STATUS:CANCELLED', 'SUMMARY:Canceled: Orchestra')]],
  ])('goes off %s', async (_, components) => {
    expect(codes(await bring(file(...components)))).toEqual([[], []]);
    expect(await shown()).toEqual([...WEEK.slice(0, 2), ...WEEK.slice(3)]);
  });

  it('goes off with all that follow where it says so', async () => {
    const range = occurrence('20261202', 'STATUS:CANCELLED').replace('-ID;', '-ID;RANGE=THISANDFUTURE;');
    expect(codes(await bring(file('METHOD:CANCEL', range)))).toEqual([[], []]);
    expect(await shown()).toEqual(WEEK.slice(0, 2));
  });

  it('stays out where a newer version of it is on record', async () => {
    await bring(given('occurrence-changed-alone-2'));
    const older = occurrence('20261204', 'SEQUENCE:0', 'DTSTART:20261204T190000Z', 'SUMMARY:Orchestra week');
    expect(codes(await bring(file(older)))).toEqual([[], ['older_version 20261204T140000Z']]);
    expect(await shown()).toEqual(MOVED);
  });

  it('becomes an event of its own, named, where the series has no such date', async () => {
    const stray = occurrence('20261220', 'DTSTART:20261220T190000Z', 'SUMMARY:Extra');
    expect(codes(await bring(file(stray)))).toEqual([[], ['series_unknown 2026-12-20T19:00']]);
    expect(await shown()).toEqual([...WEEK, '2026-12-20T19:00/19:00 Extra']);
    await again(file(stray));
  });

  it('appears in the report where what it calls off is not there', async () => {
    const report = await bring(
      file('METHOD:CANCEL', occurrence('20261220', 'STATUS:CANCELLED', 'SUMMARY:Extra')),
    );
    expect(codes(report)).toEqual([[], ['cancels_nothing 2026-12-20T15:00']]);
    expect(await shown()).toEqual(WEEK);
  });

  it('stays when its series comes again without it, which the report says', async () => {
    await bring(given('occurrence-changed-alone-2'));
    await bring(given('occurrence-cancelled-alone-2'));
    const renamed = given('occurrence-changed-alone-1').replace('SEQUENCE:0', 'SEQUENCE:4\nLOCATION:Hall');
    const report = await bring(renamed);
    expect(codes(report)).toEqual([[], ['occurrence_kept 2026-12-02', 'occurrence_kept 2026-12-04']]);
    expect(await shown()).toEqual([...MOVED.slice(0, 2), ...MOVED.slice(3)]);
    await again(renamed);
  });

  it('appears in the report when its series has no such date any more', async () => {
    await bring(given('occurrence-changed-alone-2'));
    const report = await bring(given('occurrence-changed-alone-1').replace('COUNT=5', 'COUNT=3'));
    expect(codes(report)).toEqual([[], ['occurrence_dropped 2026-12-04']]);
  });

  it('goes off with its series', async () => {
    await bring(given('occurrence-changed-alone-2'));
    const all = event('UID:orchestra@cases.example', 'SEQUENCE:3', 'SUMMARY:Orchestra week');
    expect(codes(await bring(file('METHOD:CANCEL', all)))).toEqual([[], []]);
    expect(await shown()).toEqual([]);
  });

  it('joins by METHOD:ADD, and the series stays', async () => {
    const added = event('UID:orchestra@cases.example', 'DTSTART:20261206T100000Z', 'SUMMARY:Orchestra week');
    expect(codes(await bring(file('METHOD:ADD', added)))).toEqual([[], ['series_unknown 2026-12-06T10:00']]);
    expect(await shown()).toEqual([...WEEK, '2026-12-06T10:00/10:00 Orchestra week']);
  });
});

describe('An occurrence that comes before its series', () => {
  it('appears in the report, and becomes one of it', async () => {
    const first = await bring(given('occurrence-changed-alone-2'));
    expect(codes(first)).toEqual([[], ['series_unknown 2026-12-04T16:00']]);
    expect(codes(await bring(given('occurrence-changed-alone-1')))).toEqual([[], []]);
    expect(await shown()).toEqual(MOVED);
    await again(given('occurrence-changed-alone-1'));
    await again(given('occurrence-changed-alone-2'));
  });

  it('becomes one of it in one file of several calendars', async () => {
    const text = ['occurrence-cancelled-alone-2', 'occurrence-changed-alone-2', 'occurrence-changed-alone-1']
      .map(given)
      .join('');
    expect(codes(await bring(text))).toEqual([[], []]);
    expect(await shown()).toEqual([...MOVED.slice(0, 2), ...MOVED.slice(3)]);
    await again(text);
  });
});

describe('METHOD', () => {
  const day = (uid: string, date: string, ...lines: string[]) =>
    event(`UID:${uid}`, `DTSTART;VALUE=DATE:${date}`, `SUMMARY:${uid}`, ...lines);
  const [A, B, C] = [day('a', '20261205'), day('b', '20261206'), day('c', '20261207')];
  const ALL = ['2026-12-05/2026-12-05 a', '2026-12-06/2026-12-06 b', '2026-12-07/2026-12-07 c'];

  it('counts for its event alone, and STATUS before it', async () => {
    expect(codes(await bring(given('method-per-event')))).toEqual([[], []]);
    expect(await shown()).toEqual([
      '2026-12-05T14:00/15:30 Hockey against Northside',
      '2026-12-19T14:00/15:30 Hockey against Westfield',
    ]);
    await again(given('method-per-event'));
  });

  it('beside an event without STATUS calls off that one alone, and the report names it', async () => {
    const before = await bring(file('METHOD:PUBLISH', A, 'METHOD:CANCEL', B, 'METHOD:PUBLISH', C));
    expect(codes(before)).toEqual([[], ['called_off METHOD:CANCEL']]);
    expect(before.warnings[0]!.message).toContain('"b" of 2026-12-06');
    expect(await shown()).toEqual([ALL[0], ALL[2]]);
    await calendars.empty();
    await bring(file(A, 'METHOD:PUBLISH', B, 'METHOD:CANCEL', C, 'METHOD:PUBLISH'));
    expect(await shown()).toEqual([ALL[0], ALL[2]]);
  });

  it('calls nothing off that says that it takes place, and the report says so', async () => {
    const confirmed = (date: string, uid: string) => day(uid, date, 'STATUS:CONFIRMED');
    const text = file('METHOD:CANCEL', confirmed('20261205', 'a'), confirmed('20261206', 'b'));
    expect(codes(await bring(text))).toEqual([[], Array(2).fill('status_kept METHOD:CANCEL')]);
    expect(await shown()).toEqual(ALL.slice(0, 2));
  });

  it.each([
    ['METHOD:CANCEL before all of them', [A, B, C]],
    ['a STATUS of each', [A, B, C].map((one) => one.replace('SUMMARY', 'STATUS:CANCELLED\r\nSUMMARY'))],
  ])('fails where %s would leave nothing', async (what, components) => {
    await bring(file(A, B, C));
    const text = file(
      what.startsWith('METHOD') ? 'METHOD:CANCEL' : 'METHOD:PUBLISH',
      ...components.map(String),
    );
    const report = await bring(text);
    expect(report).toMatchObject({
      schools: [],
      errors: [
        {
          code: 'archive_limit',
          message:
            'The import would archive 3 of 3 events of north, more than 99%; nothing of this school was changed. If it is right, run it again with --archive-limit 100%.',
        },
      ],
    });
    expect(await shown()).toEqual(ALL);
    expect((await calendars.bring(text, { archiveLimitPercent: 100 })).archived.events).toBe(3);
    expect(await shown()).toEqual([]);
  });

  it.each(['REPLY', 'COUNTER', 'REFRESH'])(
    '%s of somebody who was invited changes nothing',
    async (method) => {
      await bring(file(A));
      const answer = day('a', '20261230', 'ATTENDEE;PARTSTAT=DECLINED:mailto:mia@x.example');
      expect(codes(await bring(file(`METHOD:${method}`, answer)))).toEqual([[`an_answer ${method}`], []]);
      expect(await shown()).toEqual(ALL.slice(0, 1));
    },
  );

  it('needs neither the start nor the title of an event that it calls off', async () => {
    await bring(file(A, B));
    expect(codes(await bring(file('METHOD:CANCEL', event('UID:a', 'SEQUENCE:1'))))).toEqual([[], []]);
    expect(await shown()).toEqual([ALL[1]]);
    const unknown = await bring(file('METHOD:CANCEL', event('UID:z', 'SEQUENCE:1')));
    expect(codes(unknown)).toEqual([[], ['cancels_nothing 1900-01-01']]);
  });

  it('belongs to its own calendar where a file has several', async () => {
    await bring(file(A, B));
    const text = file('METHOD:CANCEL', A) + file('METHOD:REQUEST', C);
    expect(codes(await bring(text))).toEqual([[], []]);
    expect(await shown()).toEqual(ALL.slice(1));
  });
});
