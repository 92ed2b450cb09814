import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import type { ImportReport } from '../../../src/platform/import-report.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { ContentImportService } from '../../../src/imports/content/content-import.service.js';
import { type ImportApp, startImportApp } from '../a-fed-app.js';
import { undo } from '../undo/undo-run.js';

let t: ImportApp;
let school: TestSchool;
let rob: TestMember;
beforeAll(async () => {
  t = await startImportApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  rob = await school.parent({ firstName: 'Rob' });
});

const robSays = (more: object = {}): NonNullable<ContentFile['students']>[number]['guardians'] => [
  { first_name: 'Rob', last_name: 'Park', email: rob.email, ...more },
  { first_name: 'Mary', last_name: 'Park' },
];
const sam = (more: object = {}): ContentFile => ({
  students: [{ source_id: 'sam', first_name: 'Sam', last_name: 'Park', guardians: robSays(more) }],
});
const member = (more: object = {}): ContentFile => ({
  students: [{ source_id: 'sam', first_name: 'Sam', last_name: 'Park' }],
  members: [
    { email: rob.email, role: 'parent', students: [{ source_id: 'sam', relation: 'father', ...more }] },
  ],
});

const stored = () =>
  t.dataSource.query(
    `select first_name as name, restricted_at is not null as restricted, restricted_until::text as until, restriction_reason as reason
     from guardians where school_id = $1 order by 1`,
    [school.id],
  );
const restricted = async (): Promise<string[]> =>
  (await stored()).flatMap(({ name, restricted: is }: { name: string; restricted: boolean }) =>
    is ? [name] : [],
  );
const codes = ({ warnings, errors }: ImportReport): string[] =>
  [...errors, ...warnings].map(({ code }) => code);

