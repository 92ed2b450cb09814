import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FeatureFlags } from './school-feature.js';
import { ITEM_TABLES, type AccessRule } from './access-rule.js';
import type { MemberRole, TokenClaims } from './caller.js';
import { isUuid } from './uuid.js';

/** One row: a live session and, where the route asks for a school, the membership in it. */
export interface AccessRow {
  email: string;
  email_verified: boolean;
  second_step_pending: boolean;
  membership_id: string | null;
  role: MemberRole | null;
  school_id: string | null;
  features: Partial<FeatureFlags> | null;
}

const SESSION = `
  from user_sessions session
  join users on users.id = session.user_id`;
const LIVE = `
  where session.id = $1 and session.user_id = $2 and session.revoked_at is null and session.expires_at > $3`;
const PERSON = `users.email, users.email_verified_at is not null as email_verified, session.second_step_pending`;
const MEMBERSHIP = `membership.id as membership_id, membership.role, school.id as school_id, school.features`;
const SCHOOL = `left join schools school on school.id = membership.school_id`;

@Injectable()
export class AccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Everything that rights stand on, in one statement and fresh for every request.
   * Null when the session is not live.
   */
  async read(claims: TokenClaims, rule: AccessRule, target: unknown, now: Date): Promise<AccessRow | null> {
    const id = isUuid(target) ? target : null;
    const parameters = rule.scope === 'account' ? [] : [id];
    const [row] = await this.dataSource.query<AccessRow[]>(statementFor(rule), [
      claims.sessionId,
      claims.userId,
      now,
      ...parameters,
    ]);
    return row ?? null;
  }
}

function statementFor(rule: AccessRule): string {
  if (rule.scope === 'school') return SCHOOL_STATEMENT;
  if (rule.scope === 'item') return itemStatement(ITEM_TABLES[rule.item]);
  return ACCOUNT_STATEMENT;
}

const ACCOUNT_STATEMENT = `
  select ${PERSON}, null as membership_id, null as role, null as school_id, null as features ${SESSION} ${LIVE}`;

const SCHOOL_STATEMENT = `
  select ${PERSON}, ${MEMBERSHIP} ${SESSION}
  left join memberships membership
    on membership.user_id = users.id and membership.school_id = $4::uuid and membership.deactivated_at is null
  ${SCHOOL} ${LIVE}`;

const itemStatement = (table: string): string => `
  select ${PERSON}, ${MEMBERSHIP} ${SESSION}
  left join ${table} item on item.id = $4::uuid
  left join memberships membership
    on membership.user_id = users.id and membership.school_id = item.school_id
    and membership.deactivated_at is null
  ${SCHOOL} ${LIVE}`;
