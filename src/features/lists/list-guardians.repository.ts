import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { addressVisible, contactVisible, READER, readerParameters } from '../../policy/privacy-mask.js';
import { utcText } from '../../platform/database/utc-text.js';
import { memberContact } from '../../policy/member-contact.js';
import { fullName, inNameOrder, nameSortKey, schoolLocale } from '../../policy/name-order.js';
import { postalAddress } from '../directory/roster/roster-student.js';
import type { Leaver } from '../memberships/member-holdings.service.js';
import { ListGuardian } from './list-guardian.entity.js';
import type { ListGuardianBody } from './list-guardian.dto.js';

/** SQL for ListGuardian, masked: the entries of the list $4 whose member is active. */
const ENTRIES = `
  select entry.id, entry.list_id, entry.guardian_membership_id, s.id as linked_student_id,
    person.first_name, person.last_name, ${fullName('person')} as name,
    case when ${contactVisible('person', READER)} then person.email end as email,
    case when ${contactVisible('person', READER)} then person.phone end as phone,
    case when ${addressVisible('s', READER)} then ${postalAddress('s', 'school')} end as address,
    ${utcText('entry.created_at')} as created_at, ${nameSortKey('person', [], 'entry.id')} as sort_key
  from list_guardians entry
  join schools school on school.id = entry.school_id
  join memberships m on m.school_id = entry.school_id and m.id = entry.guardian_membership_id
    and m.deactivated_at is null
  join users u on u.id = m.user_id
  ${memberContact('entry.linked_student_id')}
  left join family_guardians link on link.school_id = m.school_id and link.membership_id = m.id
    and link.student_id = entry.linked_student_id
  left join students s on s.school_id = link.school_id and s.id = link.student_id and s.archived_at is null
  where entry.school_id = $1 and entry.list_id = $4`;

const LIST_OF_ENTRIES = `
  select coalesce((select json_agg(entry) from (${ENTRIES}) entry), '[]') as entries, ${schoolLocale('$1')} as locale
  from lists l where l.school_id = $1 and l.id = $4 and l.owner_membership_id = $2`;

/** A row of ENTRIES: what the list is sorted by is no part of the answer. */
type SortedEntry = ListGuardianBody & { sort_key: unknown };

/** A list of a member on which another one stands. */
export interface OthersList {
  id: string;
  ownerId: string;
}

@Injectable()
export class ListGuardiansRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The entries as text, or null when the list is none of the caller's. */
  async findEntries(member: Member, listId: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ entries: ListGuardianBody[]; locale: string }[]>(
      LIST_OF_ENTRIES,
      [...readerParameters(member), listId],
    );
    return row ? JSON.stringify(inNameOrder(row.entries, row.locale)) : null;
  }

  /** One entry a parent: the unique key decides. @returns the id of the entry */
  async putEntry(
    manager: EntityManager,
    member: Member,
    entry: Pick<ListGuardian, 'listId' | 'guardianMembershipId' | 'linkedStudentId' | 'createdAt'>,
  ): Promise<string> {
    const [row] = await manager.query<[{ id: string }]>(
      `insert into list_guardians (school_id, list_id, guardian_membership_id, linked_student_id, created_at)
       values ($1, $2, $3, $4, $5)
       on conflict (school_id, list_id, guardian_membership_id) do update set linked_student_id = excluded.linked_student_id
       returning id`,
      [member.schoolId, entry.listId, entry.guardianMembershipId, entry.linkedStudentId, entry.createdAt],
    );
    return row.id;
  }

  async findEntry(
    manager: EntityManager,
    member: Member,
    { listId, entryId }: { listId: string; entryId: string | null },
  ): Promise<ListGuardianBody | null> {
    const [row] = await manager.query<SortedEntry[]>(`${ENTRIES} and entry.id = $5`, [
      ...readerParameters(member),
      listId,
      entryId,
    ]);
    if (!row) return null;
    const { sort_key: _, ...entry } = row;
    return entry;
  }

  /** @returns false where the list has no such entry */
  async removeEntry(
    manager: EntityManager,
    { schoolId }: Member,
    listId: string,
    entryId: string,
  ): Promise<boolean> {
    const { affected } = await manager.delete(ListGuardian, { schoolId, id: entryId, listId });
    return Boolean(affected);
  }

  /**
   * Removes the entries of a member who leaves, and those on their own lists, in order: of two who have each other on a list
   * and leave at once, each would come upon them from the other side.
   * @returns the lists of others that had them
   */
  removeOfMember(manager: EntityManager, { schoolId, membershipId }: Leaver): Promise<OthersList[]> {
    return manager.query(
      `with removed as (
         delete from list_guardians where school_id = $1 and id in (
           select entry.id from list_guardians entry
           join lists list on list.school_id = entry.school_id and list.id = entry.list_id
           where entry.school_id = $1 and (entry.guardian_membership_id = $2 or list.owner_membership_id = $2)
           order by entry.id for update of entry)
         returning list_id)
       select list.id, list.owner_membership_id as "ownerId" from lists list
       where list.school_id = $1 and list.id in (select list_id from removed) and list.owner_membership_id <> $2
       order by list.id`,
      [schoolId, membershipId],
    );
  }
}
