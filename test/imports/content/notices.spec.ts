import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { AlertsService } from '../../../src/features/alerts/alerts.service.js';
import { ContentImporter, counted } from './content-importer.js';

type NoticeInput = NonNullable<ContentFile['notices']>[number];

let importer: ContentImporter;
let school: string;

beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  await importer.empty();
  importer.clock.moveTo('2026-11-21T12:00:00Z');
  school = await importer.aSchool('north');
  await importer.import(school, {
    categories: [{ name: 'News', color: '#112233' }],
    organizations: [
      { short_name: 'soccer', kind: 'team', name: 'Soccer', parents: ['coach@example.org'] },
      { short_name: 'chess', kind: 'club', name: 'Chess' },
    ],
    members: [
      { email: 'head@example.org', role: 'senior_admin' },
      { email: 'coach@example.org', role: 'parent' },
      { email: 'gone@example.org', role: 'parent', deactivated: true },
    ],
  });
});

const SNOW = {
  key: 'snow',
  title: 'Snow day',
  body: '<p>Stay at home.</p>',
  expires_at: '2026-11-22T12:00:00-05:00',
} satisfies NoticeInput;

const bring = (...notices: NoticeInput[]) => importer.import(school, { notices });
const rows = () => importer.rows('select * from notices order by source_id');
const told = async () =>
  (
    await importer.rows<{ email: string }>(
      `select u.email from notifications n join memberships m on m.id = n.membership_id
       join users u on u.id = m.user_id where n.kind = 'notice_created' order by 1`,
    )
  ).map(({ email }) => email);
const alertJob = () => importer.services.get(AlertsService, { strict: false }).recordNextDue();

describe('the notices of a content file that cannot be taken', () => {
  it('are reported with their lines, and nothing of them is written', async () => {
    const path = await importer.file(
      'notices.yaml',
      `notices:
  - { key: a, title: No body, expires_at: 2100-01-01T00:00:00Z }
  - { key: b, title: No end, body: Hello }
  - { key: c, title: Guessed, body: Hello, expires_at: 2100-01-01T00:00:00 }
  - { key: d, title: Backwards, body: Hello, starts_at: 2100-01-02T00:00:00Z, expires_at: 2100-01-01T00:00:00Z }
  - { key: e, title: Shows nothing, body: <script>x</script>, expires_at: 2100-01-01T00:00:00Z }
  - { key: f, title: Unknown, body: Hello, expires_at: 2100-01-01T00:00:00Z, category: Sports }
  - { key: g, title: Unknown, body: Hello, expires_at: 2100-01-01T00:00:00Z, audience: { type: organizations, organizations: [golf] } }
  - { key: h, title: For some, body: Hello, expires_at: 2100-01-01T00:00:00Z, audience: { type: graduation_years } }
  - { title: Without a key, body: Hello, expires_at: 2100-01-01T00:00:00Z }
  - { key: i, title: Fine, body: Hello, expires_at: 2100-01-01T00:00:00Z }
  - { key: i, title: Twice, body: Hello, expires_at: 2100-01-01T00:00:00Z }
  - { key: j, title: Loud, body: Hello, expires_at: 2100-01-01T00:00:00Z, send_alert: maybe }
`,
    );
    const report = await importer.run({ path, schoolId: school });
    expect(report.errors.map(({ line, code, value }) => [line, code, value])).toEqual([
      [2, 'not_valid', 'a'],
      [3, 'not_valid', 'b'],
      [4, 'bad_format', '2100-01-01T00:00:00'],
      [5, 'not_valid', 'd'],
      [6, 'not_valid', 'e'],
      [7, 'unknown_category', 'Sports'],
      [8, 'unknown_organization', 'golf'],
      [9, 'missing_field', 'graduation_years'],
      [10, 'missing_field', 'key'],
      [12, 'duplicate', 'i'],
      [13, 'wrong_type', 'maybe'],
    ]);
    expect(counted(report, 'notices')).toEqual([1, 0, 0, 0]);
    expect(await rows()).toMatchObject([{ title: 'Fine' }]);
  });

  it('leave one that was there as it was', async () => {
    await bring(SNOW);
    const before = await importer.everything();
    const report = await bring({ ...SNOW, starts_at: '2026-11-23T00:00:00Z' });
    expect(report.errors).toMatchObject([{ code: 'not_valid', value: 'snow' }]);
    expect(await importer.everything()).toEqual(before);
  });

  it('lose an image that is not there, with a warning', async () => {
    const image = '<img src="image:7c9e6679-7425-40de-944b-e07fc1f90ae7" alt="Snow">';
    const report = await bring({ ...SNOW, body: `<p>Look: ${image}</p>` });
    expect(report.warnings).toMatchObject([{ code: 'unknown_image', value: 'snow' }]);
    expect(report.errors).toEqual([]);
    expect((await rows())[0]!.body).not.toContain('<img');
  });
});

