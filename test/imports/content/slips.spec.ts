import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContentImporter, counted } from './content-importer.js';
import { aSchoolWithEvents, importedSlips, MUSEUM, PLAIN, type ImportedSlip } from '../fed-slips.js';

let importer: ContentImporter;
let school: string;
beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => (school = await aSchoolWithEvents(importer)));

const { bring, slips, asked, everything, answer } = importedSlips(
  () => importer,
  () => school,
);

describe('A slip of a content file', () => {
  it('reads as it is told', async () => {
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

  it('asks for each student of the school, without a signature and without an end until it says otherwise', async () => {
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
  ])('goes with an occurrence: %s', async (event, day) => {
    await bring({ ...PLAIN, event });
    expect(
      await importer.row(
        'select e.start_date::text as day from permission_slips p join events e on e.id = p.event_id',
      ),
    ).toEqual({ day });
  });

  it('stays untouched by the same file again', async () => {
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
    const change = async (given: Partial<ImportedSlip>) => {
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

  it('addresses the organization that it goes over to', async () => {
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
