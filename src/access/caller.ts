import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FeatureFlags } from './school-feature.js';

/** What a verified token says. It is proof of who speaks, never of what they may do. */
export interface TokenClaims {
  userId: string;
  sessionId: string;
}

/** The signed-in person. */
export interface Account extends TokenClaims {
  email: string;
  emailVerified: boolean;
}

export const MEMBER_ROLES = ['parent', 'junior_admin', 'senior_admin'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The signed-in person as an active member of one school, read fresh for this request. */
export interface Member {
  userId: string;
  membershipId: string;
  schoolId: string;
  role: MemberRole;
  isAdmin: boolean;
  features: Partial<FeatureFlags>;
}

/** What the guards leave on a request. */
export interface CallerOnRequest {
  user?: TokenClaims;
  account?: Account;
  member?: Member;
}

const onRequest = (context: ExecutionContext): CallerOnRequest =>
  context.switchToHttp().getRequest<CallerOnRequest>();

/** The member, on routes of a school or of an item. */
export const CurrentMember = createParamDecorator((_: unknown, context: ExecutionContext): Member => {
  const { member } = onRequest(context);
  if (!member) throw new Error('CurrentMember on a route without a school');
  return member;
});

/** The account, on any route that is not public. */
export const CurrentAccount = createParamDecorator((_: unknown, context: ExecutionContext): Account => {
  const { account } = onRequest(context);
  if (!account) throw new Error('CurrentAccount on a public route');
  return account;
});
