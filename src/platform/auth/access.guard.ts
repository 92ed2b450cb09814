import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Clock } from '../clock/clock.js';
import {
  MfaRequiredError,
  NotAuthenticatedError,
  NotAuthorizedError,
  NotFoundError,
  ValidationFailedError,
} from '../errors/app-error.js';
import { requestOf } from '../http/http-context.js';
import { isOn, type SchoolFeature } from '../../policy/school-feature.js';
import {
  ACCESS_FEATURE,
  ACCESS_RULE,
  isForMembers,
  type AccessRule,
  type NeededRole,
  roleFor,
} from './access-rule.js';
import { AccessRepository, type AccessRequest, type AccessRow } from './access.repository.js';
import { OutsideAccounts } from './outside-accounts.js';
import { PREFETCH, type PrefetchByQuery, type Prefetch } from './prefetch.js';
import { inRole, type CallerOnRequest, type Member, type OutsideToken } from './caller.js';

interface RouteAccess {
  rule: AccessRule;
  feature: SchoolFeature | undefined;
  prefetch: Prefetch | PrefetchByQuery | undefined;
}

/**
 * The contract's order of checks (section 0, rule 7) in one place: session, second step, membership, feature,
 * role of the route. What depends on the item itself is the service's business.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly access: AccessRepository,
    private readonly outside: OutsideAccounts,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = this.declaredBy(context);
    // A route without a declaration fails the start already; should one slip through, it stays shut.
    if (!route) throw new NotFoundError();
    const { rule } = route;
    if (rule.scope === 'public') return true;

    const request = requestOf<Request & CallerOnRequest>(context);
    const row = await this.liveSession(request, route);
    if (row.second_step_pending && !('firstStepIsEnough' in rule)) throw new MfaRequiredError();
    if (isForMembers(rule) && !row.is_member) throw new NotAuthorizedError();
    if (rule.scope !== 'account') request.member = this.admitted(row, route, request);
    if (route.prefetch) request.prefetched = row.prefetched;
    return true;
  }

  private async liveSession(request: Request & CallerOnRequest, route: RouteAccess): Promise<AccessRow> {
    const claims = request.user;
    if (!claims) throw new NotAuthenticatedError();
    const { rule, prefetch } = route;
    const accessRequest = {
      rule,
      prefetch: typeof prefetch === 'function' ? prefetch(request.query) : prefetch,
      target: targetOf(rule, request),
      now: this.clock.now(),
    };
    const row =
      claims.issuer === 'own'
        ? await this.access.read(accessRequest, claims)
        : await this.findByOutsideToken(claims, accessRequest);
    if (!row) throw new NotAuthenticatedError();
    request.byOperator = row.by_operator;
    request.account = {
      userId: row.user_id,
      sessionId: claims.sessionId,
      email: row.email,
      emailVerified: row.email_verified,
    };
    return row;
  }

  /**
   * Finds the account by the issuer and the subject of the token. An email binds an account where the subject is new and the
   * provider has verified the email; without that the person is a newcomer without an account, even where the email is known.
   */
  private async findByOutsideToken(
    claims: OutsideToken,
    accessRequest: AccessRequest,
  ): Promise<AccessRow | null> {
    const known = await this.access.read(accessRequest, claims);
    if (known) return known;
    if (!claims.emailVerified) return (await this.access.isEnded(claims)) ? null : rowOfNewcomer(claims);
    await this.outside.bind(claims, accessRequest.now);
    return this.access.read(accessRequest, claims);
  }

  private admitted(row: AccessRow, { rule, feature }: RouteAccess, request: Request): Member {
    if ('query' in rule && request.query[rule.query] === undefined) throw missing(rule.query);
    const member = this.memberOf(row, rule);
    if (feature && !isOn(member.features, feature)) throw new NotFoundError();
    const needed = roleFor(rule);
    if (needed && !hasRole(member, row, needed)) throw new NotAuthorizedError();
    return member;
  }

  private memberOf(row: AccessRow, rule: AccessRule): Member {
    if (row.membership_id === null) {
      throw rule.scope === 'item' && rule.hiddenIs !== 403 ? new NotFoundError() : new NotAuthorizedError();
    }
    const { user_id: userId, membership_id: membershipId, school_id: schoolId, features } = row;
    return inRole(
      { userId, membershipId, schoolId, features, restrictedStudentIds: row.restricted_student_ids },
      row.role,
    );
  }

  private declaredBy(context: ExecutionContext): RouteAccess | null {
    const declared = <T>(key: string): T | undefined =>
      this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
    const rule = declared<AccessRule>(ACCESS_RULE);
    return rule ? { rule, feature: declared(ACCESS_FEATURE), prefetch: declared(PREFETCH) } : null;
  }
}

function hasRole(member: Member, { has_role }: AccessRow, needed: NeededRole): boolean {
  if (needed === 'publisher' || needed === 'manager') return has_role === true;
  return needed === 'admin' ? member.isAdmin : member.role === 'senior_admin';
}

/** The id of the school or item that the route is about, as the request has it. */
function targetOf(rule: AccessRule, request: Request): unknown {
  if ('param' in rule) return request.params[rule.param];
  return 'query' in rule ? request.query[rule.query] : undefined;
}

const missing = (name: string): ValidationFailedError =>
  new ValidationFailedError('The request is not valid.', {
    fields: [{ path: name, message: `${name} is required` }],
  });

const rowOfNewcomer = ({ subjectId, email }: OutsideToken): AccessRow => ({
  user_id: subjectId,
  email,
  email_verified: false,
  second_step_pending: false,
  by_operator: false,
  membership_id: null,
  role: null,
  school_id: null,
  features: null,
  restricted_student_ids: null,
  has_role: null,
  prefetched: null,
});
