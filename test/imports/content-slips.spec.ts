import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../src/imports/content/content-file.schema.js';
import { ContentImporter, counted } from './content-importer.js';

type Slip = NonNullable<ContentFile['permission_slips']>[number];

let importer: ContentImporter;
let school: string;
beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  await importer.empty();
  school = await importer.aSchool('north');
  await importer.import(school, {
    students: [{ source_id: 's-1', first_name: 'Ada', last_name: 'Park' }],
    organizations: [
      { short_name: 'soccer', kind: 'team', name: 'Soccer' },
      { short_name: 'chess', kind: 'club', name: 'Chess' },
    ],
    events: [{ key: 'visit', title: 'Visit', start_date: '2026-10-05', end_date: '2026-10-05' }],
    series: [
      {
        key: 'after_school',
        title: 'After school',
        local_start: '2026-09-07T15:30',
        duration_minutes: 60,
        rrule: 'FREQ=WEEKLY;COUNT=3',
      },
      {
        key: 'camp',
        title: 'Camp',
        all_day: true,
        local_start: '2026-09-07',
        duration_days: 2,
        rrule: 'FREQ=WEEKLY;COUNT=3',
      },
    ],
  });
});

const MUSEUM = {
  key: 'museum',
  title: 'Museum',
  summary: 'By bus',
  body: '<p onclick="x()">Bones.</p>',
  statement: 'I allow it.\nReally.',
  organization: 'soccer',
  event: 'visit',
  answer_per: 'family',
  signature_required: true,
  second_guardian_required: true,
  opens_at: '2026-10-01T08:00:00-04:00',
  closes_at: '2026-10-08T08:00:00-04:00',
  visible_until: '2026-11-08T08:00:00-05:00',
  questions: [
    { type: 'long_text', text: 'Medicine?', required: true, private: true, required_on_decline: true },
    { type: 'single_choice', text: 'Lunch?', choices: ['Brings it', 'Buys it'] },
  ],
} satisfies Slip;
/** No more than a new one needs. */
const PLAIN = { key: 'plain', title: 'Plain', body: '<p>B</p>', statement: 'S', opens_at: MUSEUM.opens_at };

const bring = (...slips: Slip[]) => importer.import(school, { permission_slips: slips });
const slips = () => importer.rows('select * from permission_slips order by source_id');
const asked = () =>
  importer.rows(
    `select q.type, q.text, q.required, q.private, q.required_on_decline, array(select c.text from question_choices c
       where c.question_id = q.id order by c.position) as choices from questions q order by q.position`,
  );
const everything = async () => [
  await slips(),
  await importer.rows('select * from questions order by id'),
  await importer.rows('select * from question_choices order by id'),
];

/** Somebody's response, as it was signed. */
const answer = (state = 'current') =>
  importer.rows(
    `with version as (insert into permission_slip_versions
         (slip_id, sha256, school_id, statement_version, statement, body, questions, created_at)
       select id, 'abc', school_id, statement_version, statement, body, '[]', now() from permission_slips returning *),
     response as (insert into permission_slip_responses (chain_id, revision, school_id, slip_id, state, decision,
         account_email, statement_version, statement_sha256, created_at)
       select gen_random_uuid(), 1, school_id, slip_id, $1, 'granted', 'a@example.org', statement_version, sha256, now()
       from version returning *)
     insert into permission_slip_response_students (response_id, student_id, slip_id, school_id, place, is_current)
     select r.id, s.id, r.slip_id, r.school_id, 1, $1 = 'current' from response r, students s`,
    [state],
  );

