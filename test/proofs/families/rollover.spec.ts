import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ImportIssue } from '../../../src/platform/import-report.js';
import { OneRosterFiles } from '../../imports/oneroster/oneroster-files.js';
import { removeTemporaryFolders } from '../../imports/temporary-folder.js';
import { figure } from '../../support/proofs/figures.js';
import { anOperator, type Operator } from '../../support/processes/operator.js';

/*
 * A district goes from one school year into the next: everybody is a grade higher, a third changes schools, the twelfth grade
 * has left and a kindergarten is new. One school's export is broken, and has lost half of its students.
 */

const SCHOOLS = 20;
const STUDENTS = Number(process.env.DISTRICT_STUDENTS ?? 1_000);
const GRADES = ['KG', ...Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))];
const YEARS = [
  { sourcedId: 'y1', type: 'schoolYear', startDate: '2025-08-15', endDate: '2026-06-20' },
  { sourcedId: 'y2', type: 'schoolYear', startDate: '2026-08-15', endDate: '2027-06-20' },
];

let operator: Operator;
beforeAll(async () => (operator = await anOperator()));
afterAll(async () => {
  await removeTemporaryFolders();
  await operator.drop();
});

/** Ten schools have kindergarten to grade 5, five have 6 to 8, five have 9 to 12. */
function schoolOf(grade: number, student: number): string {
  if (grade <= 5) return `e${student % 10}`;
  return grade <= 8 ? `m${student % 5}` : `h${student % 5}`;
}

function district(year: 0 | 1, lost: (student: number, grade: number) => boolean): OneRosterFiles {
  const files = new OneRosterFiles();
  for (let at = 0; at < SCHOOLS; at += 1)
    files.school(at < 10 ? `e${at}` : at < 15 ? `m${at - 10}` : `h${at - 15}`);
  files.sessions = [YEARS[year]!];
  for (let student = 0; student < STUDENTS + (year * STUDENTS) / 10; student += 1) {
    const grade = (student < STUDENTS ? Math.floor(student / 10) % GRADES.length : -1) + year;
    if (grade >= GRADES.length || lost(student, grade)) continue;
    files
      .student(`s${student}`, {
        orgSourcedIds: schoolOf(grade, student),
        grades: GRADES[grade]!,
        agentSourcedIds: `g${student}`,
      })
      .parent(`g${student}`, { email: `g${student}@district.example` });
  }
  return files;
}

const rows = <T>(sql: string): Promise<T[]> => operator.dataSource.query<T[]>(sql);
const roster = () =>
  rows<{ source_id: string; students: number }>(
    `select school.source_id, count(s.id) filter (where s.archived_at is null)::int as students
     from schools school left join students s on s.school_id = school.id group by 1 order by 1`,
  );

describe('a district that goes into the next school year', () => {
  it('arrives there by one command, but for the school whose export is broken', async () => {
    const bring = async (files: OneRosterFiles, date: string) =>
      operator.types(
        `import oneroster ${await files.inFolder()} --time-zone America/New_York --on-date ${date} --json`.split(
          ' ',
        ),
      );
    expect(
      await bring(
        district(0, () => false),
        '2026-03-01',
      ),
    ).toMatchObject({ status: 0 });
    await rows(`
      with account as (
        insert into users (email, email_verified_at)
        select distinct email, now() from guardians where right(split_part(email, '@', 1), 1) in ('1', '2') returning id, email
      ), member as (
        insert into memberships (school_id, user_id, role, joined_at)
        select distinct g.school_id, account.id, 'parent', now() from guardians g join account using (email)
        returning id, school_id, user_id)
      select count(*) from member`);
    await rows(`update guardians g set membership_id = m.id from memberships m join users u on u.id = m.user_id
      where m.school_id = g.school_id and u.email = g.email`);
    const brokenAt = (student: number, grade: number): boolean =>
      grade <= 5 && grade >= 1 && student % 10 === 3 && student % 20 < 10;
    const files = district(1, brokenAt);
    const reports = [await bring(files, '2026-09-05'), await bring(files, '2026-09-05')];
    for (const { status, json } of reports) {
      expect(status).toBe(1);
      const codes = (json.errors as ImportIssue[]).map(({ code }) => code);
      expect(json.errors[0]).toMatchObject({ code: 'archive_limit', value: 'School e3' });
      expect([...new Set(codes)].sort()).toEqual(['archive_limit', 'arrival_waits', 'move_waits']);
      expect(codes.filter((code) => code === 'archive_limit')).toHaveLength(1);
      expect(json.schools).toHaveLength(SCHOOLS - 1);
    }
    expect(reports[1]!.json).toMatchObject({
      created: { students: 0, guardians: 0, schools: 0 },
      updated: { students: 0, guardians: 0, schools: 0 },
      archived: { students: 0, guardians: 0 },
    });
    const graduates = await rows<{ n: number }>(
      'select count(*)::int as n from students where graduation_year = 2026 and archived_at is null',
    );
    expect(graduates).toEqual([{ n: 0 }]);
    const twice = await rows(
      'select source_id from students where archived_at is null group by 1 having count(*) > 1',
    );
    expect(twice).toEqual([]);
    const [lost] = await rows<{ n: number }>(`
      select count(*)::int as n from users u where not exists (
        select from memberships m join guardians g on g.school_id = m.school_id and g.membership_id = m.id
        join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
        where m.user_id = u.id)
      and exists (select from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id
        where g.email = u.email and s.archived_at is null)`);
    expect(lost).toEqual({ n: 0 });
    const students = (await roster()).reduce((sum, each) => sum + each.students, 0);
    figure('District: schools, students on the rosters after the change', `${SCHOOLS}, ${students}`);
    figure(
      'District: schools refused, reports with anything changed the second time',
      '1, 0',
      'at most 1, 0',
    );
  });
});
