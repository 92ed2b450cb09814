import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { ContentImporter, counted } from './content-importer.js';

type Poll = NonNullable<ContentFile['polls']>[number];

let importer: ContentImporter;
let school: string;
beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  school = await importer.onlySchool();
  await importer.import(school, {
    organizations: [
      { short_name: 'soccer', kind: 'team', name: 'Soccer' },
      { short_name: 'chess', kind: 'club', name: 'Chess' },
    ],
  });
});

const PICNIC = {
  key: 'picnic',
  title: 'Picnic',
  description: '<p onclick="x()">Where?</p>',
  organization: 'soccer',
  opens_at: '2026-10-01T08:00:00-04:00',
  closes_at: '2026-10-08T08:00:00-04:00',
  results_visibility: 'always',
  anonymous: true,
  questions: [
    { text: 'Where?', choices: ['Lake', 'Park'] },
    { text: 'When?', choices: ['Noon'] },
  ],
} satisfies Poll;

const bring = (...polls: Poll[]) => importer.import(school, { polls });
const rows = async () => [
  await importer.rows('select * from polls order by source_id'),
  await importer.rows('select * from poll_questions order by position'),
  await importer.rows('select * from poll_choices order by question_id, position'),
];

/** Somebody's response. */
const answer = () =>
  importer.rows(
    `with response as (insert into poll_responses (school_id, poll_id, submitted_at)
       select school_id, id, now() from polls returning *)
     insert into poll_answers (response_id, question_id, choice_id, school_id)
     select r.id, q.id, (select id from poll_choices c where c.question_id = q.id limit 1), r.school_id
     from response r join poll_questions q on q.poll_id = r.poll_id`,
  );

describe('a poll of a content file that cannot be taken', () => {
  it('appears in the report with its line, and the rest is taken', async () => {
    const path = await importer.file(
      'polls.yaml',
      `polls:
  - { title: No key }
  - { key: a, title: No questions, opens_at: '2026-10-01T08:00:00Z' }
  - { key: b, title: No start, questions: [{ text: Q, choices: [A] }] }
  - { key: c, title: No choices, opens_at: '2026-10-01T08:00:00Z', questions: [{ text: Q, choices: [] }] }
  - { key: d, title: Guessed, opens_at: '2026-10-01T08:00:00', questions: [{ text: Q, choices: [A] }] }
  - { key: e, title: Backwards, opens_at: '2026-10-01T08:00:00Z', closes_at: '2026-10-01T08:00:00Z', questions: [{ text: Q, choices: [A] }] }
  - { key: f, title: Astray, organization: golf, opens_at: '2026-10-01T08:00:00Z', questions: [{ text: Q, choices: [A] }] }
  - { key: g, title: Shown to some, results_visibility: friends, opens_at: '2026-10-01T08:00:00Z', questions: [{ text: Q, choices: [A] }] }
  - { key: h, title: Good, opens_at: '2026-10-01T08:00:00Z', questions: [{ text: Q, choices: [A] }] }
`,
    );
    const report = await importer.run({ path, schoolId: school });
    expect(report.errors.map(({ line, code, value }) => [line, code, value])).toEqual([
      [2, 'missing_field', 'key'],
      [3, 'not_valid', 'a'],
      [4, 'not_valid', 'b'],
      [5, 'out_of_range', null],
      [6, 'bad_format', '2026-10-01T08:00:00'],
      [7, 'not_valid', 'e'],
      [8, 'unknown_organization', 'golf'],
      [9, 'unknown_value', 'friends'],
    ]);
    expect(counted(report, 'polls')).toEqual([1, 0, 0, 0]);
  });

  it.each<[string, Partial<Poll>]>([
    ['another title', { title: 'Feast' }],
    ['another text', { description: null }],
    ['another audience', { audience: { type: 'school' } }],
    ['another start', { opens_at: '2026-10-02T08:00:00-04:00' }],
    ['other results', { results_visibility: 'never' }],
    ['names', { anonymous: false }],
    ['another choice', { questions: [{ text: 'Where?', choices: ['Lake'] }] }],
  ])('fails when it has answers and would get %s', async (_, change) => {
    await bring(PICNIC);
    await answer();
    const before = await rows();
    const report = await bring({ ...PICNIC, closes_at: '2026-11-08T08:00:00Z', ...change });
    expect(report.errors).toMatchObject([{ value: 'picnic', message: expect.stringContaining('closes_at') }]);
    expect(await rows()).toEqual(before);
  });
});