describe('A slip of a content file that cannot be taken', () => {
  it('is reported with its line, and the rest is taken', async () => {
    const path = await importer.file(
      'slips.yaml',
      `permission_slips:
  - { title: No key }
  - { key: a, title: No body, statement: S, opens_at: '2026-10-01T08:00:00Z' }
  - { key: b, title: No statement, body: B, opens_at: '2026-10-01T08:00:00Z' }
  - { key: c, title: No start, body: B, statement: S }
  - { key: d, title: Says nothing, body: '<p> </p>', statement: S, opens_at: '2026-10-01T08:00:00Z' }
  - { key: e, title: Backwards, body: B, statement: S, opens_at: '2026-10-01T08:00:00Z', closes_at: '2026-10-01T08:00:00Z' }
  - { key: f, title: Gone at once, body: B, statement: S, opens_at: '2026-10-01T08:00:00Z', visible_until: '2026-10-01T08:00:00Z' }
  - { key: g, title: Astray, organization: golf, body: B, statement: S, opens_at: '2026-10-01T08:00:00Z' }
  - { key: h, title: Never, event: ball, body: B, statement: S, opens_at: '2026-10-01T08:00:00Z' }
  - { key: i, title: Not then, event: camp_20260908, body: B, statement: S, opens_at: '2026-10-01T08:00:00Z' }
  - { key: j, title: Whose, answer_per: class, body: B, statement: S, opens_at: '2026-10-01T08:00:00Z' }
  - { key: k, title: Asks, body: B, statement: S, opens_at: '2026-10-01T08:00:00Z', questions: [{ type: yes_no, text: Q, choices: [Y] }] }
  - { key: l, title: Good, body: B, statement: S, opens_at: '2026-10-01T08:00:00Z' }
  - { key: l, title: Good again, body: B, statement: S, opens_at: '2026-10-01T08:00:00Z' }
`,
    );
    const report = await importer.run({ path, schoolId: school });
    expect(report.errors.map(({ line, code, value }) => [line, code, value])).toEqual([
      [2, 'missing_field', ''],
      [3, 'not_valid', 'a'],
      [4, 'not_valid', 'b'],
      [5, 'not_valid', 'c'],
      [6, 'not_valid', 'd'],
      [7, 'not_valid', 'e'],
      [8, 'not_valid', 'f'],
      [9, 'unknown_organization', 'golf'],
      [10, 'unknown_event', 'ball'],
      [11, 'unknown_event', 'camp_20260908'],
      [12, 'unknown_value', 'class'],
      [13, 'missing_field', expect.any(String)],
      [15, 'duplicate', 'l'],
    ]);
    expect(counted(report, 'permission_slips')).toEqual([1, 0, 0, 0]);
    expect((await slips()).map(({ title }) => title)).toEqual(['Good']);
  });

  it('does not know the events of another school', async () => {
    const other = await importer.aSchool('south');
    const { errors } = await importer.import(other, { permission_slips: [{ ...PLAIN, event: 'visit' }] });
    expect(errors).toMatchObject([{ code: 'unknown_event', value: 'visit' }]);
  });

  it.each<[string, Partial<Slip>]>([
    ['another title', { title: 'Zoo' }],
    ['another summary', { summary: null }],
    ['another text', { body: '<p>Stones.</p>' }],
    ['another audience', { audience: { type: 'school' } }],
    ['another organization', { organization: 'chess' }],
    ['another event', { event: null }],
    ['another start', { opens_at: '2026-10-02T08:00:00-04:00' }],
    ['no signature', { signature_required: false }],
    ['one guardian', { second_guardian_required: false }],
    ['an answer a student', { answer_per: 'student' }],
    ['another question', { questions: MUSEUM.questions.slice(1) }],
    ['a question that is no longer private', { questions: [{ ...MUSEUM.questions[0]!, private: false }] }],
  ])('has answers, and would have %s', async (_, change) => {
    await bring(MUSEUM);
    await answer('withdrawn');
    const before = await everything();
    const report = await bring({ ...MUSEUM, closes_at: '2026-11-08T08:00:00Z', statement: 'New', ...change });
    expect(report.errors).toMatchObject([
      { value: 'museum', message: expect.stringContaining('visible_until') },
    ]);
    expect(await everything()).toEqual(before);
  });
});

