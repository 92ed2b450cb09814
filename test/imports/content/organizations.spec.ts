import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { ContentImporter, counted } from './content-importer.js';

type Organization = NonNullable<ContentFile['organizations']>[number];

let importer: ContentImporter;
let school: string;

beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  school = await importer.onlySchool();
  await importer.import(school, {
    students: ['s-1', 's-2'].map((source_id) => ({ source_id, first_name: 'Ada', last_name: 'Park' })),
    members: [
      { email: 'maria@example.org', role: 'parent' },
      { email: 'juan@example.org', role: 'parent' },
      { email: 'gone@example.org', role: 'parent', deactivated: true },
    ],
    staff: [{ first_name: 'Ines', last_name: 'Dahl', email: 'ines@north.example' }],
  });
});

const CHESS = { short_name: 'chess', kind: 'club', name: 'Chess Club' } satisfies Organization;
const bring = (...organizations: Organization[]) => importer.import(school, { organizations });
const stored = () => importer.row(`select * from organizations where short_name = 'chess'`);
const grants = () =>
  importer.rows(
    `select u.email, g.expires_at, g.revoked_at is not null as revoked from organization_grants g
     join memberships m on m.id = g.membership_id join users u on u.id = m.user_id order by 1`,
  );
const leaders = () =>
  importer.rows(`select coalesce(sm.first_name, u.email, s.source_id) as who, l.title, l.position
    from organization_leaders l left join staff_members sm on sm.id = l.staff_member_id
    left join students s on s.id = l.student_id
    left join memberships m on m.id = l.membership_id left join users u on u.id = m.user_id order by l.position`);

describe('organizations of a content file that cannot be taken', () => {
  it('appear in the report with their line, and the rest of the file is taken', async () => {
    const path = await importer.file(
      'clubs.yaml',
      `organizations:
  - { short_name: Chess Club, kind: club, name: Chess }
  - { short_name: choir, name: Choir }
  - { short_name: band, kind: orchestra, name: Band }
  - { short_name: art, kind: club, name: Art, leaders: [{ title: Adviser }] }
  - { short_name: go, kind: club, name: Go, website: 'javascript:alert(1)' }
  - { short_name: poetry, kind: club, name: Poetry, editors: [{ email: maria@example.org, expires_at: 2027-06-30T17:00:00 }] }
  - { short_name: drama, kind: club, name: Drama }
  - { short_name: drama, kind: club, name: Drama again }
  - { short_name: ski, kind: club, name: Ski, website: "https://ski.example/${'x'.repeat(200)}" }
  - { short_name: chess, kind: club, name: Chess, editors: [{ email: maria@example.org, expires_at: 0000-05-01T00:00:00Z }] }
`,
    );
    const report = await importer.run({ path, schoolId: school });
    expect(report.errors.map(({ line, code, value }) => [line, code, value])).toEqual([
      [2, 'bad_format', 'Chess Club'],
      [3, 'missing_field', 'choir'],
      [4, 'unknown_value', 'orchestra'],
      [5, 'not_one_person', null],
      [6, 'bad_format', 'javascript:alert(1)'],
      [7, 'bad_format', '2027-06-30T17:00:00'],
      [9, 'duplicate', 'drama'],
      [10, 'too_long', expect.stringMatching(/^https:/)],
      [11, 'out_of_range', '0000-05-01T00:00:00Z'],
    ]);
    expect(counted(report, 'organizations')).toEqual([1, 0, 0, 0]);
  });

  it('name people who are not known: those are reported, without their address, and the others taken', async () => {
    const report = await bring({
      ...CHESS,
      students: ['s-1', 's-9'],
      parents: ['nobody@example.org', 'maria@example.org'],
      leaders: [
        { email: 'nobody@example.org', title: 'Coach' },
        { source_id: 's-9', title: 'Captain' },
      ],
      editors: [{ email: 'gone@example.org' }, { email: 'nobody@example.org' }],
    });
    expect(report.errors.map(({ code, value, message }) => [code, value, message.split(': ')[1]])).toEqual([
      ['unknown_student', 's-9', 'chess, students[1]'],
      ['unknown_member', '', 'chess, parents[0]'],
      ['unknown_member', '', 'chess, leaders[0]'],
      ['unknown_student', 's-9', 'chess, leaders[1]'],
      ['unknown_member', '', 'chess, editors[0]'],
      ['unknown_member', '', 'chess, editors[1]'],
    ]);
    expect(JSON.stringify(report)).not.toContain('@');
    expect(report.created).toMatchObject({ organization_students: 1, organization_parents: 1, grants: 0 });
  });

  it('lose what the database could not hold of a website', async () => {
    const website = 'https://chess\0.example';
    expect((await bring({ ...CHESS, website })).errors).toEqual([]);
    expect((await stored()).website).toBe('https://chess.example');
  });

  it('take the people who were missing when they are there', async () => {
    const entry = { ...CHESS, students: ['s-9'] };
    await bring(entry);
    await importer.import(school, { students: [{ source_id: 's-9', first_name: 'Mia', last_name: 'Ruiz' }] });
    expect((await bring(entry)).created.organization_students).toBe(1);
  });
});

