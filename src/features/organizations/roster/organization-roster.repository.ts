import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { contactVisible, READER, readerParameters } from '../../../policy/privacy-mask.js';
import { queryPrepared } from '../../../platform/database/prepared-statement.js';
import { isRestrictedStudent } from '../../../policy/guardian-restriction.js';
import { memberContact } from '../../../policy/member-contact.js';
import {
  fullName,
  inNameOrder,
  inSchoolOrder,
  nameSortKey,
  schoolLocale,
} from '../../../policy/name-order.js';
import { families, GUARDIAN_COLUMNS, studentColumns } from '../../directory/roster/roster-student.js';
import type { ClassList } from './class-list.js';
import type {
  OrganizationParentBody,
  OrganizationParentInput,
  OrganizationStudentInput,
} from './organization-roster.dto.js';
import { OrganizationParent } from './organization-parent.entity.js';
import { OrganizationStudent } from './organization-student.entity.js';

/** OrganizationParent, masked for the caller. */
const PARENTS = `
  select m.id as membership_id, ${fullName('person')} as name, helping.title,
    case when ${contactVisible('person', READER)} then person.email end as email,
    case when ${contactVisible('person', READER)} then person.phone end as phone, ${nameSortKey('person', [], 'm.id')} as sort_key
  from organization_parents helping
  join memberships m on m.school_id = helping.school_id and m.id = helping.membership_id
    and m.deactivated_at is null
  join users u on u.id = m.user_id ${memberContact('null')}
  where helping.school_id = $1 and helping.organization_id = $4`;

/** The students of the organization $4 from whom the caller is not kept apart, for `families`. */
const FOUND = `
  with found as materialized (
    select s.*, enrolled.position, enrolled.jersey from organization_students enrolled
    join students s on s.school_id = enrolled.school_id and s.id = enrolled.student_id and s.archived_at is null
    where enrolled.school_id = $1 and enrolled.organization_id = $4 and not ${isRestrictedStudent('s', READER)})`;

const ROSTER = `
  ${FOUND}
  select coalesce((select json_agg(item) from (
      select ${studentColumns(READER)}, coalesce(family.list, '[]') as guardians, s.position, s.jersey
      from found s ${families(GUARDIAN_COLUMNS)}) item), '[]') as students,
    coalesce((select json_agg(item) from (${PARENTS}) item), '[]') as parents, ${schoolLocale('$1')} as locale`;

const CONTACT = (column: string): string =>
  `case when ${contactVisible('g', READER)} then g.${column} end as ${column}`;

/** The students of ROSTER with their guardians, the contact masked for the caller, and the names of the organization and the school. */
const CLASS_LIST = `
  ${FOUND}
  select o.name, coalesce((select json_agg(item) from (
      select ${studentColumns(READER)}, s.grade, coalesce(family.list, '[]') as guardians, s.position, s.jersey
      from found s ${families(`${GUARDIAN_COLUMNS}, g.id, ${CONTACT('email')}, ${CONTACT('phone')}`)}) item), '[]') as students,
    ${schoolLocale('$1')} as locale,
    json_build_object('name', home.name, 'locale', home.locale, 'country', home.country, 'timeZone', home.time_zone) as school
  from organizations o join schools home on home.id = o.school_id where o.school_id = $1 and o.id = $4`;

const PUT_PARENT = `
  insert into organization_parents (organization_id, membership_id, school_id, title, added_at)
  select $1, m.id, m.school_id, $4, $6 from memberships m
  where m.school_id = $2 and m.id = $3 and m.deactivated_at is null for share
  on conflict (school_id, organization_id, membership_id) do update
    set title = case when $5 then excluded.title else organization_parents.title end
  returning 1`;

const PUT_STUDENT = `
  insert into organization_students (organization_id, student_id, school_id, position, jersey, source, added_at)
  select $1, s.id, s.school_id, $4, $6, null, $8 from students s
  where s.school_id = $2 and s.id = $3 and s.archived_at is null
  on conflict (school_id, organization_id, student_id) do update
    set position = case when $5 then excluded.position else organization_students.position end,
      jersey = case when $7 then excluded.jersey else organization_students.jersey end
  returning 1`;

@Injectable()
export class OrganizationRosterRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The roster as the text of the answer. */
  async findRoster(member: Member, organizationId: string): Promise<string> {
    const rows = await queryPrepared<{ students: object[]; parents: object[]; locale: string }>(
      this.dataSource,
      ROSTER,
      [...readerParameters(member), organizationId],
    );
    return JSON.stringify(inSchoolOrder(rows)[0]);
  }

  /** Null where the school has no such organization. */
  async findClassList(member: Member, organizationId: string): Promise<ClassList | null> {
    const rows = await this.dataSource.query<(ClassList & { locale: string })[]>(CLASS_LIST, [
      ...readerParameters(member),
      organizationId,
    ]);
    return inSchoolOrder(rows)[0] ?? null;
  }

  async findParent(
    manager: EntityManager,
    member: Member,
    organizationId: string,
    membershipId: string,
  ): Promise<OrganizationParentBody | null> {
    const [row] = await manager.query<OrganizationParentBody[]>(`${PARENTS} and m.id = $5`, [
      ...readerParameters(member),
      organizationId,
      membershipId,
    ]);
    return row ? inNameOrder([row], '')[0]! : null;
  }

  async findParentIds({ schoolId }: Member, organizationId: string): Promise<string[]> {
    const parents = await this.dataSource
      .getRepository(OrganizationParent)
      .findBy({ schoolId, organizationId });
    return parents.map(({ membershipId }) => membershipId);
  }

  /**
   * Adds a parent, or changes the title of one who is on the roster. The membership stays active until the transaction ends.
   * @returns false when the person is no active member of the school
   */
  async putParent(
    manager: EntityManager,
    schoolId: string,
    organizationId: string,
    { membership_id, title }: OrganizationParentInput,
    now: Date,
  ): Promise<boolean> {
    const given = [membership_id, title ?? null, title !== undefined];
    const rows = await manager.query<unknown[]>(PUT_PARENT, [organizationId, schoolId, ...given, now]);
    return rows.length > 0;
  }

  /**
   * Adds a student, or changes position and jersey of one who is on the roster.
   * @returns false when the student is not on the school's roster
   */
  async putStudent(
    manager: EntityManager,
    schoolId: string,
    organizationId: string,
    { student_id, position, jersey }: OrganizationStudentInput,
    now: Date,
  ): Promise<boolean> {
    const given = [
      student_id,
      position ?? null,
      position !== undefined,
      jersey ?? null,
      jersey !== undefined,
    ];
    const rows = await manager.query<unknown[]>(PUT_STUDENT, [organizationId, schoolId, ...given, now]);
    return rows.length > 0;
  }

  async removeParent(
    manager: EntityManager,
    { schoolId }: Member,
    organizationId: string,
    membershipId: string,
  ): Promise<void> {
    await manager.getRepository(OrganizationParent).delete({ schoolId, organizationId, membershipId });
  }

  async removeStudent(
    manager: EntityManager,
    { schoolId }: Member,
    organizationId: string,
    studentId: string,
  ): Promise<void> {
    await manager.getRepository(OrganizationStudent).delete({ schoolId, organizationId, studentId });
  }
}
