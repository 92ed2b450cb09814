import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isForMembers, ITEM_TABLES, roleFor, type AccessRule, type ItemKind } from './access-rule.js';
import type { AccessNames, Prefetch } from './prefetch.js';
import { QueryBatcher, type Positioned } from '../database/query-batcher.js';
import type { MemberRole, OutsideToken, TokenClaims } from './caller.js';
import { restrictedStudents } from '../../policy/guardian-restriction.js';
import { isNotificationRetained } from '../../policy/notification-visibility.js';
import { type AudienceViewer, isManagedBy } from '../../policy/audience.js';
import { isWithinItsSchools } from '../../policy/bounded-schools.js';
import { isConfirmationRequested } from '../../policy/confirmation-visibility.js';
import { isCorrectionVisible } from '../../policy/correction-visibility.js';
import { isMemberStill, isOrganizationVisible, mayPublish } from '../../policy/organization-access.js';
import { isPollReachable, isPollVisible } from '../../policy/poll-visibility.js';
import { isActiveMember, isOnRoster } from '../../policy/present-people.js';
import {
  isClaimedSignupReachable,
  isSignupReachable,
  isSignupVisible,
} from '../../policy/signup-visibility.js';
import { isSlipReachable, isSlipVisible } from '../../policy/slip-visibility.js';
import type { FeatureFlags } from '../../policy/school-feature.js';
import { isUuid } from '../text/uuid.js';

interface PersonColumns {
  user_id: string;
  email: string;
  email_verified: boolean;
  second_step_pending: boolean;
  /** The session is one that an operator opened. */
  by_operator: boolean;
  /** Whether the member is the publisher or manager that the route needs; null where it needs none. */
  has_role: boolean | null;
  /** Whether the person is an active member of some school; left out where the route does not ask. */
  is_member?: boolean;
  /** Rows that were prefetched for the route; null where it declares none. */
  prefetched: unknown;
}

interface MemberColumns {
  membership_id: string;
  role: MemberRole;
  school_id: string;
  features: Partial<FeatureFlags>;
  restricted_student_ids: string[];
}

/** One row: a live session and, where the route asks for a school, the membership in it. */
export type AccessRow = PersonColumns & (MemberColumns | Record<keyof MemberColumns, null>);

/** The parts that decide the words of the statement: they are the same objects for every request of a route. */
interface AccessQuestion {
  rule: AccessRule;
  prefetch: Prefetch | undefined;
}

/** About one request. */
export interface AccessRequest extends AccessQuestion {
  /** The id of a school or of an item, as it stands in the request. */
  target: unknown;
  now: Date;
}

/** Where a person is found by what their token says. */
interface Identification {
  /** Name and type of the values that are sent for each caller. */
  requested: Record<string, string>;
  pending: string;
  byOperator: string;
  from: string;
}

const BY_SESSION: Identification = {
  requested: { now: 'timestamptz', target: 'uuid', session_id: 'uuid', user_id: 'uuid' },
  pending: 'session.second_step_pending',
  byOperator: 'session.by_operator',
  from: `join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
      and session.revoked_at is null and session.expires_at > requested.now and ${isWithinItsSchools('session', 'requested.user_id')}
    join users on users.id = session.user_id`,
};

/** Finds the person by the provider's subject, whatever address the token has (OpenID Connect Core, section 5.7). */
const BY_SUBJECT: Identification = {
  requested: {
    ...{ now: 'timestamptz', target: 'uuid', second_step_done: 'boolean' },
    ...{ subject_id: 'uuid', digest: 'text' },
  },
  pending: 'users.two_step_enabled and not requested.second_step_done',
  byOperator: 'false',
  from: `join users on users.outside_subject_id = requested.subject_id
      and not exists (select from ended_tokens ended where ended.digest = requested.digest)`,
};

type IndexedRow = AccessRow & Positioned;

interface RouteReads {
  bySession: QueryBatcher<IndexedRow>;
  bySubject: QueryBatcher<IndexedRow>;
}

@Injectable()
export class AccessRepository {
  private readonly byRule = new Map<AccessRule, Map<Prefetch | undefined, RouteReads>>();
  private readonly byText = new Map<string, QueryBatcher<IndexedRow>>();

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Everything that rights depend on, and the prefetched rows of the route, in one statement with all who ask the same
   * at the same time, and fresh for every request. Null when the session is not live, or nobody is this subject.
   */
  read({ target, now, ...question }: AccessRequest, claims: TokenClaims): Promise<AccessRow | null> {
    const { bySession, bySubject } = this.readsOf(question);
    const common = [now.toISOString(), isUuid(target) ? target : null];
    const own = claims.issuer === 'own';
    const values = [
      ...common,
      ...(own ? [claims.sessionId, claims.userId] : [claims.secondStepDone, claims.subjectId, claims.digest]),
    ];
    return (own ? bySession : bySubject).find(values);
  }

