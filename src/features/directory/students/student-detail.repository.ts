import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { columnName } from '../../../platform/database/row-columns.js';
import { queryPrepared } from '../../../platform/database/prepared-statement.js';
import { STUDENT_COLUMNS } from './student.columns.js';
import type { Student } from './student.entity.js';
import type { StudentDetail } from './student-detail.dto.js';
import { isOrganizationVisible, kindOrder } from '../../../policy/organization-access.js';
import {
  accountOf,
  addressVisible,
  contactVisible,
  isOwn,
  isShownAsGuardian,
  legalNameVisible,
  studentContactVisible,
  type Viewer,
} from '../../../policy/privacy-mask.js';
import { isContactRestricted, isRestrictedStudent } from '../../../policy/guardian-restriction.js';
import { type NotesOwner, notesBy, starsBy } from '../../../policy/own-notes.js';
import { hasStudentPhoto } from '../../../policy/photo-visibility.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { fullName, inSchoolOrder } from '../../../policy/name-order.js';
import {
  ACTIVE_MEMBERSHIP,
  GUARDIAN_HAS_PHOTO,
  GUARDIAN_SORT_KEY,
  postalAddress,
  STUDENT_SORT_KEY,
} from '../roster/roster-student.js';

/** The caller; $2 is the student. */
export const STUDENT_READER: Viewer = { school: '$1', membership: '$3', admin: '$4' };

const guardians = (reader: Viewer, isContactVisible: string): string => `
  (select json_agg(json_build_object(
      'id', g.id, 'membership_id', ${ACTIVE_MEMBERSHIP}, 'name', ${fullName('g')}, 'sort_key', ${GUARDIAN_SORT_KEY},
      'relation', g.relation,
      'email', case when ${contactVisible('g', reader)} and ${isContactVisible} then g.email end,
      'phone', case when ${contactVisible('g', reader)} and ${isContactVisible} then g.phone end,
      'has_photo', ${GUARDIAN_HAS_PHOTO}, 'restricted', g.restricted_at is not null))
    from guardians g where g.school_id = s.school_id and g.student_id = s.id and ${isShownAsGuardian('g', reader)})`;

/** SQL for data of one member alone, by a student's id. */
export const ownStar = (student: string, owner: NotesOwner): string =>
  `exists (select from ${starsBy(owner)} star where star.student_id = ${student})`;
export const ownNotes = (student: string, owner: NotesOwner): string => `
  coalesce((select json_agg(json_build_object('student_id', n.student_id, 'body', n.body,
      'created_at', ${utcText('n.created_at')}, 'updated_at', ${utcText('n.updated_at')}))
    from ${notesBy(owner)} n where n.student_id = ${student}), '[]')`;

const organizations = (reader: Viewer): string => `
  (select json_agg(json_build_object('id', o.id, 'short_name', o.short_name, 'name', o.name, 'kind', o.kind)
      order by ${kindOrder('o')}, o.name, o.id)
    from organization_students enrolled
    join organizations o on o.school_id = enrolled.school_id and o.id = enrolled.organization_id
    where enrolled.school_id = s.school_id and enrolled.student_id = s.id and visible.beyond_the_name
      and ${isOrganizationVisible('o', reader.admin)})`;

/** Every column by its rule: to all members, or behind the mask of that name. */
const COLUMNS = (Object.keys(STUDENT_COLUMNS) as (keyof Student)[])
  .map((property) => ({ column: columnName(property), detail: STUDENT_COLUMNS[property].detail }))
  .filter(({ detail }) => detail !== 'nobody')
  .map(({ column, detail }) =>
    detail === 'members' ? `s.${column}` : `case when visible.${detail} then s.${column} end as ${column}`,
  )
  .join(', ');

interface DetailParts {
  /** Columns of what is the member's own. */
  own?: string;
  /** Of a guardian `g`, besides the masks of the member who looks. */
  isContactVisible?: string;
  reader?: Viewer;
}

/** $1 the school, $3 the member who looks, $4 whether they are an admin; $2 is for the conditions. */
export const studentDetails = (
  conditions: string,
  { own = '', isContactVisible = 'true', reader = STUDENT_READER }: DetailParts = {},
): string => `
  select ${COLUMNS}, ${fullName('s')} as name, ${STUDENT_SORT_KEY} as sort_key, school.locale,
    case when visible.address then ${postalAddress('s', 'school')} end as address,
    s.address_visible and visible.address as address_visible,
    ${hasStudentPhoto('s', reader)} as has_photo,
    coalesce(${guardians(reader, isContactVisible)}, '[]') as guardians,
    coalesce(${organizations(reader)}, '[]') as organizations,
    ${isOwn('s', reader)} as is_own ${own}
  from students s
  join schools school on school.id = s.school_id
  cross join lateral (
    select ${addressVisible('s', reader)} as address, ${studentContactVisible('s', reader)} as contact,
      ${legalNameVisible('s', reader)} as legal, not ${isRestrictedStudent('s', reader)} as beyond_the_name) visible
  where s.school_id = $1 and s.archived_at is null and ${conditions}`;

type StudentDetailRow = StudentDetail & { locale: string };

/** A membership that does not exist: a parent without a family, a star or a note. */
export const UNRELATED = { membershipId: '00000000-0000-0000-0000-000000000000', isAdmin: false };

/** Whose students are read, as somebody to whom a guardian's contact may be closed although others see it. */
const RELATIVE: Viewer = { school: '$1', membership: '$2', admin: '$4' };

/** $2 is whose students; who looks at them is another question. */
const LINKED = `
  ${studentDetails(
    's.id in (select linked.student_id from family_guardians linked where linked.school_id = $1 and linked.membership_id = $2)',
    {
      own: `, ${ownStar('s.id', STUDENT_READER)} as starred, ${ownNotes('s.id', STUDENT_READER)} as notes`,
      isContactVisible: `(${accountOf('g')} = ${RELATIVE.membership}::uuid or not ${isContactRestricted('g', RELATIVE)})`,
    },
  )}`;

/** The member whose linked students are read. */
export type Relative = Pick<Member, 'membershipId' | 'schoolId' | 'isAdmin'>;

@Injectable()
export class StudentDetailRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The member's linked students as the member gets them, by last name and first name; one round trip. */
  findLinked(member: Relative, manager = this.dataSource.manager): Promise<StudentDetail[]> {
    return this.read(manager, member, member);
  }

  /** The linked students as an unrelated parent of the school sees them. */
  findLinkedForOthers(member: Relative): Promise<StudentDetail[]> {
    return this.read(this.dataSource.manager, member, UNRELATED);
  }

  private async read(
    manager: EntityManager,
    { schoolId, membershipId }: Relative,
    viewer: Pick<Member, 'membershipId' | 'isAdmin'>,
  ): Promise<StudentDetail[]> {
    const parameters = [schoolId, membershipId, viewer.membershipId, viewer.isAdmin];
    return inSchoolOrder(await queryPrepared<StudentDetailRow>(manager, LINKED, parameters));
  }
}
