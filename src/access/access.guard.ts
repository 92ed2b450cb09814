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
import { isOn, type SchoolFeature } from './school-feature.js';
import { ACCESS_FEATURE, ACCESS_RULE, isForPublishers, type AccessRule } from './access-rule.js';
import { AccessRepository, type AccessRow } from './access.repository.js';
import type { CallerOnRequest, Member, OutsideToken } from './caller.js';

/**
 * The contract's order of checks (section 0, rule 7) in one place: session, second step, membership, feature,
 * role of the route. What depends on the item itself is the service's business.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly access: AccessRepository,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.declared<AccessRule>(ACCESS_RULE, context);
    // A route without a declaration fails the start already; should one slip through, it stays shut.
    if (!rule) throw new NotFoundError();
    if (rule.scope === 'public') return true;

    const request = context.switchToHttp().getRequest<Request & CallerOnRequest>();
    const row = await this.liveSession(request, rule);
    if (row.second_step_pending && !('firstStepIsEnough' in rule)) throw new MfaRequiredError();
    if (rule.scope === 'account') return true;

    if ('query' in rule && request.query[rule.query] === undefined) throw missing(rule.query);
    request.member = this.memberOf(row, rule);
    this.checkFeature(context, request.member);
    if (isForPublishers(rule) && !row.publishes) throw new NotAuthorizedError();
    return true;
  }

  private async liveSession(request: Request & CallerOnRequest, rule: AccessRule): Promise<AccessRow> {
    const claims = request.user;
    if (!claims) throw new NotAuthenticatedError();
    const target = targetOf(rule, request);
    const row =
      claims.issuer === 'own'
        ? await this.access.read(claims, rule, target, this.clock.now())
        : await this.vouchedFor(claims, rule, target);
    if (!row) throw new NotAuthenticatedError();
    request.account = {
      userId: row.user_id,
      sessionId: claims.sessionId,
      email: row.email,
      emailVerified: row.email_verified,
    };
    return row;
  }

  /** An email that the provider has not verified proves nothing: such a person is new here, whoever has it. */
  private async vouchedFor(
    claims: OutsideToken,
    rule: AccessRule,
    target: unknown,
  ): Promise<AccessRow | null> {
    if (!claims.emailVerified) return newcomer(claims);
    const now = this.clock.now();
    const known = await this.access.read(claims, rule, target, now);
    if (known) return known;
    await this.access.welcome(claims, now);
    return this.access.read(claims, rule, target, now);
  }

  private memberOf(row: AccessRow, rule: AccessRule): Member {
    if (row.membership_id === null) {
      throw rule.scope === 'item' && rule.hiddenIs !== 403 ? new NotFoundError() : new NotAuthorizedError();
    }
    return {
      userId: row.user_id,
      membershipId: row.membership_id,
      schoolId: row.school_id,
      role: row.role,
      isAdmin: row.role !== 'parent',
      features: row.features,
    };
  }

  private checkFeature(context: ExecutionContext, member: Member): void {
    const feature = this.declared<SchoolFeature>(ACCESS_FEATURE, context);
    if (feature && !isOn(member.features, feature)) throw new NotFoundError();
  }

  private declared<T>(key: string, context: ExecutionContext): T | undefined {
    return this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
  }
}

/** What the route is about: the id of a school or of an item, as it stands in the request. */
function targetOf(rule: AccessRule, request: Request): unknown {
  if ('param' in rule) return request.params[rule.param];
  return 'query' in rule ? request.query[rule.query] : undefined;
}

const missing = (name: string): ValidationFailedError =>
  new ValidationFailedError('The request is not valid.', {
    fields: [{ path: name, message: `${name} is required` }],
  });

const newcomer = ({ subjectId, email }: OutsideToken): AccessRow => ({
  user_id: subjectId,
  email,
  email_verified: false,
  second_step_pending: false,
  membership_id: null,
  role: null,
  school_id: null,
  features: null,
  publishes: null,
});