describe('the notices of a content file', () => {
  it('are written as they are told, by nobody, with clean texts', async () => {
    await bring({
      ...SNOW,
      body: '<p onclick="x()">Stay <b>in</b>.</p>',
      starts_at: '2026-11-22T06:00:00-05:00',
      pinned: true,
      category: 'News',
      organization: 'soccer',
    });
    const { id } = await importer.row<{ id: string }>(
      `select id from organizations where short_name = 'soccer'`,
    );
    expect(await rows()).toMatchObject([
      {
        title: 'Snow day',
        body: '<p>Stay <strong>in</strong>.</p>',
        starts_at: new Date('2026-11-22T11:00:00Z'),
        expires_at: new Date('2026-11-22T17:00:00Z'),
        pinned: true,
        organization_id: id,
        audience_type: 'organizations',
        audience_organization_ids: [id],
        created_by_membership_id: null,
        source: 'content',
        source_id: 'snow',
      },
    ]);
  });

  it('are not touched by the same file again, whatever was edited since', async () => {
    await bring(SNOW);
    await importer.rows(`update notices set title = 'Edited'`);
    const before = await importer.everything();
    expect(counted(await bring(SNOW), 'notices')).toEqual([0, 0, 0, 1]);
    expect(await importer.everything()).toEqual(before);
  });

  it('change with the file, keep what an entry does not name, and stay when it names them no more', async () => {
    await bring({ ...SNOW, pinned: true, organization: 'soccer' });
    const [before] = await rows();
    const report = await bring({ key: 'snow', title: 'More snow', organization: 'chess' });
    expect(counted(report, 'notices')).toEqual([0, 1, 0, 0]);
    const { id } = await importer.row<{ id: string }>(
      `select id from organizations where short_name = 'chess'`,
    );
    const [after] = await rows();
    expect(after).toMatchObject({
      ...{ id: before!.id, body: before!.body, expires_at: before!.expires_at, pinned: true },
      ...{ title: 'More snow', organization_id: id, audience_organization_ids: [id] },
    });
    await bring();
    expect(await rows()).toEqual([after]);
  });

  it('write nothing on a dry run', async () => {
    const before = await importer.everything();
    const report = await importer.import(school, { notices: [SNOW] }, true);
    expect(counted(report, 'notices')).toEqual([1, 0, 0, 0]);
    expect(await importer.everything()).toEqual(before);
  });
});

describe('the alerts of imported notices', () => {
  it.each([
    ['said not to', { send_alert: false }],
    ['over already', { expires_at: '2026-11-20T00:00:00Z' }],
    [
      'over already and begun before',
      { starts_at: '2026-11-01T00:00:00Z', expires_at: '2026-11-20T00:00:00Z' },
    ],
  ])('do not go out for one that is %s, not even later', async (_, given) => {
    await bring({ ...SNOW, ...given });
    await bring({ ...SNOW, ...given, title: 'Changed', expires_at: '2026-12-24T00:00:00Z' });
    expect(await alertJob()).toBe(false);
    expect(await told()).toEqual([]);
  });

  it('go out once for a new one, to its audience alone', async () => {
    await bring({ ...SNOW, organization: 'soccer' });
    expect(await told()).toEqual(['coach@example.org']);
    await bring({ ...SNOW, organization: 'soccer', title: 'More snow', audience: { type: 'school' } });
    expect(await alertJob()).toBe(false);
    expect(await told()).toEqual(['coach@example.org']);
  });

  it('wait for the start of one that is to come, and can be called off until then', async () => {
    const later = { starts_at: '2026-11-21T18:00:00Z' };
    await bring({ ...SNOW, ...later }, { ...SNOW, key: 'ice', ...later });
    expect(await told()).toEqual([]);
    await bring({ ...SNOW, ...later }, { ...SNOW, key: 'ice', ...later, send_alert: false });
    importer.clock.moveTo('2026-11-21T18:00:00Z');
    expect([await alertJob(), await alertJob()]).toEqual([true, false]);
    expect(await told()).toEqual(['coach@example.org', 'head@example.org']);
  });
});