describe('The restriction of a guardian in a content file', () => {
  it.each([
    ['an end without a restriction', { restricted_until: '2099-06-30' }, 'not_restricted'],
    [
      'an end with one that is lifted',
      { restricted: false, restricted_until: '2099-06-30' },
      'not_restricted',
    ],
    ['a day that is no date', { restricted: true, restricted_until: 'June' }, 'bad_format'],
    ['a last day that is over', { restricted: true, restricted_until: '2020-06-30' }, 'restriction_over'],
  ])('refuses %s', async (_, said, code) => {
    const report = await t.bring(school.id, sam(said));
    expect(report.errors).toEqual([expect.objectContaining({ code })]);
    expect(await restricted()).toEqual([]);
  });

  it('keeps them apart, says so, and leaves it as it is where the file says nothing', async () => {
    const report = await t.bring(school.id, sam({ restricted: true, restricted_until: '2099-06-30' }));
    expect(codes(report)).toEqual(['guardian_restricted']);
    expect(JSON.stringify(report)).not.toContain('Rob');
    const rows = await stored();
    expect(rows).toEqual([
      { name: 'Mary', restricted: false, until: null, reason: null },
      { name: 'Rob', restricted: true, until: '2099-06-30', reason: 'By the content file.' },
    ]);
    for (const again of [{}, { restricted: true }, { restricted: true, restricted_until: '2099-06-30' }])
      expect(codes(await t.bring(school.id, sam(again)))).toEqual([]);
    expect(await stored()).toEqual(rows);
    await t.bring(school.id, sam({ restricted: true, restricted_until: null }));
    expect(await stored()).toMatchObject([{}, { restricted: true, until: null }]);
  });

  it('ends it with false, once', async () => {
    await t.bring(school.id, sam({ restricted: true }));
    expect(codes(await t.bring(school.id, sam({ restricted: false })))).toEqual(['guardian_unrestricted']);
    expect(await restricted()).toEqual([]);
    expect(codes(await t.bring(school.id, sam({ restricted: false })))).toEqual([]);
    const { body } = await t.api.get('/me', { token: rob.token });
    expect(body.memberships[0].students).toMatchObject([{ restricted: false }]);
  });

  it('writes nothing in a dry run, and says what it would do', async () => {
    await t.bring(school.id, sam());
    const document = sam({ restricted: true });
    const report = await t.services
      .get(ContentImportService)
      .run({ document, schoolId: school.id, dryRun: true });
    expect(codes(report)).toEqual(['guardian_restricted']);
    expect(await restricted()).toEqual([]);
  });

  it('keeps a member and their student apart, and ends that', async () => {
    expect(codes(await t.bring(school.id, member({ restricted: true })))).toEqual(['guardian_restricted']);
    expect(await restricted()).toEqual(['Rob']);
    expect(codes(await t.bring(school.id, member()))).toEqual([]);
    expect(await restricted()).toEqual(['Rob']);
    expect(codes(await t.bring(school.id, member({ restricted: false })))).toEqual(['guardian_unrestricted']);
    expect(await restricted()).toEqual([]);
  });

  it('goes on where the school brings the record of a person who was linked by hand', async () => {
    rob = await school.parent({ firstName: null, lastName: null });
    await t.bring(school.id, member({ restricted: true }));
    expect(await restricted()).toEqual(['Father']);
    await t.bring(school.id, sam());
    expect(await restricted()).toEqual(['Rob']);
    const { body } = await t.api.get('/me', { token: rob.token });
    expect(body.memberships[0].students).toMatchObject([{ restricted: true }]);
  });

  it('withdraws what the guardian has claimed for the student', async () => {
    await t.bring(school.id, sam());
    const [{ id }] = await t.dataSource.query('select id from students where school_id = $1', [school.id]);
    const signup = await aSignup(t, school, { Driver: {} });
    await signup.claimed(rob, 'Driver', { student_id: id });
    await t.bring(school.id, sam({ restricted: true }));
    const claims = await t.dataSource.query('select status from signup_claims where school_id = $1', [
      school.id,
    ]);
    expect(claims).toEqual([{ status: 'withdrawn' }]);
  });

  it('ends with the undo of the import', async () => {
    await t.bring(school.id, sam());
    t.clock.advance(1000);
    const { run_id } = await t.bring(school.id, sam({ restricted: true }));
    expect(await restricted()).toEqual(['Rob']);
    t.clock.advance(1000);
    const report = await undo(t, run_id!);
    expect(report.conflicts).toEqual([]);
    expect(await restricted()).toEqual([]);
    const { body } = await t.api.get('/me', { token: rob.token });
    expect(body.memberships[0].students).toMatchObject([{ restricted: false }]);
  });

  it('comes back with the undo of an import that has ended it', async () => {
    await t.bring(school.id, sam({ restricted: true }));
    t.clock.advance(1000);
    const { run_id } = await t.bring(school.id, sam({ restricted: false }));
    const [{ id }] = await t.dataSource.query('select id from students where school_id = $1', [school.id]);
    const signup = await aSignup(t, school, { Driver: {} });
    await signup.claimed(rob, 'Driver', { student_id: id });
    t.clock.advance(1000);
    await undo(t, run_id!);
    expect(await restricted()).toEqual(['Rob']);
    const claims = await t.dataSource.query('select status from signup_claims where school_id = $1', [
      school.id,
    ]);
    expect(claims).toEqual([{ status: 'withdrawn' }]);
  });

  it('gives a shared account back to the other guardian with the undo', async () => {
    const shared = () => ({
      students: [
        {
          ...{ source_id: 'sam', first_name: 'Sam', last_name: 'Park' },
          guardians: [
            { first_name: 'Rob', last_name: 'Park', email: rob.email },
            { first_name: 'Mary', last_name: 'Park', email: rob.email },
          ],
        },
      ],
    });
    await t.bring(school.id, shared());
    const linked = () =>
      t.dataSource.query(
        `select first_name as name from guardians where school_id = $1 and coalesce(membership_id, shared_membership_id) = $2 order by 1`,
        [school.id, rob.membershipId],
      );
    expect(await linked()).toEqual([{ name: 'Mary' }, { name: 'Rob' }]);
    t.clock.advance(1000);
    const document = shared();
    Object.assign(document.students[0]!.guardians[0]!, { restricted: true });
    const { run_id } = await t.bring(school.id, document);
    expect(await linked()).toEqual([{ name: 'Rob' }]);
    t.clock.advance(1000);
    await undo(t, run_id!);
    expect(await linked()).toEqual([{ name: 'Mary' }, { name: 'Rob' }]);
  });
});
