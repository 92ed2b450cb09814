import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { lockPerson } from '../../platform/auth/person-lock.repository.js';
import { utcText } from '../../platform/database/utc-text.js';
import type { Viewer } from '../../policy/privacy-mask.js';
import { inSchoolOrder, schoolLocale } from '../../policy/name-order.js';
import { rosterStudents } from '../directory/roster/roster-student.js';
import { StudentList } from './student-list.entity.js';
import type { StudentListBody, StudentListDetail } from './student-list.dto.js';

/** SQL for StudentList, of `lists l`. */
const LIST = `l.id, l.school_id, l.name, l.description,
  (select count(*)::int from list_students entry
    join students s on s.school_id = entry.school_id and s.id = entry.student_id and s.archived_at is null
    where entry.school_id = l.school_id and entry.list_id = l.id) as student_count,
  (select count(*)::int from list_guardians entry
    join memberships m on m.school_id = entry.school_id and m.id = entry.guardian_membership_id
      and m.deactivated_at is null
    where entry.school_id = l.school_id and entry.list_id = l.id) as guardian_count,
  ${utcText('l.created_at')} as created_at, ${utcText('l.updated_at')} as updated_at`;

const LISTS = `
  select '{"lists":' || coalesce(json_agg(list), '[]')::text || '}' as text
  from (select ${LIST} from lists l where l.school_id = $1 and l.owner_membership_id = $2
    order by l.name, l.id) list`;

/** $3 is the list. */
const OWNER: Viewer = { school: '$1', membership: '$2', admin: '$4' };

const DETAIL = `
  with found as (
    select s.* from list_students entry
    join students s on s.school_id = entry.school_id and s.id = entry.student_id and s.archived_at is null
    where entry.school_id = $1 and entry.list_id = $3)
  select ${LIST},
    coalesce((select json_agg(item) from (${rosterStudents(OWNER)}) item), '[]') as students,
    ${schoolLocale('$1')} as locale
  from lists l where l.school_id = $1 and l.id = $3 and l.owner_membership_id = $2`;

/** A null description clears it, an absent one keeps it. */
interface ListChanges {
  name: string;
  description?: string | null;
}

@Injectable()
export class ListsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The lists as text that the database has written: one round trip, no entities. */
  async findOwn(member: Member): Promise<string> {
    const [row] = await this.dataSource.query<[{ text: string }]>(LISTS, [
      member.schoolId,
      member.membershipId,
    ]);
    return row.text;
  }

  async findBody(member: Member, listId: string | null): Promise<StudentListBody | null> {
    const [row] = await this.dataSource.query<StudentListBody[]>(
      `select ${LIST} from lists l where l.school_id = $1 and l.id = $3 and l.owner_membership_id = $2`,
      [member.schoolId, member.membershipId, listId],
    );
    return row ?? null;
  }

  async findDetail(
    member: Member,
    listId: string,
    manager = this.dataSource.manager,
  ): Promise<StudentListDetail | null> {
    const rows = await manager.query<(StudentListDetail & { locale: string })[]>(DETAIL, [
      member.schoolId,
      member.membershipId,
      listId,
      member.isAdmin,
    ]);
    return inSchoolOrder(rows)[0] ?? null;
  }

  /**
   * Counts the person's lists under a lock: another request that would add a list for them waits until the transaction ends.
   */
  async countOwn(manager: EntityManager, member: Member): Promise<number> {
    await lockPerson(manager, member);
    const { schoolId, membershipId: ownerMembershipId } = member;
    return manager.getRepository(StudentList).countBy({ schoolId, ownerMembershipId });
  }

  /** Students and parents together, those who are not shown at present included. */
  async countEntries(manager: EntityManager, { schoolId }: Member, listId: string): Promise<number> {
    const [{ count }] = await manager.query<[{ count: number }]>(
      `select (select count(*)::int from list_students where school_id = $1 and list_id = $2)
         + (select count(*)::int from list_guardians where school_id = $1 and list_id = $2) as count`,
      [schoolId, listId],
    );
    return count;
  }

  async create(
    manager: EntityManager,
    member: Member,
    list: Required<ListChanges>,
    now: Date,
  ): Promise<StudentListBody> {
    const [row] = await manager.query<[StudentListBody]>(
      `with l as (
         insert into lists (school_id, owner_membership_id, name, description, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5) returning *)
       select ${LIST} from l`,
      [member.schoolId, member.membershipId, list.name, list.description, now],
    );
    return row;
  }

  /** Whether it is the caller's own; if so, whoever else would change it or what is on it waits. */
  async lockOwn(manager: EntityManager, member: Member, listId: string): Promise<boolean> {
    const list = await manager.getRepository(StudentList).findOne({
      where: { schoolId: member.schoolId, id: listId, ownerMembershipId: member.membershipId },
      lock: { mode: 'pessimistic_write' },
    });
    return list !== null;
  }

  async updateList(
    manager: EntityManager,
    { schoolId }: Member,
    listId: string,
    { name, description }: ListChanges,
    now: Date,
  ): Promise<StudentListBody> {
    const [row] = await manager.query<[StudentListBody]>(
      `with l as (
         update lists set name = $3, description = case when $4 then $5 else description end, updated_at = $6
         where school_id = $1 and id = $2 returning *)
       select ${LIST} from l`,
      [schoolId, listId, name, description !== undefined, description ?? null, now],
    );
    return row;
  }

  async touchList(manager: EntityManager, { schoolId }: Member, listId: string, now: Date): Promise<void> {
    await manager.getRepository(StudentList).update({ schoolId, id: listId }, { updatedAt: now });
  }

  async removeList(manager: EntityManager, { schoolId }: Member, listId: string): Promise<void> {
    await manager.getRepository(StudentList).delete({ schoolId, id: listId });
  }
}
