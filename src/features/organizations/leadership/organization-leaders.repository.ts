import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import type { LeaderInput, OrganizationLeaderBody } from './organization-leader.dto.js';
import { OrganizationLeader } from './organization-leader.entity.js';
import { memberContact } from '../../../policy/member-contact.js';
import { isRestrictedStudent } from '../../../policy/guardian-restriction.js';
import { READER, readerParameters, type Viewer } from '../../../policy/privacy-mask.js';
import { fullName } from '../../../policy/name-order.js';

/** The person of a leadership; no row for one who has left, is archived or deactivated. */
const person = (viewer: Viewer): string => `
  select 'staff' as type, employed.id, ${fullName('employed')} as name
  from staff_members employed
  where employed.school_id = l.school_id and employed.id = l.staff_member_id and employed.archived_at is null
  union all
  select 'parent', m.id, ${fullName('person')}
  from memberships m join users u on u.id = m.user_id ${memberContact('null')}
  where m.school_id = l.school_id and m.id = l.membership_id and m.deactivated_at is null
  union all
  select 'student', s.id, ${fullName('s')}
  from students s where s.school_id = l.school_id and s.id = l.student_id and s.archived_at is null
    and not ${isRestrictedStudent('s', viewer)}`;

/** SQL for the leadership of an organization: a list of Leader, without students from whom the viewer is kept apart. */
export const leadershipOf = (schoolId: string, organizationId: string, viewer: Viewer): string => `
  coalesce((select json_agg(json_build_object('id', l.id, 'type', who.type, 'person_id', who.id, 'name', who.name,
      'title', l.title, 'position', l.position) order by l.position, l.id)
    from organization_leaders l cross join lateral (${person(viewer)}) who
    where l.school_id = ${schoolId} and l.organization_id = ${organizationId}), '[]')`;

/** The organization whose leaders are read or replaced. */
interface Led {
  schoolId: string;
  organizationId: string;
}

type Named = Pick<OrganizationLeader, 'staffMemberId' | 'membershipId' | 'studentId'>;

@Injectable()
export class OrganizationLeadersRepository {
  async findLeaders(
    manager: EntityManager,
    member: Member,
    organizationId: string,
  ): Promise<OrganizationLeaderBody[]> {
    const [row] = await manager.query<[{ leadership: OrganizationLeaderBody[] }]>(
      `select ${leadershipOf('$1', '$4', READER)} as leadership`,
      [...readerParameters(member), organizationId],
    );
    return row.leadership;
  }

  /**
   * Replaces the leaders. A leader who stays keeps the entry, and the source that it came from. The organization is locked:
   * two replacements at once run one after the other.
   * @param outOfSight students whom the caller is not shown: those who lead stay, after all others
   * @returns the ids of the members of staff who led it before
   */
  async replaceLeaders(
    manager: EntityManager,
    { schoolId, organizationId }: Led,
    leaders: LeaderInput[],
    outOfSight: readonly string[],
  ): Promise<string[]> {
    const before = await manager.getRepository(OrganizationLeader).find({
      where: { schoolId, organizationId },
      order: { position: 'asc', id: 'asc' },
    });
    const hidden = before.filter(({ studentId }) => studentId !== null && outOfSight.includes(studentId));
    const wanted = [
      ...leaders.map((leader) => ({ person: named(leader), title: leader.title })),
      ...hidden.map((leader) => ({ person: leader, title: leader.title })),
    ];
    const after = wanted.map(({ person, title }, at) => ({ person, entry: { title, position: at + 1 } }));
    const gone = before.filter((known) => !after.some(({ person }) => isSame(known, person)));
    await manager.getRepository(OrganizationLeader).delete({ schoolId, id: In(gone.map(({ id }) => id)) });
    for (const { person, entry } of after) {
      const known = before.find((one) => isSame(one, person));
      if (!known)
        await manager.getRepository(OrganizationLeader).insert({
          ...person,
          ...entry,
          schoolId,
          organizationId,
          source: null,
        });
      else if (known.title !== entry.title || known.position !== entry.position)
        await manager.getRepository(OrganizationLeader).update({ schoolId, id: known.id }, entry);
    }
    return before.flatMap(({ staffMemberId }) => staffMemberId ?? []);
  }
}

const named = ({ type, person_id }: LeaderInput): Named => ({
  staffMemberId: type === 'staff' ? person_id.toLowerCase() : null,
  membershipId: type === 'parent' ? person_id.toLowerCase() : null,
  studentId: type === 'student' ? person_id.toLowerCase() : null,
});

const isSame = (one: Named, other: Named): boolean =>
  one.staffMemberId === other.staffMemberId &&
  one.membershipId === other.membershipId &&
  one.studentId === other.studentId;
