import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotAuthenticatedError } from '../../platform/errors/app-error.js';
import type { MembershipRow, MeRow, StudentRow } from './me.sql.js';
import type { MembershipBody, MeResponse } from './me.dto.js';
import { MeRepository } from './me.repository.js';
import { inNameOrder } from '../../policy/name-order.js';

/** The answer, with its members in the order of the documentation. */
function meOf({ memberships, ...user }: MeRow): MeResponse {
  const belongs = (memberships ?? []).map(membershipOf);
  // A fresh account without any membership is not deactivated.
  const isAnyActive = belongs.some(({ status }) => status === 'active');
  return { user, memberships: belongs, is_fully_deactivated: belongs.length > 0 && !isAnyActive };
}

const membershipOf = ({ is_active, students, grants, ...row }: MembershipRow): MembershipBody => ({
  membership_id: row.membership_id,
  school_id: row.school_id,
  school_name: row.school_name,
  school_short_name: row.school_short_name,
  time_zone: row.time_zone,
  role: row.role,
  status: is_active ? 'active' : 'deactivated',
  is_admin: row.role !== 'parent',
  profile_visibility: row.profile_visibility,
  address_visible: commonAddressVisibility((students ?? []).filter(({ restricted }) => !restricted)),
  students: inNameOrder(students ?? [], row.locale).map(({ address_visible: _, ...student }) => student),
  editor_grants: grants ?? [],
  joined_at: row.joined_at,
});

/** True or false where it is the same for all students; null without students, or where it differs. */
function commonAddressVisibility([first, ...others]: StudentRow[]): boolean | null {
  const visible = first?.address_visible ?? null;
  return others.every(({ address_visible }) => address_visible === visible) ? visible : null;
}

@Injectable()
export class MeService {
  constructor(
    private readonly accounts: MeRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthenticatedError when the account was removed a moment ago */
  async getMe(account: Account): Promise<MeResponse> {
    return this.answerFrom(account, await this.accounts.findMe(account.userId, this.clock.now()));
  }

  /**
   * The answer from the row that the access statement has read for the route.
   * @param row null where the issuer and the subject of the token name no account here
   * @throws NotAuthenticatedError when the account was removed a moment ago
   */
  answerFrom(account: Account, row: MeRow | null): MeResponse {
    return row ? meOf(row) : meOfNewcomer(account);
  }
}

/**
 * A person whom an outside provider vouches for, but whose email it has not verified, has no account here: the answer is made
 * of the token alone.
 */
function meOfNewcomer({ userId, email, emailVerified }: Account): MeResponse {
  if (emailVerified) throw new NotAuthenticatedError();
  return {
    user: { id: userId, email, first_name: null, last_name: null, two_step_enabled: false },
    memberships: [],
    is_fully_deactivated: false,
  };
}
