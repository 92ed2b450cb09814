import { randomUUID } from 'node:crypto';
import { audienceFrom } from '../../policy/audience.dto.js';
import { invalidField } from '../../platform/errors/app-error.js';
import { merged } from '../../platform/http/merged.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import type { ImportedItem, SignupInput } from './signup-import.js';
import type { SignupItem } from './signup-item.entity.js';
import type { Signup } from './signup.entity.js';
import type { WriteContext } from '../../platform/database/write-context.js';

type Origin = Pick<Signup, 'schoolId' | 'source' | 'sourceId' | 'sourceDigest'>;
type Details = Omit<Signup, keyof Origin | 'id' | 'eventId' | 'alertedAt' | 'createdAt' | 'updatedAt'>;

/** @throws ValidationFailedError */
export const newSignup = (input: SignupInput, origin: Origin, now: Date): Signup => ({
  ...detailsFrom(input, null),
  ...origin,
  id: randomUUID(),
  eventId: null,
  alertedAt: null,
  createdAt: now,
  updatedAt: now,
});

/** @throws ValidationFailedError */
export const changedSignup = (signup: Signup, input: SignupInput, digest: string, now: Date): Signup => ({
  ...signup,
  ...detailsFrom(input, signup),
  sourceDigest: digest,
  updatedAt: now,
});

function detailsFrom(input: SignupInput, present: Signup | null): Details {
  const organizationId = merged(input.organization_id, present?.organizationId);
  const opensAt = input.opens_at ? new Date(input.opens_at) : present?.opensAt;
  if (!opensAt) throw invalidField('opens_at', 'a sign-up that is not there yet needs opens_at');
  const closesAt = storedMoment(input.closes_at, present?.closesAt);
  const visibleUntil = storedMoment(input.visible_until, present?.visibleUntil);
  if (closesAt && closesAt <= opensAt)
    throw invalidField('closes_at', 'closes_at must be later than opens_at');
  if (visibleUntil && visibleUntil <= opensAt)
    throw invalidField('visible_until', 'visible_until must be later than opens_at');
  return {
    title: input.title,
    description:
      input.description === undefined
        ? (present?.description ?? null)
        : storedRichText('description', input.description),
    location: merged(input.location, present?.location),
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
    opensAt,
    closesAt,
    visibleUntil,
    withdrawUntil: storedMoment(input.withdraw_until, present?.withdrawUntil),
    claimPer: input.claim_per ?? present?.claimPer ?? 'person',
    perPersonLimit: merged(input.per_person_limit, present?.perPersonLimit),
    claimantVisibility: input.claimant_visibility ?? present?.claimantVisibility ?? 'names',
  };
}

/** @throws ValidationFailedError */
export function signupItem(
  { id: signupId, schoolId }: Pick<Signup, 'id' | 'schoolId'>,
  input: ImportedItem,
  position: number,
  present: SignupItem | undefined,
): SignupItem {
  const startsAt = storedMoment(input.starts_at, present?.startsAt);
  const endsAt = storedMoment(input.ends_at, present?.endsAt);
  if (endsAt && (!startsAt || endsAt < startsAt))
    throw invalidField('items', `${input.title}: ends_at needs a starts_at that is not later`);
  return {
    id: present?.id ?? randomUUID(),
    schoolId,
    signupId,
    position,
    title: input.title,
    description: merged(input.description, present?.description),
    startsAt,
    endsAt,
    capacity: merged(input.capacity, present?.capacity),
    waitlistEnabled: input.waitlist_enabled ?? present?.waitlistEnabled ?? false,
  };
}

const storedMoment = (given: string | null | undefined, present: Date | null | undefined): Date | null =>
  merged(given === undefined ? undefined : given && new Date(given), present) || null;

/** A write of a member to a sign-up, whose row they have locked. */
export interface SignupChange extends WriteContext {
  signup: Signup;
  /** Whether it is addressed to them. */
  addressed: boolean;
  /** Whether they manage it. */
  managed: boolean;
}

type Times = Pick<Signup, 'opensAt' | 'closesAt' | 'visibleUntil' | 'withdrawUntil'>;

const hasCome = (moment: Date | null, now: Date): boolean => moment !== null && moment <= now;

/** Neither hidden still nor gone; as `isSignupThere` says in SQL. */
export const isThere = (times: Times, now: Date): boolean => times.opensAt <= now && !isGone(times, now);

export const isGone = ({ visibleUntil }: Times, now: Date): boolean => hasCome(visibleUntil, now);

export const isClosed = ({ closesAt }: Times, now: Date): boolean => hasCome(closesAt, now);

/** An item that has begun is closed by itself (contract section 3, rule 7). */
export const hasBegun = ({ startsAt }: Pick<SignupItem, 'startsAt'>, now: Date): boolean =>
  hasCome(startsAt, now);

/** Until `withdraw_until` where there is one, else until the item is closed. */
export function mayWithdraw(signup: Times, item: Pick<SignupItem, 'startsAt'>, now: Date): boolean {
  if (signup.withdrawUntil) return now < signup.withdrawUntil;
  return !isClosed(signup, now) && !hasBegun(item, now);
}
