import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContentImporter, counted } from './content-importer.js';
import { aSchoolWithEvents, importedSlips, MUSEUM, PLAIN, type ImportedSlip } from '../fed-slips.js';

let importer: ContentImporter;
let school: string;
beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => (school = await aSchoolWithEvents(importer)));

const { bring, slips, everything, answer } = importedSlips(
  () => importer,
  () => school,
);

describe('A slip of a content file that cannot be taken', () => {
  it('appears in the report with its line, and the rest is taken', async () => {
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
      [2, 'missing_field', 'key'],
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

  it('knows no events of another school', async () => {
    const other = await importer.aSchool('south');
    const { errors } = await importer.import(other, { permission_slips: [{ ...PLAIN, event: 'visit' }] });
    expect(errors).toMatchObject([{ code: 'unknown_event', value: 'visit' }]);
  });

  it.each<[string, Partial<ImportedSlip>]>([
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
  ])('fails when it has answers and would get %s', async (_, change) => {
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
