import type { DataSource } from 'typeorm';
import type { Member } from '../../src/platform/auth/caller.js';
import {
  addressVisible,
  ANYBODY,
  contactVisible,
  isVisibleAsGuardian,
  type Viewer,
} from '../../src/policy/privacy-mask.js';
import { fullName, inSchoolOrder, schoolLocale } from '../../src/policy/name-order.js';
import {
  ACTIVE_MEMBERSHIP,
  GUARDIAN_SORT_KEY,
  rosterStudents,
  STUDENT_SORT_KEY,
} from '../../src/features/directory/roster/roster-student.js';
import {
  ownNotes,
  ownStar,
  studentDetails,
} from '../../src/features/directory/students/student-detail.repository.js';

const VIEWER: Viewer = { school: '$1', membership: '$2', admin: '$3' };

const FULL_ROSTER = `
  select s.id, s.first_name, s.last_name, ${fullName('s')} as name, s.graduation_year,
    exists (select from student_photos p where p.student_id = s.id) as has_photo,
    case when ${addressVisible('s', VIEWER)} then s.latitude end as latitude,
    case when ${addressVisible('s', VIEWER)} then s.longitude end as longitude,
    (select n.body from notes n where n.student_id = s.id and n.author_membership_id = $2) as note,
    coalesce((select json_agg(json_build_object(
        'id', g.id, 'membership_id', ${ACTIVE_MEMBERSHIP}, 'name', trim(g.first_name || ' ' || g.last_name),
        'relation', g.relation,
        'has_photo', exists (select from parent_photos p where p.membership_id = ${ACTIVE_MEMBERSHIP}),
        'email', case when ${contactVisible('g', VIEWER)} then g.email end,
        'phone', case when ${contactVisible('g', VIEWER)} then g.phone end, 'restricted', g.restricted_at is not null,
        'sort_key', ${GUARDIAN_SORT_KEY}))
      from guardians g where g.student_id = s.id and ${isVisibleAsGuardian('g', VIEWER)}), '[]') as guardians,
    ${STUDENT_SORT_KEY} as sort_key, ${schoolLocale('$1')} as locale
  from students s where s.school_id = $1 and s.archived_at is null`;

const OWNER = { school: '$1', membership: '$3' };
const STUDENTS = studentDetails('$2::boolean', {
  own: `, ${ownStar('s.id', OWNER)} as starred, ${ownNotes('s.id', OWNER)} as notes`,
});

const ROSTER = `
  with found as (select s.* from students s where s.school_id = $1 and s.archived_at is null)
  select item.*, ${schoolLocale('$1')} as locale from (${rosterStudents(ANYBODY)}) item`;

type Viewing = Pick<Member, 'schoolId' | 'membershipId' | 'isAdmin'>;

/** The roster as one statement tells it. */
export async function rosterBySql(dataSource: DataSource, { schoolId }: Viewing): Promise<unknown> {
  return { students: inSchoolOrder(await dataSource.query(ROSTER, [schoolId])) };
}

/** The full roster as one statement tells it, masked for the caller by the database. */
export async function fullRosterBySql(
  dataSource: DataSource,
  { schoolId, membershipId, isAdmin }: Viewing,
): Promise<unknown> {
  return { students: inSchoolOrder(await dataSource.query(FULL_ROSTER, [schoolId, membershipId, isAdmin])) };
}

/** Every student as one statement tells it. */
export const studentsBySql = async (
  dataSource: DataSource,
  { schoolId, membershipId, isAdmin }: Viewing,
): Promise<{ id: string }[]> =>
  inSchoolOrder(
    await dataSource.query<{ id: string; locale: string }[]>(STUDENTS, [
      schoolId,
      true,
      membershipId,
      isAdmin,
    ]),
  );
