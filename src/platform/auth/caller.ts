import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '../http/http-context.js';
import type { FeatureFlags } from '../../policy/school-feature.js';

/** A verified token of our own issuer: proof of who speaks, never of what they may do. */
export interface OwnToken {
  issuer: 'own';
  userId: string;
  sessionId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** A verified token of an outside OpenID Connect provider. */
export interface OutsideToken {
  issuer: 'outside';
  /** The session is the provider's. */
  sessionId: null;
  /** Made of issuer and subject; their account is bound to it, and it stands for the person while their email is not verified. */
  subjectId: string;
  /** Hash of the part that is signed: a signature can be written in more ways than one. */
  digest: string;
  /** Decides who it is, once verified. */
  email: string;
  emailVerified: boolean;
  /** True when the provider says in `aal`, `amr` or `acr` that a second step was done. */
  secondStepDone: boolean;
  /** Seconds since 1970. */
  expiresAt: number;
}

export type TokenClaims = OwnToken | OutsideToken;

/** The signed-in person. */
export interface Account {
  userId: string;
  /** Null with a token of an outside provider. */
  sessionId: string | null;
  email: string;
  emailVerified: boolean;
}

export const MEMBER_ROLES = ['parent', 'junior_admin', 'senior_admin'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Roles in which somebody reads: a member has their own, an operator reads in the name of a member. */
export const READER_ROLES = [...MEMBER_ROLES, 'operator'] as const;
export type ReaderRole = (typeof READER_ROLES)[number];

/** The signed-in person as an active member of one school, read fresh for this request. */
export interface Member {
  userId: string;
  membershipId: string;
  schoolId: string;
  role: MemberRole;
  isAdmin: boolean;
  features: Partial<FeatureFlags>;
  /** Students of the school from whom they are kept apart (contract section 21); of an admin none. */
  restrictedStudentIds: readonly string[];
}

/** The member with the role that they have now. */
export const inRole = (member: Omit<Member, 'role' | 'isAdmin'>, role: MemberRole): Member => ({
  ...member,
  role,
  isAdmin: role !== 'parent',
});

/** Members that the guards add to a request. */
export interface CallerOnRequest {
  /** Passport's name for it. */
  user?: TokenClaims;
  account?: Account;
  /** An operator speaks in the name of the account. */
  byOperator?: boolean;
  member?: Member;
  /** Only where the guard let the caller in, on a route that asks for something. */
  prefetched?: unknown;
}

const onRequest = requestOf<CallerOnRequest>;

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

/** The token by which the account was proven. */
export const CurrentToken = createParamDecorator((_: unknown, context: ExecutionContext): TokenClaims => {
  const { user } = onRequest(context);
  if (!user) throw new Error('CurrentToken on a public route');
  return user;
});

/** A name for the person that is the same for all of their tokens. */
export const nameOfCaller = (claims: TokenClaims): string =>
  claims.issuer === 'own' ? claims.userId : claims.subjectId;