describe('A slip of a content file', () => {
  it('is written as it is told', async () => {
    await bring(MUSEUM);
    const { id: soccer } = await importer.row<{ id: string }>(
      `select id from organizations where short_name = 'soccer'`,
    );
    const { id: visit } = await importer.row<{ id: string }>(
      `select id from events where source_id = 'visit'`,
    );
    expect(await slips()).toMatchObject([
      {
        title: 'Museum',
        summary: 'By bus',
        body: '<p>Bones.</p>',
        statement: 'I allow it.\nReally.',
        statement_version: 1,
        organization_id: soccer,
        audience_type: 'organizations',
        audience_organization_ids: [soccer],
        event_id: visit,
        answer_per: 'family',
        signature_required: true,
        second_guardian_required: true,
        opens_at: new Date('2026-10-01T12:00:00Z'),
        closes_at: new Date('2026-10-08T12:00:00Z'),
        visible_until: new Date('2026-11-08T13:00:00Z'),
        alerted_at: null,
        source: 'content',
        source_id: 'museum',
      },
    ]);
    expect(await asked()).toEqual([
      {
        type: 'long_text',
        text: 'Medicine?',
        required: true,
        private: true,
        required_on_decline: true,
        choices: [],
      },
      {
        type: 'single_choice',
        text: 'Lunch?',
        required: false,
        private: false,
        required_on_decline: false,
        choices: ['Brings it', 'Buys it'],
      },
    ]);
  });

  it('is for each student of the school, without a signature and without an end until it says otherwise', async () => {
    await bring(PLAIN);
    expect(await slips()).toMatchObject([
      {
        summary: null,
        audience_type: 'school',
        answer_per: 'student',
        signature_required: false,
        second_guardian_required: false,
        closes_at: null,
        visible_until: null,
        event_id: null,
        organization_id: null,
      },
    ]);
    expect(await asked()).toEqual([]);
  });

  it.each([
    ['after_school_20260914T193000Z', '2026-09-14'],
    ['camp_20260921', '2026-09-21'],
  ])('may be for an occurrence: %s', async (event, day) => {
    await bring({ ...PLAIN, event });
    expect(
      await importer.row(
        'select e.start_date::text as day from permission_slips p join events e on e.id = p.event_id',
      ),
    ).toEqual({ day });
  });

  it('is not touched by the same file again', async () => {
    await bring(MUSEUM);
    const before = await everything();
    expect(counted(await bring(MUSEUM), 'permission_slips')).toEqual([0, 0, 0, 1]);
    expect(await everything()).toEqual(before);
  });

  it('changes with the file while nobody has answered, and keeps what an entry does not name', async () => {
    await bring(MUSEUM);
    const questions = [{ type: 'yes_no' as const, text: 'Swims?' }];
    const report = await bring({ key: 'museum', title: 'Zoo', questions });
    expect(counted(report, 'permission_slips')).toEqual([0, 1, 0, 0]);
    const [{ event_id, ...slip }] = (await slips()) as [Record<string, unknown>];
    expect(slip).toMatchObject({
      title: 'Zoo',
      body: '<p>Bones.</p>',
      answer_per: 'family',
      statement_version: 1,
    });
    expect(event_id).not.toBeNull();
    expect(await asked()).toMatchObject([{ text: 'Swims?' }]);
  });

  it('raises its version by one with another statement, answered or not, and only then', async () => {
    await bring(MUSEUM);
    const versions: unknown[] = [];
    const change = async (given: Partial<Slip>) => {
      expect((await bring({ ...MUSEUM, ...given })).errors).toEqual([]);
      versions.push((await slips())[0]!.statement_version);
    };
    await change({ statement: 'Second.' });
    await change({ statement: 'Second.', title: 'Zoo' });
    await change({ statement: 'Second.', title: 'Museum' });
    await answer();
    await change({ statement: 'Third.' });
    await change({ statement: 'Third.', closes_at: null });
    expect(versions).toEqual([2, 2, 2, 3, 3]);
    expect(await importer.rows('select statement_version, statement from permission_slip_versions')).toEqual([
      { statement_version: 2, statement: 'Second.' },
    ]);
    expect(await importer.rows('select state, statement_version from permission_slip_responses')).toEqual([
      { state: 'current', statement_version: 2 },
    ]);
  });

  it('closes and goes at other times though it has answers, and keeps its questions', async () => {
    await bring(MUSEUM);
    await answer();
    const [, ...before] = await everything();
    const report = await bring({ ...MUSEUM, closes_at: null, visible_until: '2027-01-01T00:00:00Z' });
    expect([report.errors, counted(report, 'permission_slips')]).toEqual([[], [0, 1, 0, 0]]);
    expect(await slips()).toMatchObject([
      { closes_at: null, visible_until: new Date('2027-01-01T00:00:00Z') },
    ]);
    expect((await everything()).slice(1)).toEqual(before);
  });

  it('tells nobody that it is open when the file says so', async () => {
    await bring({ ...PLAIN, send_alert: false });
    expect(await slips()).toMatchObject([{ alerted_at: expect.any(Date) }]);
  });

  it('is addressed to the organization that it goes over to', async () => {
    await bring(MUSEUM);
    await bring({ ...MUSEUM, organization: 'chess' });
    expect(
      await importer.rows(
        `select o.short_name from permission_slips p join organizations o on o.id = any(p.audience_organization_ids)`,
      ),
    ).toEqual([{ short_name: 'chess' }]);
  });

  it('loses an image that is not there, and is told of', async () => {
    const image = '11111111-1111-4111-8111-111111111111';
    const { warnings } = await bring({ ...PLAIN, body: `<p>B<img src="image:${image}" alt="x"></p>` });
    expect(warnings).toMatchObject([{ code: 'unknown_image', value: 'plain' }]);
    expect(await slips()).toMatchObject([{ body: '<p>B</p>' }]);
  });

  it('stays when the file no longer names it, and is not written on a dry run', async () => {
    const report = await importer.import(school, { permission_slips: [MUSEUM] }, true);
    expect(counted(report, 'permission_slips')).toEqual([1, 0, 0, 0]);
    expect(await slips()).toEqual([]);
    await bring(MUSEUM);
    await bring();
    expect(await slips()).toHaveLength(1);
  });
});
