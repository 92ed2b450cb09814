import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { LeaderInput, OrganizationLeaderBody } from './organization-leader.dto.js';
import { OrganizationLeader } from './organization-leader.entity.js';
import { leadershipOf } from './organization-leaders.sql.js';

type Named = Pick<OrganizationLeader, 'staffMemberId' | 'membershipId' | 'studentId'>;

@Injectable()
export class OrganizationLeadersRepository {
  async find(manager: EntityManager, organizationId: string): Promise<OrganizationLeaderBody[]> {
    const [row] = await manager.query<[{ leadership: OrganizationLeaderBody[] }]>(
      `select ${leadershipOf('$1')} as leadership`,
      [organizationId],
    );
    return row.leadership;
  }

  /**
   * Whoever led before and leads on keeps the entry, and what feed it came from. The organization is locked: two who
   * replace the leadership at once do it one after the other.
   */
  async replace(
    manager: EntityManager,
    { schoolId, organizationId }: { schoolId: string; organizationId: string },
    leaders: LeaderInput[],
  ): Promise<void> {
    const before = await manager.findBy(OrganizationLeader, { organizationId });
    const after = leaders.map((leader, index) => ({
      source: null,
      ...before.find((known) => isSame(known, named(leader))),
      ...named(leader),
      schoolId,
      organizationId,
      title: leader.title,
      position: index + 1,
    }));
    const kept = new Set(after.map((leader) => 'id' in leader && leader.id));
    const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
    await manager.delete(OrganizationLeader, { id: In(gone) });
    await manager.save(OrganizationLeader, after);
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
