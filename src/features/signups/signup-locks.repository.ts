import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { isAddressedTo, isManagedBy, VIEWER, viewerParameters } from '../../policy/audience.js';
import { inRole, type Member, type MemberRole } from '../../platform/auth/caller.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { isMemberStill } from '../../policy/organization-access.js';
import { Signup } from './signup.entity.js';

const RIGHTS = `
  select ${isAddressedTo('s', VIEWER)} as addressed, coalesce(${isManagedBy('s', VIEWER)}, false) as managed
  from signups s where s.school_id = $1 and s.id = $5`;

/** Locks of a write, taken after the member: sign-ups in the order of their ids. */
@Injectable()
export class SignupLocksRepository {
  lockSignup(manager: EntityManager, { schoolId }: Member, id: string): Promise<Signup | null> {
    return manager.getRepository(Signup).findOne({ where: { id, schoolId }, lock: LOCK });
  }

  /** Locks the sign-ups of the school in which one of these members has claims that are not withdrawn. */
  async lockSignupsOf(manager: EntityManager, schoolId: string, membershipIds: string[]): Promise<Signup[]> {
    const claimed = await manager.query<{ id: string }[]>(
      `select s.id from signups s where s.school_id = $1 and s.id in (
         select signup_id from signup_claims
         where school_id = $1 and membership_id = any ($2::uuid[]) and status <> 'withdrawn')
       order by s.id for no key update`,
      [schoolId, membershipIds],
    );
    return manager.getRepository(Signup).findBy({ schoolId, id: In(claimed.map(({ id }) => id)) });
  }

  /** Locks memberships in the order of their ids, for a write that takes more than one of them. */
  async lockMemberships(manager: EntityManager, { schoolId }: Member, ids: string[]): Promise<void> {
    await manager.query(
      'select from memberships where school_id = $1 and id = any ($2::uuid[]) order by id for share',
      [schoolId, ids],
    );
  }

  /** Another member of the member's school; null for one who has left or was deactivated. */
  async findMember({ manager, member, now }: WriteContext, membershipId: string): Promise<Member | null> {
    const [row] = await manager.query<{ membershipId: string; userId: string; role: MemberRole }[]>(
      `select m.id as "membershipId", m.user_id as "userId", m.role from memberships m
       where m.school_id = $1 and m.id = $2 and ${isMemberStill('m', '$3')}`,
      [member.schoolId, membershipId, now],
    );
    return row ? inRole({ ...member, ...row }, row.role) : null;
  }

  async findRights(
    { manager, member, now }: WriteContext,
    signupId: string,
  ): Promise<{ addressed: boolean; managed: boolean }> {
    const parameters = [...viewerParameters(member, now), signupId];
    const [row] = await manager.query<{ addressed: boolean; managed: boolean }[]>(RIGHTS, parameters);
    return row!;
  }
}

const LOCK = { mode: 'for_no_key_update' } as const;