  /** Signed out with. */
  async isEnded({ digest }: OutsideToken): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(`select 1 from ended_tokens where digest = $1`, [
      digest,
    ]);
    return rows.length > 0;
  }

  private readsOf(question: AccessQuestion): RouteReads {
    const { rule, prefetch } = question;
    let ofRule = this.byRule.get(rule);
    if (!ofRule) this.byRule.set(rule, (ofRule = new Map<Prefetch | undefined, RouteReads>()));
    let reads = ofRule.get(prefetch);
    if (!reads) {
      reads = {
        bySession: this.batched(statement(BY_SESSION, question)),
        bySubject: this.batched(statement(BY_SUBJECT, question)),
      };
      ofRule.set(prefetch, reads);
    }
    return reads;
  }

  /** Routes that ask in the same words ask together. */
  private batched(text: string): QueryBatcher<IndexedRow> {
    const read = this.byText.get(text) ?? new QueryBatcher<IndexedRow>(this.dataSource, text);
    this.byText.set(text, read);
    return read;
  }
}

function statement(
  { requested, pending, byOperator, from }: Identification,
  { rule, prefetch }: AccessQuestion,
): string {
  const members = membersOf(rule);
  return `
    select requested.position::int, users.id as user_id, users.email,
      users.email_verified_at is not null as email_verified, ${pending} as second_step_pending,
      ${byOperator} as by_operator, ${isForMembers(rule) ? `${IS_MEMBER} as is_member,` : ''}
      ${members ? memberColumns(rule) : NO_MEMBER}, (${prefetch?.sql(NAMES) ?? 'null'}) as prefetched
    from ${requestedRows(requested)} ${from} ${members ? membershipIn(rule, members) : ''}`;
}

const IS_MEMBER = `exists (select from memberships belonging
    where belonging.user_id = users.id and ${isMemberStill('belonging', 'requested.now')})`;

const memberColumns = (rule: AccessRule): string => `
  membership.id as membership_id, membership.role, school.id as school_id, school.features,
  ${restrictedStudents({ school: NAMES.school, membership: NAMES.membership, admin: NAMES.isAdmin })} as restricted_student_ids,
  ${hasRole(rule)} as has_role`;

function hasRole(rule: AccessRule): string {
  const needed = roleFor(rule);
  if (needed === 'publisher') return mayPublish('membership', 'requested.now');
  return needed === 'manager' ? `coalesce(${isManagedBy('item', CALLER)}, false)` : 'null::boolean';
}

/** Constants for a route that is about no school: a join with memberships would cost the same even where it finds none. */
const NO_MEMBER =
  'null as membership_id, null as role, null as school_id, null as features, null as restricted_student_ids, null as has_role';

/** An item is looked for in the caller's own schools alone: elsewhere it does not exist for them. */
const membershipIn = (rule: AccessRule, { members, target }: MembersInQuestion): string => `
  left join ${members}
    on membership.user_id = users.id and ${target} = requested.target
      and ${isMemberStill('membership', 'requested.now')}
      ${isItemReachable(rule)}
      ${ownerOnly(rule)}
  left join schools school on school.id = membership.school_id`;

/** A row for each caller. */
function requestedRows(columns: Record<string, string>): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  const names = Object.keys(columns).join(', ');
  return `unnest(${arrays.join(', ')}) with ordinality as requested(${names}, position)`;
}

const NAMES: AccessNames = {
  person: 'users',
  membership: 'membership.id',
  school: 'membership.school_id',
  isAdmin: "(membership.role <> 'parent')",
  now: 'requested.now',
  target: 'requested.target',
};

/** Decided here: a request with a bad body must be told no more about a hidden item than about none. */
const isItemReachable = (rule: AccessRule): string =>
  rule.scope === 'item' ? `and ${REACHABLE[rule.item]}` : '';

/** The caller, as the conditions of `policy/` know them. */
const CALLER: AudienceViewer = {
  school: 'membership.school_id',
  membership: 'membership.id',
  admin: NAMES.isAdmin,
  now: 'requested.now',
};

const REACHABLE: Record<ItemKind, string> = {
  confirmation: isConfirmationRequested('item', CALLER),
  correction: isCorrectionVisible('item', CALLER),
  list: 'true',
  membership: isActiveMember('item'),
  notification: isNotificationRetained('item', CALLER.now),
  organization: isOrganizationVisible('item', CALLER.admin),
  poll: isPollReachable('item', CALLER),
  managed_poll: isPollVisible('item', CALLER),
  signup: isSignupReachable('item', CALLER),
  managed_signup: isSignupVisible('item', CALLER),
  claimed_signup: isClaimedSignupReachable('item', CALLER),
  permission_slip: isSlipReachable('item', CALLER),
  managed_slip: isSlipVisible('item', CALLER),
  student: isOnRoster('item'),
};

const ownerOnly = (rule: AccessRule): string =>
  'owner' in rule ? `and membership.id = item.${rule.owner}` : '';

interface MembersInQuestion {
  /** The tables that are joined: memberships, with the item where the path names one. */
  members: string;
  /** The column that the id of the request is compared with. */
  target: string;
}

/** Null where the route asks for no school. */
function membersOf(rule: AccessRule): MembersInQuestion | null {
  if (rule.scope === 'school') return { members: 'memberships membership', target: 'membership.school_id' };
  if (rule.scope !== 'item') return null;
  const item = `${ITEM_TABLES[rule.item]} item on item.school_id = membership.school_id`;
  return { members: `(memberships membership join ${item})`, target: 'item.id' };
}
