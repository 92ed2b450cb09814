import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Category } from '../../features/categories/category.entity.js';
import { Guardian } from '../../features/directory/guardians/guardian.entity.js';
import { Student } from '../../features/directory/students/student.entity.js';
import { HIDES_CONTACT } from '../../policy/privacy-mask.js';
import { Organization } from '../../features/organizations/organization.entity.js';
import { StaffMember } from '../../features/staff/staff-member.entity.js';
import type { Named } from './content-references.js';

/** Reads of a content import before it decides, and writes for which features have no statement. */
@Injectable()
export class ContentImportRepository {
  /** By source id, whatever the source; the one that a content file means first (see `RosterImporter`). */
  async findStudents(
    manager: EntityManager,
    schoolId: string,
    sourceIds: string[],
  ): Promise<Map<string, Student[]>> {
    const students = await manager
      .createQueryBuilder(Student, 'student')
      .where('student.schoolId = :schoolId and student.sourceId = any(:sourceIds)', { schoolId, sourceIds })
      .orderBy(`case when student.source = 'content' then 0 else 1 end`)
      .addOrderBy('student.createdAt')
      .addOrderBy('student.id')
      .getMany();
    return Map.groupBy(students, ({ sourceId }) => sourceId);
  }

  /** By student. */
  async findGuardians(
    manager: EntityManager,
    schoolId: string,
    studentIds: string[],
  ): Promise<Map<string, Guardian[]>> {
    const guardians = await manager
      .createQueryBuilder(Guardian, 'guardian')
      .where('guardian.schoolId = :schoolId and guardian.studentId = any(:studentIds)', {
        schoolId,
        studentIds,
      })
      .orderBy('guardian.id')
      .getMany();
    return Map.groupBy(guardians, ({ studentId }) => studentId);
  }

  /** Records of a content file by the id of the student and their own. */
  findGuardianIds(
    manager: EntityManager,
    schoolId: string,
    named: { student_source_id: string; source_id: string }[],
  ): Promise<{ id: string; studentSourceId: string; sourceId: string }[]> {
    return manager.query(
      `select g.id, s.source_id as "studentSourceId", g.source_id as "sourceId"
       from jsonb_to_recordset($2::jsonb) as named(student_source_id text, source_id text)
       join students s on s.school_id = $1 and s.source_id = named.student_source_id
       join guardians g on g.school_id = $1 and g.student_id = s.id and g.source = 'content' and g.source_id = named.source_id`,
      [schoolId, JSON.stringify(named)],
    );
  }

  /** A record that the account of the member has for the student: one that is linked comes first, of those that are as asked. */
  async findLinkedGuardian(
    manager: EntityManager,
    schoolId: string,
    {
      membershipId,
      studentId,
      onlyRestricted,
    }: { membershipId: string; studentId: string; onlyRestricted: boolean },
  ): Promise<string | null> {
    const [row] = await manager.query<{ id: string }[]>(
      `select g.id from guardians g
       where g.school_id = $1 and g.student_id = $3 and (g.membership_id = $2 or g.shared_membership_id = $2)
         and (g.restricted_at is not null or not $4::boolean)
       order by g.restricted_at is null, g.membership_id is null, g.id limit 1`,
      [schoolId, membershipId, studentId, onlyRestricted],
    );
    return row?.id ?? null;
  }

  /** Guardians that content files have brought with these addresses, of whichever student. */
  findOwnGuardians(
    manager: EntityManager,
    schoolId: string,
    emails: string[],
  ): Promise<Pick<Guardian, 'sourceId' | 'firstName' | 'lastName' | 'email'>[]> {
    return manager.query(
      `select distinct on (lower(first_name), lower(last_name), email) source_id as "sourceId", first_name as "firstName",
         last_name as "lastName", email
       from guardians where school_id = $1 and source = 'content' and source_id is not null and email = any ($2::text[])
       order by lower(first_name), lower(last_name), email, source_id`,
      [schoolId, emails],
    );
  }

  /** Which of these people have chosen, in any school or before they join one, to be shown by name only. */
  async findHiddenEmails(manager: EntityManager, emails: string[]): Promise<Set<string>> {
    const rows = await manager.query<{ email: string }[]>(
      `select held.email from user_addresses held join users u on u.id = held.user_id
       where held.email = any($1::text[]) and ${HIDES_CONTACT}`,
      [emails],
    );
    return new Set(rows.map(({ email }) => email));
  }

  findStaff(manager: EntityManager, schoolId: string): Promise<StaffMember[]> {
    return manager.getRepository(StaffMember).find({ where: { schoolId }, order: { id: 'asc' } });
  }

  /** Organizations of every source, by short name. */
  async findOrganizations(manager: EntityManager, schoolId: string): Promise<Map<string, Organization>> {
    const organizations = await manager.getRepository(Organization).findBy({ schoolId });
    return new Map(organizations.map((organization) => [organization.shortName, organization]));
  }

  /** Ids by email; not those whose membership is deactivated. */
  async findMembers(
    manager: EntityManager,
    schoolId: string,
    emails: string[],
  ): Promise<Map<string, string>> {
    const rows = await manager.query<{ email: string; id: string }[]>(
      `select held.email, m.id from memberships m join user_addresses held on held.user_id = m.user_id
       where m.school_id = $1 and held.email = any($2::text[]) and m.deactivated_at is null`,
      [schoolId, emails],
    );
    return new Map(rows.map(({ email, id }) => [email, id]));
  }

  async findNamed(manager: EntityManager, schoolId: string): Promise<Named> {
    const categories = await this.findCategories(manager, schoolId);
    const organizations = await this.findOrganizations(manager, schoolId);
    return {
      categories: new Map(categories.map(({ name, id }) => [name, id])),
      organizations: new Map([...organizations].map(([shortName, { id }]) => [shortName, id])),
    };
  }

  findCategories(manager: EntityManager, schoolId: string): Promise<Category[]> {
    return manager
      .getRepository(Category)
      .find({ where: { schoolId }, order: { position: 'asc', name: 'asc' } });
  }

  /** Makes a link that was made by hand the school's record, so that the file can speak of it. */
  async adoptGuardians(
    manager: EntityManager,
    schoolId: string,
    guardians: { id: string; source_id: string }[],
  ): Promise<void> {
    await manager.query(
      `update guardians set source = 'content', source_id = g.source_id, source_digest = null
       from jsonb_to_recordset($1::jsonb) as g(id uuid, source_id text)
       where guardians.school_id = $2 and guardians.id = g.id`,
      [JSON.stringify(guardians), schoolId],
    );
  }

  async restoreDigests(
    manager: EntityManager,
    schoolId: string,
    table: 'students' | 'guardians' | 'staff_members' | 'organizations',
    digests: { id: string; digest: string }[],
  ): Promise<void> {
    if (digests.length === 0) return;
    await manager.query(
      `update ${table} t set source_digest = d.digest
       from jsonb_to_recordset($1::jsonb) as d(id uuid, digest text)
       where t.school_id = $2 and t.id = d.id`,
      [JSON.stringify(digests), schoolId],
    );
  }
}