describe('a poll of a content file', () => {
  it('reads as it is told', async () => {
    await bring(PICNIC);
    const { id: soccer } = await importer.row<{ id: string }>(
      `select id from organizations where short_name = 'soccer'`,
    );
    const [polls, questions, choices] = await rows();
    expect(polls).toMatchObject([
      {
        title: 'Picnic',
        description: '<p>Where?</p>',
        organization_id: soccer,
        audience_type: 'organizations',
        audience_organization_ids: [soccer],
        opens_at: new Date('2026-10-01T12:00:00Z'),
        closes_at: new Date('2026-10-08T12:00:00Z'),
        results_visibility: 'always',
        anonymous: true,
        alerted_at: null,
        source: 'content',
        source_id: 'picnic',
      },
    ]);
    expect(questions).toMatchObject([{ text: 'Where?' }, { text: 'When?' }]);
    expect(choices).toHaveLength(3);
  });

  it('opens to the school, without an end and with names until it says otherwise', async () => {
    const { key, title, opens_at, questions } = PICNIC;
    await bring({ key, title, opens_at, questions });
    expect((await rows())[0]).toMatchObject([
      {
        closes_at: null,
        audience_type: 'school',
        results_visibility: 'after_close',
        anonymous: false,
        organization_id: null,
      },
    ]);
  });

  it('stays untouched by the same file again', async () => {
    await bring(PICNIC);
    const before = await rows();
    expect(counted(await bring(PICNIC), 'polls')).toEqual([0, 0, 0, 1]);
    expect(await rows()).toEqual(before);
  });

  it('changes with the file while nobody has answered, and keeps what an entry does not name', async () => {
    await bring(PICNIC);
    const questions = [{ text: 'Whither?', choices: ['Sea', 'Hill'] }];
    const report = await bring({ key: 'picnic', title: 'Outing', questions });
    expect(counted(report, 'polls')).toEqual([0, 1, 0, 0]);
    const [polls, asked, choices] = await rows();
    expect(polls).toMatchObject([{ title: 'Outing', anonymous: true, results_visibility: 'always' }]);
    expect(asked).toMatchObject([{ text: 'Whither?' }]);
    expect(choices).toMatchObject([{ text: 'Sea' }, { text: 'Hill' }]);
  });

  it('closes at another time though it has answers, and keeps them', async () => {
    await bring(PICNIC);
    await answer();
    const [, ...before] = await rows();
    const report = await bring({ ...PICNIC, closes_at: null });
    expect([report.errors, counted(report, 'polls')]).toEqual([[], [0, 1, 0, 0]]);
    const [polls, ...after] = await rows();
    expect(polls).toMatchObject([{ closes_at: null }]);
    expect(after).toEqual(before);
    expect(await importer.rows('select from poll_answers')).toHaveLength(2);
  });

  it('notifies nobody and reminds nobody where the file says so, also from then on', async () => {
    const quiet = () => importer.rows('select alerted_at is null as a, reminded_at is null as r from polls');
    await bring(PICNIC);
    expect(await quiet()).toEqual([{ a: true, r: true }]);
    await bring({ ...PICNIC, send_alert: false });
    expect(await quiet()).toEqual([{ a: false, r: false }]);
  });

  it('addresses the organization that it goes over to', async () => {
    await bring(PICNIC);
    await bring({ ...PICNIC, organization: 'chess' });
    expect(
      await importer.rows(
        `select o.short_name from polls p join organizations o on o.id = any(p.audience_organization_ids)`,
      ),
    ).toEqual([{ short_name: 'chess' }]);
  });

  it('stays when the file no longer names it, and is not written on a dry run', async () => {
    const report = await importer.import(school, { polls: [PICNIC] }, true);
    expect(counted(report, 'polls')).toEqual([1, 0, 0, 0]);
    expect((await rows())[0]).toEqual([]);
    await bring(PICNIC);
    await bring();
    expect((await rows())[0]).toHaveLength(1);
  });
});
