import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../src/imports/content/content-file.schema.js';
import { FamiliesService } from '../../src/features/memberships/families.service.js';
import { ImportRuns } from '../../src/imports/import-runs.service.js';
import { emptyReport } from '../../src/platform/import-report.js';
import { Transactions } from '../../src/platform/transaction/transactions.service.js';
import { Follower } from '../support/changes/follower.js';
import { District } from '../support/schools/district.factory.js';
import { aPermissionSlip } from '../support/permission-slip.factory.js';
import { TestSchool } from '../support/school.factory.js';
import { type ImportApp, startImportApp } from './a-fed-app.js';
import { OneRosterFiles } from './oneroster/oneroster-files.js';
import { mailOf } from './undo/a-changing-district.js';

/* What a nightly import says in the journal, and what a family that follows the cursor reads of it. */

let t: ImportApp;
let district: District;
let schoolId: string;
let reader: Follower;
let numberOf = 0;

/** A school with two students, the guardian of the first of whom is a member; whatever the test adds to it. */
function night(change: (files: OneRosterFiles) => OneRosterFiles = (files) => files): OneRosterFiles {
  const files = new OneRosterFiles().school('north').mode({ classes: 'bulk', enrollments: 'bulk' });
  return change(files)
    .parent('ga', { email: mailOf(district, 'ga') })
    .parent('gb', { email: mailOf(district, 'gb'), phone: PHONES.gb! })
    .teacher('t', { email: mailOf(district, 't'), ...TEACHER })
    .student('a', { agentSourcedIds: 'ga' });
}

const B = { agentSourcedIds: 'gb' };
let PHONES: Record<string, string>;
let TEACHER: Record<string, string>;
const usual = (files: OneRosterFiles): OneRosterFiles =>
  files.student('b', B).class('k').enroll('k', 'a').teach('k', 't');

beforeAll(async () => {
  t = await startImportApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  district = new District(t, `night-${(numberOf += 1)}`);
  PHONES = { gb: '212 555 0101' };
  TEACHER = {};
  await district.bring(night(usual));
  schoolId = await district.schoolId('north');
  const parent = await district.registered(mailOf(district, 'ga'));
  const { body } = await t.api.get('/me', { token: parent.token });
  const [{ membership_id: membershipId }] = body.memberships as [{ membership_id: string }];
  reader = await Follower.begin(t, { id: schoolId }, { ...parent, membershipId });
});

const idOf = async (table: string, sourceId: string): Promise<string> => {
  const [row] = await t.dataSource.query<{ id: string }[]>(
    `select id from ${table} where school_id = $1 and source_id = $2`,
    [schoolId, sourceId],
  );
  return row!.id;
};
const kinds = async (): Promise<string[]> => {
  const rows = await t.dataSource.query<{ kind: string }[]>(
    'select kind from changes where school_id = $1 order by sequence',
    [schoolId],
  );
  return rows.map(({ kind }) => kind);
};
/** The kinds that this has recorded. */
const kindsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = (await kinds()).length;
  await work();
  return (await kinds()).slice(before).sort();
};

describe('A nightly import', () => {
  it('records nothing when it says what it said the night before', async () => {
    expect(await kindsOf(() => district.bring(night(usual)))).toEqual([]);
    expect(await reader.follow()).toEqual([]);
  });

  it('records nothing when it is a rehearsal', async () => {
    PHONES.gb = '212 555 0102';
    expect(await kindsOf(() => district.bring(night(usual), { dryRun: true }))).toEqual([]);
  });

  it('tells of one student after one phone number', async () => {
    PHONES.gb = '212 555 0102';
    expect(await kindsOf(() => district.bring(night(usual)))).toEqual(['student.changed']);
    expect(await reader.words()).toEqual([`changed student ${await idOf('students', 'b')}`]);
  });

  it('tells of a student who leaves, though the cursor was given after the import began', async () => {
    const id = await idOf('students', 'b');
    t.clock.stopAt(new Date(t.clock.now().getTime() - 60_000).toISOString());
    const left = (files: OneRosterFiles): OneRosterFiles => files.class('k').enroll('k', 'a').teach('k', 't');
    await district.bring(night(left));
    t.clock.moveTo(new Date().toISOString());
    expect(await reader.words()).toContain(`removed student ${id}`);
    expect(await kindsOf(() => district.bring(night(usual)))).toEqual(['student.changed']);
    expect(await reader.words()).toContain(`changed student ${id}`);
  });

  it('tells of a member of staff and of a class', async () => {
    TEACHER = { phone: '212 555 0199' };
    const more = (files: OneRosterFiles): OneRosterFiles => usual(files).enroll('k', 'b');
    expect(await kindsOf(() => district.bring(night(more)))).toEqual([
      'organization_roster.changed',
      'staff_member.changed',
    ]);
    expect(await reader.words()).toEqual(
      [
        `changed organization ${await idOf('organizations', 'k')}`,
        `changed organization_roster ${await idOf('organizations', 'k')}`,
        `changed staff_member ${await idOf('staff_members', 't')}`,
        `changed student ${await idOf('students', 'b')}`,
      ].sort(),
    );
  });

  it('tells of a class that is new, and of one that is archived', async () => {
    await district.bring(night((files) => usual(files).class('k1').enroll('k1', 'b').teach('k1', 't')));
    await reader.restart();
    const id = await idOf('organizations', 'k1');
    const another = (files: OneRosterFiles): OneRosterFiles => usual(files).class('k2');
    const recorded = await kindsOf(() => district.bring(night(another)));
    expect(recorded).toContain('organization.created');
    expect(recorded).not.toContain('organization.renamed');
    const told = await reader.words();
    expect(told).toContain(`removed organization ${id}`);
    expect(told).toContain(`removed organization_roster ${id}`);
    expect(told).toContain(`changed organization ${await idOf('organizations', 'k2')}`);
    expect(told).toContain(`changed staff_member ${await idOf('staff_members', 't')}`);
  });

  it('tells of what any of its transactions has changed, once', async () => {
    const report = emptyReport(false);
    const change = `update students set phone = $2 where school_id = $1 and source_id = 'b'`;
    const transactions = t.services.get(Transactions);
    const work = async (): Promise<void> => {
      await transactions.run((manager) => manager.query(change, [schoolId, '212 555 0103']));
      await transactions.run(() => Promise.resolve());
      await transactions.run((manager) => manager.query(change, [schoolId, '212 555 0104']));
    };
    const recorded = await kindsOf(() => t.services.get(ImportRuns).track('oneroster', null, report, work));
    expect(recorded).toEqual(['student.changed', 'student.changed']);
  });

  it('says roster.changed once where it changes very many', async () => {
    const many = (files: OneRosterFiles): OneRosterFiles => {
      for (let number = 0; number < 201; number += 1) files.student(`s${number}`);
      return usual(files);
    };
    expect(await kindsOf(() => district.bring(night(many)))).toEqual(['roster.changed']);
    expect(await reader.follow()).toBeNull();
  });
});

