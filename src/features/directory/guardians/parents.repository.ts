import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member, MemberRole } from '../../../platform/auth/caller.js';
import { isRestrictedStudent } from '../../../policy/guardian-restriction.js';
import { memberContact } from '../../../policy/member-contact.js';
import { READER, readerParameters } from '../../../policy/privacy-mask.js';
import { fullName, inSchoolOrder, nameSortKey, schoolLocale } from '../../../policy/name-order.js';
import type { OrganizationCandidate } from '../roster/roster.dto.js';

const CANDIDATES = `
  select m.id as membership_id, person.first_name, person.last_name, ${fullName('person')} as name,
    coalesce(own.students, '[]') as students, ${nameSortKey('person', [], 'm.id')} as sort_key, ${schoolLocale('$1')} as locale
  from memberships m
  join users u on u.id = m.user_id ${memberContact('null')}
  left join (
    select g.membership_id, json_agg(json_build_object('id', s.id, 'name', ${fullName('s')}, 'sort_key', ${nameSortKey('s')},
        'graduation_year', s.graduation_year)) filter (where not ${isRestrictedStudent('s', READER)}) as students
    from family_guardians g
    join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
    where g.school_id = $1 group by g.membership_id
  ) own on own.membership_id = m.id
  where m.school_id = $1 and m.deactivated_at is null and (m.role = 'parent' or own.membership_id is not null)`;

/** An active member of the school, and the students on the roster that they are linked to. */
export interface PossibleParent {
  role: MemberRole;
  student_ids: string[];
}

@Injectable()
export class ParentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** In the shape of the answer, for the member; one round trip. */
  async findCandidates(member: Member): Promise<OrganizationCandidate[]> {
    const rows = await this.dataSource.query<(OrganizationCandidate & { locale: string })[]>(
      CANDIDATES,
      readerParameters(member),
    );
    return inSchoolOrder(rows);
  }

  /** The membership stays there, and active, until the transaction ends: what refers to it will find it. */
  async findPossibleParent(
    manager: EntityManager,
    schoolId: string,
    membershipId: string,
  ): Promise<PossibleParent | null> {
    // In a statement of its own: a restriction of the guardian holds this lock, and is seen by who comes after it.
    await manager.query('select from memberships where school_id = $1 and id = $2 for share', [
      schoolId,
      membershipId,
    ]);
    const [row] = await manager.query<PossibleParent[]>(
      `select m.role, array(select s.id from family_guardians g
         join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
         where g.school_id = m.school_id and g.membership_id = m.id) as student_ids
       from memberships m where m.id = $2 and m.school_id = $1 and m.deactivated_at is null`,
      [schoolId, membershipId],
    );
    return row ?? null;
  }
}
