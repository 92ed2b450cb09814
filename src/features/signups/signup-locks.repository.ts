import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { isAddressedTo, isManagedBy, VIEWER, viewerParameters } from '../../policy/audience.js';
import type { Member } from '../../platform/auth/caller.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { Signup } from './signup.entity.js';

const STANDING = `
  select ${isAddressedTo('s', VIEWER)} as addressed, coalesce(${isManagedBy('s', VIEWER)}, false) as managed
  from signups s where s.school_id = $1 and s.id = $5`;

/** What a write holds on to after the member: sign-ups in the order of their ids. */
@Injectable()
export class SignupLocksRepository {
  lockSignup(manager: EntityManager, { schoolId }: Member, id: string): Promise<Signup | null> {
    return manager.findOne(Signup, { where: { id, schoolId }, lock: LOCK });
  }

  /** Of all of the school that one of these members has claims in that are not withdrawn. */
  async lockSignupsOf(manager: EntityManager, schoolId: string, membershipIds: string[]): Promise<Signup[]> {
    const claimed = await manager.query<{ id: string }[]>(
      `select s.id from signups s where s.school_id = $1 and s.id in (
         select signup_id from signup_claims
         where school_id = $1 and membership_id = any ($2::uuid[]) and status <> 'withdrawn')
       order by s.id for no key update`,
      [schoolId, membershipIds],
    );
    return manager.findBy(Signup, { schoolId, id: In(claimed.map(({ id }) => id)) });
  }

  async findStanding(
    { manager, member, now }: WriteContext,
    signupId: string,
  ): Promise<{ addressed: boolean; managed: boolean }> {
    const parameters = [...viewerParameters(member, now), signupId];
    const [row] = await manager.query<{ addressed: boolean; managed: boolean }[]>(STANDING, parameters);
    return row!;
  }
}

const LOCK = { mode: 'for_no_key_update' } as const;
