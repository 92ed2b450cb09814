import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryPrepared } from '../database/prepared-statement.js';
import { isForPublishers, ITEM_TABLES, type AccessRule, type ItemKind } from './access-rule.js';
import type { MemberRole, OutsideToken, TokenClaims } from './caller.js';
import { isKept } from './kept-notification.js';
import { holdsLiveGrant, isOrganizationThere, mayPublish } from './organization-access.js';
import type { FeatureFlags } from './school-feature.js';
import { isUuid } from './uuid.js';

interface PersonColumns {
  user_id: string;
  email: string;
  email_verified: boolean;
  second_step_pending: boolean;
  /** Whether the member is an admin or holds a live grant; null where the route does not ask. */
  publishes: boolean | null;
}

interface MemberColumns {
  membership_id: string;
  role: MemberRole;
  school_id: string;
  features: Partial<FeatureFlags>;
}

/** One row: a live session and, where the route asks for a school, the membership in it. */
export type AccessRow = PersonColumns & (MemberColumns | Record<keyof MemberColumns, null>);

/** Where a person is found by what their token says, in three parameters each. */
interface Identification {
  pending: string;
  from: string;
  where: string;
}

const BY_SESSION: Identification = {
  pending: 'session.second_step_pending',
  from: 'user_sessions session join users on users.id = session.user_id',
  where: `session.id = $1 and session.user_id = $2 and session.revoked_at is null and session.expires_at > $3`,
};

const BY_EMAIL: Identification = {
  pending: 'users.two_step_enabled and not $2::boolean',
  from: 'users',
  where: `users.email = $1 and users.email_verified_at is not null and $3::timestamptz is not null`,
};

@Injectable()
export class AccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Everything that rights stand on, in one statement and fresh for every request.
   * Null when the session is not live, or nobody has this email.
   */
  async read(claims: TokenClaims, rule: AccessRule, target: unknown, now: Date): Promise<AccessRow | null> {
    const [identification, parameters]: [Identification, unknown[]] =
      claims.issuer === 'own'
        ? [BY_SESSION, [claims.sessionId, claims.userId, now]]
        : [BY_EMAIL, [claims.email, claims.secondStepDone, now]];
    if (rule.scope === 'school' || rule.scope === 'item') parameters.push(isUuid(target) ? target : null);
    const [row] = await queryPrepared<AccessRow>(
      this.dataSource,
      statement(identification, rule),
      parameters,
    );
    return row ?? null;
  }

  /** A person whom an outside provider vouches for, seen for the first time. */
  async welcome({ email }: OutsideToken, now: Date): Promise<void> {
    await this.dataSource.query(
      `insert into users (email, email_verified_at, created_at) values ($1, $2, $2)
       on conflict (email) do update set email_verified_at = coalesce(users.email_verified_at, $2)`,
      [email, now],
    );
  }
}

function statement({ pending, from, where }: Identification, rule: AccessRule): string {
  const [item, school] = schoolOf(rule);
  return `
    select users.id as user_id, users.email, users.email_verified_at is not null as email_verified,
      ${pending} as second_step_pending, membership.id as membership_id, membership.role,
      school.id as school_id, school.features, ${isForPublishers(rule) ? mayPublish('membership', '$3') : 'null::boolean'} as publishes
    from ${from} ${item}
    left join memberships membership
      on membership.user_id = users.id and membership.school_id = ${school} and membership.deactivated_at is null
        ${itemIsThere(rule)}
        ${ownerOnly(rule)}
    left join schools school on school.id = membership.school_id
    where ${where}`;
}

/** Decided here: a request with a bad body must be told no more about a hidden item than about none. */
const itemIsThere = (rule: AccessRule): string => (rule.scope === 'item' ? `and ${IS_THERE[rule.item]}` : '');

/** By the caller: an admin, or an editor of the item's organization. */
const MANAGED = `membership.role <> 'parent' or exists (
  select from organizations own where own.id = item.organization_id
    and ${holdsLiveGrant('own', { membership: 'membership.id', now: '$3' })})`;

/** Hidden before it opens and once it is gone, but from those who manage it. */
const SHOWN_UNTIL_GONE = `(item.opens_at <= $3::timestamptz and coalesce(item.visible_until > $3::timestamptz, true)
  or ${MANAGED})`;

const IS_THERE: Record<ItemKind, string> = {
  list: 'true',
  membership: 'item.deactivated_at is null',
  notification: isKept('item', '$3'),
  organization: isOrganizationThere('item', "(membership.role <> 'parent')"),
  // Hidden until it opens, but from those who manage it.
  poll: `(item.opens_at <= $3::timestamptz or ${MANAGED})`,
  signup: SHOWN_UNTIL_GONE,
  permission_slip: SHOWN_UNTIL_GONE,
  student: 'item.archived_at is null',
};

const ownerOnly = (rule: AccessRule): string =>
  'owner' in rule ? `and membership.id = item.${rule.owner}` : '';

/** The school that the path names, or the one that the item in the path belongs to. */
function schoolOf(rule: AccessRule): [join: string, schoolId: string] {
  if (rule.scope === 'school') return ['', '$4::uuid'];
  if (rule.scope !== 'item') return ['', 'null'];
  return [`left join ${ITEM_TABLES[rule.item]} item on item.id = $4::uuid`, 'item.school_id'];
}