describe('A content file', () => {
  it('tells managers of the slips that show a student under another name', async () => {
    const school = new TestSchool(t, schoolId);
    const slip = await aPermissionSlip(t, school);
    const admin = await Follower.begin(t, school, await school.admin());
    await t.bring(schoolId, { students: [{ source_id: 'b', first_name: 'Bea' }] });
    expect(await admin.words()).toContain(`changed permission_slip ${slip.id}`);
    await t.bring(schoolId, { students: [{ source_id: 'b', phone: '212 555 0177' }] });
    expect(await admin.words()).toEqual([`changed student ${await idOf('students', 'b')}`]);
  });

  const bring = (document: ContentFile) => kindsOf(() => t.bring(schoolId, document));

  it('records a season as a change of the organization, and only another name as a new name', async () => {
    const go = { short_name: 'go', kind: 'club', name: 'Go' } as const;
    expect(await bring({ organizations: [go] })).toEqual(['organization.created']);
    expect(await bring({ organizations: [{ ...go, season: 'Fall' }] })).toEqual(['organization.changed']);
    expect(await bring({ organizations: [{ ...go, season: 'Fall', archived: true }] })).toEqual([
      'organization.changed',
    ]);
    expect(
      await bring({ organizations: [{ ...go, season: 'Fall', archived: true, name: 'Weiqi' }] }),
    ).toEqual(['organization.changed', 'organization.renamed']);
  });

  it('records the grants that are new, and those alone', async () => {
    const go = { short_name: 'go', kind: 'club', name: 'Go' } as const;
    const editors = [{ email: mailOf(district, 'ga') }];
    await bring({ organizations: [go] });
    expect(await bring({ organizations: [{ ...go, editors }] })).toEqual(['grant.changed']);
    expect(await bring({ organizations: [{ ...go, editors }] })).toEqual([]);
  });
});

describe('The end of a school year', () => {
  it('tells of each graduate that they are gone, and of the classes that counted them', async () => {
    await district.bring(night((files) => usual(files).enroll('k', 'b')));
    await reader.restart();
    const id = await idOf('students', 'b');
    await t.dataSource.query('update students set graduation_year = 2020 where id = $1', [id]);
    const families = t.services.get(FamiliesService);
    expect(await kindsOf(() => families.archiveGraduated(schoolId))).toEqual(['student.changed']);
    const k = await idOf('organizations', 'k');
    expect(await reader.words()).toEqual(
      [`changed organization ${k}`, `changed organization_roster ${k}`, `removed student ${id}`].sort(),
    );
    expect(await kindsOf(() => families.archiveGraduated(schoolId))).toEqual([]);
  });

  it('comes with the first of August at the school, and not before', async () => {
    await district.bring(night((files) => usual(files).enroll('k', 'b')));
    await t.dataSource.query('update students set graduation_year = 2027 where id = $1', [
      await idOf('students', 'b'),
    ]);
    const families = t.services.get(FamiliesService);
    t.clock.moveTo('2027-08-01T03:59:00Z');
    expect(await families.archiveGraduated(schoolId)).toBe(0);
    t.clock.moveTo('2027-08-01T04:00:00Z');
    expect(await families.archiveGraduated(schoolId)).toBe(1);
  });
});