describe('organizations of a content file', () => {
  it('come with everything that is said of them', async () => {
    const report = await bring({
      ...CHESS,
      category: 'Games',
      season: '2026–27',
      website: 'https://chess.example',
      meeting_info: 'Wednesday',
      students: ['s-1', 's-2', 's-1'],
      parents: ['maria@example.org'],
      leaders: [
        { email: 'ines@north.example', title: 'Adviser' },
        { email: 'juan@example.org', title: 'Coach' },
        { source_id: 's-2', title: 'Captain' },
      ],
      editors: [
        { email: 'maria@example.org', expires_at: '2027-06-30T17:00:00-04:00' },
        { email: 'juan@example.org', revoked: true },
      ],
    });
    expect(report).toMatchObject({
      errors: [],
      warnings: [],
      created: {
        organizations: 1,
        organization_students: 2,
        organization_parents: 1,
        organization_leaders: 3,
        grants: 2,
      },
    });
    expect(await stored()).toMatchObject({
      kind: 'club',
      source: 'content',
      source_id: 'chess',
      category: 'Games',
      season: '2026–27',
      website: 'https://chess.example',
      meeting_info: 'Wednesday',
      archived_at: null,
    });
    expect(await leaders()).toEqual([
      { who: 'Ines', title: 'Adviser', position: 1 },
      { who: 'juan@example.org', title: 'Coach', position: 2 },
      { who: 's-2', title: 'Captain', position: 3 },
    ]);
    expect(await grants()).toEqual([
      { email: 'juan@example.org', expires_at: null, revoked: true },
      { email: 'maria@example.org', expires_at: new Date('2027-06-30T21:00:00Z'), revoked: false },
    ]);
  });

  it.each(['fall--soccer', 'team-', 'a'.repeat(100)])('keep the short name %s', async (short_name) => {
    expect((await bring({ ...CHESS, short_name, students: ['s-1'] })).created.organization_students).toBe(1);
    expect(await importer.rows('select short_name from organizations')).toEqual([{ short_name }]);
  });

  it('hold sanitised text only', async () => {
    const description = '<p onclick="steal()">Mud</p><script>steal()</script>';
    await bring({ ...CHESS, description });
    expect((await stored()).description).toBe('<p>Mud</p>');
  });

  it('lose an image that the school does not have, and the warnings name them', async () => {
    const description = '<p>Mud<img src="image:7f3fa1a4-4c7b-4b8e-9f0e-0d6d0f5c1a11" alt=""></p>';
    const { errors, warnings } = await bring({ ...CHESS, description });
    expect([errors, warnings]).toMatchObject([[], [{ code: 'unknown_image', value: 'chess' }]]);
    expect((await stored()).description).toBe('<p>Mud</p>');
    expect(counted(await bring({ ...CHESS, description }), 'organizations')).toEqual([0, 0, 0, 1]);
  });

  it('keep what an entry does not name, and lose what it names as null', async () => {
    await bring({
      ...CHESS,
      season: 'Fall',
      category: 'Games',
      students: ['s-1'],
      parents: ['maria@example.org'],
    });
    const report = await bring({ short_name: 'chess', season: null, students: ['s-2'] });
    expect(counted(report, 'organizations')).toEqual([0, 1, 0, 0]);
    expect(await stored()).toMatchObject({ name: 'Chess Club', category: 'Games', season: null });
    expect(await importer.rows('select 1 from organization_students')).toHaveLength(2);
    expect(await importer.rows('select 1 from organization_parents')).toHaveLength(1);
  });

  it('keep what was edited here since, when the file repeats itself', async () => {
    const entry = {
      ...CHESS,
      students: ['s-1', 's-2'],
      leaders: [{ email: 'ines@north.example', title: 'Adviser' }],
    };
    await bring(entry);
    await importer.rows(`update organizations set description = '<p>Ours</p>'`);
    await importer.rows(`update organization_leaders set title = 'Grand Master'`);
    await importer.rows('delete from organization_students');
    const report = await bring(entry);
    expect(report.unchanged).toMatchObject({ organizations: 1, organization_students: 2 });
    expect(await stored()).toMatchObject({ description: '<p>Ours</p>' });
    expect(await leaders()).toMatchObject([{ title: 'Grand Master' }]);
    expect(await importer.rows('select 1 from organization_students')).toEqual([]);
  });

  it('go into the archive and come back', async () => {
    await bring(CHESS);
    expect(counted(await bring({ short_name: 'chess', archived: true }), 'organizations')).toEqual([
      0, 0, 1, 0,
    ]);
    expect((await stored()).archived_at).not.toBeNull();
    expect(counted(await bring({ short_name: 'chess' }), 'organizations')[3]).toBe(1);
    expect((await stored()).archived_at).not.toBeNull();
    await bring({ short_name: 'chess', archived: false });
    expect((await stored()).archived_at).toBeNull();
  });

  it("gain what is added when they are of another source, and stay that source's", async () => {
    await importer.rows(
      `insert into organizations (school_id, kind, name, short_name, source, source_id, source_digest, created_at, updated_at)
       values ($1, 'class', 'Art', 'art', 'oneroster', 'c1', 'digest', now(), now())`,
      [school],
    );
    const entry = { short_name: 'art', season: 'Fall', students: ['s-1'] };
    expect(counted(await bring(entry), 'organizations')).toEqual([0, 1, 0, 0]);
    expect(await importer.row(`select source_digest, season, name from organizations`)).toEqual({
      source_digest: 'digest',
      season: 'Fall',
      name: 'Art',
    });
    expect(counted(await bring(entry), 'organizations')).toEqual([0, 0, 0, 1]);
  });

  it('keep an editor revoked whom the file only names again, and give the right back when it says so', async () => {
    const editors = (editor: object) =>
      bring({ ...CHESS, editors: [{ email: 'maria@example.org', ...editor }] });
    await editors({ expires_at: '2027-06-30T17:00:00Z' });
    await importer.rows('update organization_grants set revoked_at = now()');
    expect(counted(await editors({}), 'grants')).toEqual([0, 0, 0, 1]);
    expect(await grants()).toMatchObject([{ revoked: true, expires_at: new Date('2027-06-30T17:00:00Z') }]);
    expect(counted(await editors({ revoked: false, expires_at: null }), 'grants')).toEqual([0, 1, 0, 0]);
    expect(await grants()).toMatchObject([{ revoked: false, expires_at: null }]);
  });
});
