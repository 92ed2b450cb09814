import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isNamesake, isOfAccount, isSamePerson } from '../../../policy/same-person.js';
import type { ProfileVisibility } from '../../../policy/privacy-mask.js';

/** $1: the person. Linked to them, a second record beside one of these, or not linked with their verified email and name. */
const OWN_RECORDS = `
  select g.school_id, g.id from memberships m
    join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
    join guardians g on ${isOfAccount('g', 'linked')}
  where m.user_id = $1
  union
  select g.school_id, g.id from users u left join memberships m on m.user_id = u.id
    join user_addresses held on held.user_id = u.id and held.verified_at is not null
    join guardians g on g.email = held.email and g.membership_id is null and ${isNamesake('g')}
  where u.id = $1`;

/** $1: the person, $2: what they choose, $3: now. @param those SQL: which of their records `g` */
const recordsChosen = (those: string): string => `
  with changed as (
    update guardians g set profile_visibility = $2, hidden_by_default = false
    from guardians was
    where (was.school_id, was.id) = (g.school_id, g.id) and (g.profile_visibility <> $2 or g.hidden_by_default)
      and ${those} and (g.school_id, g.id) in (${OWN_RECORDS})
    returning g.id, g.school_id, g.profile_visibility as became, was.profile_visibility as was)
  insert into visibility_changes (school_id, guardian_id, visible, changed_at)
  select school_id, id, became = 'full', $3::timestamptz from changed where became <> was`;

const STUDENTS_ON_FILE = `
  select distinct g.school_id as "schoolId", g.student_id as id from guardians g
  where (g.school_id, g.id) in (${OWN_RECORDS}) order by 1, 2`;

const CHANGES_SINCE = `
  with own as (
    select g.school_id, g.id, g.student_id from memberships m
    join guardians g on g.school_id = m.school_id and g.membership_id = m.id where m.user_id = $1)
  select count(*)::int as changes from visibility_changes v
  where v.changed_at > $2 and v.school_id in (select school_id from own)
    and (v.guardian_id in (select id from own) or v.student_id in (select student_id from own))`;

/** $1: the school, $2: now. Each row that the default may be about is written as it is, and a trigger asks the default. */
const APPLY_DEFAULT = {
  contacts: `
    with asked as (
      update guardians g set hidden_by_default = g.hidden_by_default
      from guardians was
      where g.school_id = $1 and (g.profile_visibility = 'full' or g.hidden_by_default)
        and (was.school_id, was.id) = (g.school_id, g.id)
      returning g.school_id, g.id, g.profile_visibility as became, was.profile_visibility as was)
    insert into visibility_changes (school_id, guardian_id, visible, changed_at)
    select school_id, id, became = 'full', $2::timestamptz from asked where became <> was`,
  addresses: `
    with asked as (
      update students s set hidden_by_default = s.hidden_by_default
      from students was
      where s.school_id = $1 and (s.address_visible or s.hidden_by_default)
        and (was.school_id, was.id) = (s.school_id, s.id)
      returning s.school_id, s.id, s.address_visible as became, was.address_visible as was)
    insert into visibility_changes (school_id, student_id, visible, changed_at)
    select school_id, id, became, $2::timestamptz from asked where became <> was`,
};

/** A student by their school. */
export interface StudentOfSchool {
  schoolId: string;
  id: string;
}

/** Name and phone; an empty phone is none. */
export interface PersonContact {
  first_name: string;
  last_name: string;
  phone: string;
}

/** A change of visibility is recorded by the statement that makes it: the access log tells from it who could see what, and when. */
@Injectable()
export class PersonRecordsRepository {
  /** The guardian records of every active membership, second records among them. */
  async updateContact(manager: EntityManager, userId: string, contact: PersonContact): Promise<void> {
    await manager.query(
      `update guardians set first_name = $2, last_name = $3, phone = $4
       from memberships m
       join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
       where m.user_id = $1 and m.deactivated_at is null and ${isSamePerson('guardians', 'linked')}`,
      [userId, contact.first_name, contact.last_name, contact.phone || null],
    );
  }

  /** In every school, also where one has the person on file whom they have not joined. */
  async setContactVisibility(
    manager: EntityManager,
    userId: string,
    visibility: ProfileVisibility,
    now: Date,
  ): Promise<void> {
    await manager.query(recordsChosen('true'), [userId, visibility, now]);
  }

  /** In one school, whatever is visible in others. */
  async hideInSchool(manager: EntityManager, userId: string, schoolId: string, now: Date): Promise<void> {
    await manager.query(recordsChosen('g.school_id = $4'), [userId, 'name_only', now, schoolId]);
  }

  /** Students of whom a school has the person on file. */
  async findStudentsOnFile(manager: EntityManager, userId: string): Promise<StudentOfSchool[]> {
    return await manager.query<StudentOfSchool[]>(STUDENTS_ON_FILE, [userId]);
  }

  /** Counts the recorded changes of the person's own visibility since a moment. */
  async countVisibilityChanges(manager: EntityManager, userId: string, since: Date): Promise<number> {
    const [row] = await manager.query<[{ changes: number }]>(CHANGES_SINCE, [userId, since]);
    return row.changes;
  }

  /** Locks in one order: two guardians of the same siblings wait for each other and not in a circle. */
  async lockStudents(manager: EntityManager, userId: string): Promise<StudentOfSchool[]> {
    return manager.query(
      `select school_id as "schoolId", id from students where (school_id, id) in (
         select g.school_id, g.student_id from memberships m
         join family_guardians g on g.school_id = m.school_id and g.membership_id = m.id
         where m.user_id = $1 and m.deactivated_at is null)
       order by id for no key update`,
      [userId],
    );
  }

  async setAddressVisibility(
    manager: EntityManager,
    students: StudentOfSchool[],
    visible: boolean,
    now: Date,
  ): Promise<void> {
    await manager.query(
      `with changed as (
         update students s set address_visible = $3, hidden_by_default = false, updated_at = $4
         from students was
         where (was.school_id, was.id) = (s.school_id, s.id) and (s.address_visible <> $3 or s.hidden_by_default)
           and (s.school_id, s.id) in (select * from unnest($1::uuid[], $2::uuid[]))
         returning s.id, s.school_id, was.address_visible as was)
       insert into visibility_changes (school_id, student_id, visible, changed_at)
       select school_id, id, $3, $4 from changed where was <> $3`,
      [students.map(({ schoolId }) => schoolId), students.map(({ id }) => id), visible, now],
    );
  }

  /** Asks the school's default again for every guardian, or every student, whose family has not chosen. */
  async applyDefault(
    manager: EntityManager,
    what: 'contacts' | 'addresses',
    schoolId: string,
    now: Date,
  ): Promise<void> {
    await manager.query(APPLY_DEFAULT[what], [schoolId, now]);
  }
}
