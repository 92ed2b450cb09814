import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { MapMarkersRepository } from '../../src/features/directory/map/map-markers.repository.js';
import type { Student } from '../../src/features/directory/students/student.entity.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { figure } from '../support/proofs/figures.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { fullRosterBySql, rosterBySql, studentsBySql } from './directory-by-sql.js';

/** Schools that are made up; `SNAPSHOT_SCHOOLS=500` for the whole proof. */
const SCHOOLS = Number(process.env.SNAPSHOT_SCHOOLS ?? 4);

let t: TestApp;
let compared = 0;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => {
  await t.close();
  figure('Answers from snapshots, compared with what one statement tells each viewer', compared);
});

const oneOf = <T>(values: readonly T[]): T => values[randomInt(values.length)]!;
const often = (): boolean => randomInt(3) > 0;
const NAMES = ['Ada', 'ada', 'Åke', 'Łukasz', 'O"Neil\\', ' Zoë ', '李', 'E\u2028f', '👩‍👧', 'van der Berg'];

async function aStudent(school: TestSchool, someId: string): Promise<Student> {
  const known = { firstName: oneOf(NAMES), lastName: oneOf(NAMES), addressVisible: often() };
  const home = often()
    ? { latitude: oneOf([40.5, -33.123456789012345, 1e-7]), longitude: oneOf([0, 151.2]) }
    : {};
  return school.student({
    ...known,
    ...home,
    sourceId: someId,
    graduationYear: oneOf([null, 2030]),
    archivedAt: randomInt(6) === 0 ? new Date() : null,
  });
}

/** Families of all kinds, two of whose parents have more than one child. */
async function aRandomSchool(): Promise<{ school: TestSchool; viewers: TestMember[] }> {
  const school = await aSchool(t);
  const students: Student[] = [];
  for (let n = randomInt(9); n >= 0; n -= 1) students.push(await aStudent(school, `s${n}`));
  const parents: TestMember[] = [];
  const guardian = () => ({
    firstName: oneOf(NAMES),
    lastName: oneOf(['', ...NAMES]),
    phone: oneOf([null, '+1 555 0100']),
    isPrimary: randomInt(4) === 0,
    profileVisibility: oneOf(['full', 'name_only'] as const),
  });
  for (const student of students) {
    if (often()) await school.guardian(student, guardian());
    for (let n = randomInt(3); n > 0; n -= 1) {
      const several =
        randomInt(3) === 0 ? students.filter((other) => other === student || !often()) : [student];
      parents.push(await school.parentOf(several, guardian()));
    }
  }
  const viewers = [
    ...parents,
    await school.parent(),
    await school.admin(),
    await school.admin('junior_admin'),
  ];
  for (const viewer of viewers)
    for (const { id } of students) {
      if (!often())
        await t.dataSource.query(
          `insert into notes (school_id, author_membership_id, student_id, body, created_at, updated_at)
           values ($1, $2, $3, $4, now(), now())`,
          [school.id, viewer.membershipId, id, oneOf(NAMES)],
        );
      if (!often())
        await t.dataSource.query(
          'insert into stars (school_id, membership_id, student_id) values ($1, $2, $3)',
          [school.id, viewer.membershipId, id],
        );
    }
  return { school, viewers };
}

async function memberOf(school: TestSchool, { userId, membershipId }: TestMember) {
  const [row] = await t.dataSource.query<[{ role: 'parent' | 'senior_admin' }]>(
    'select role from memberships where id = $1',
    [membershipId],
  );
  return {
    userId,
    membershipId,
    schoolId: school.id,
    ...row,
    isAdmin: row.role !== 'parent',
    features: {},
    restrictedStudentIds: [],
  };
}

describe('a snapshot', () => {
  it.each(Array.from({ length: SCHOOLS }, (_, n) => `school ${n + 1}`))(
    'tells each viewer what one statement tells them in %s',
    async () => {
      const { school, viewers } = await aRandomSchool();
      const markers = t.app.get(MapMarkersRepository);
      const everywhere = { starredOnly: false, listId: null, organization: null };
      for (const viewer of viewers) {
        const member = await memberOf(school, viewer);
        for (const [path, expected] of [
          ['students', await rosterBySql(t.dataSource, member)],
          ['students?full=true', await fullRosterBySql(t.dataSource, member)],
          ['map-markers', JSON.parse((await markers.findMarkers(member, everywhere))!)],
        ] as const) {
          const { text } = await t.api.get(`/schools/${school.id}/${path}`, { token: viewer.token });
          expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(expected));
          compared += 1;
        }
        for (const student of await studentsBySql(t.dataSource, member)) {
          const { text } = await t.api.get(`/students/${student.id}`, { token: viewer.token });
          expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(student));
          compared += 1;
        }
      }
    },
    60_000,
  );
});
