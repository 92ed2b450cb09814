import { randomUUID } from 'node:crypto';
import { audienceFrom, type AudienceInput } from '../../policy/audience.dto.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { invalidField } from '../../platform/errors/app-error.js';
import { merged, mergedMoment } from '../../platform/text/merged.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import type { ImportOrigin } from '../publishing/item.importer.js';
import type { DetailsOf } from '../publishing/publication.js';
import type { ImportedQuestion } from '../questions/imported-question.js';
import type { SignupItem, Signup } from './signup.entity.js';
import type { ClaimantVisibility, ClaimPer } from './claim-terms.js';

/** Input of a sign-up. A member that is left out stays; null clears it. Moments are ISO 8601 with an offset. */
export interface SignupInput {
  title: string;
  /** Rich text. */
  description?: string | null | undefined;
  location?: string | null | undefined;
  organization_id?: string | null;
  audience?: AudienceInput | null;
  /** Wanted of a sign-up that is not there yet. */
  opens_at?: string | null | undefined;
  closes_at?: string | null | undefined;
  visible_until?: string | null | undefined;
  withdraw_until?: string | null | undefined;
  claim_per?: ClaimPer | undefined;
  per_person_limit?: number | null | undefined;
  claimant_visibility?: ClaimantVisibility | undefined;
  /** All of them, in their order. */
  questions?: ImportedQuestion[] | undefined;
  /** Wanted of a sign-up that is not there yet; known by their titles. */
  items?: SignupItemInput[] | undefined;
}

export interface SignupItemInput {
  title: string;
  description?: string | null | undefined;
  capacity?: number | null | undefined;
  waitlist_enabled?: boolean | undefined;
  starts_at?: string | null | undefined;
  ends_at?: string | null | undefined;
}

type Details = Omit<DetailsOf<Signup>, 'eventId'>;

/** @throws ValidationFailedError */
export const newSignup = (input: SignupInput, origin: ImportOrigin, now: Date): Signup => ({
  ...detailsFrom(input, null),
  ...origin,
  id: randomUUID(),
  eventId: null,
  alertedAt: null,
  deletedAt: null,
  createdAt: now,
  updatedAt: now,
});

/** @throws ValidationFailedError */
export const changedSignup = (signup: Signup, input: SignupInput, now: Date): Signup => ({
  ...signup,
  ...detailsFrom(input, signup),
  updatedAt: now,
});

function detailsFrom(input: SignupInput, present: Signup | null): Details {
  const organizationId = merged(input.organization_id, present?.organizationId);
  const opensAt = input.opens_at ? new Date(input.opens_at) : present?.opensAt;
  if (!opensAt) throw invalidField('opens_at', 'a sign-up that is not there yet needs opens_at');
  const closesAt = mergedMoment(input.closes_at, present?.closesAt);
  const visibleUntil = mergedMoment(input.visible_until, present?.visibleUntil);
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
    withdrawUntil: mergedMoment(input.withdraw_until, present?.withdrawUntil),
    claimPer: input.claim_per ?? present?.claimPer ?? 'person',
    perPersonLimit: merged(input.per_person_limit, present?.perPersonLimit),
    claimantVisibility: input.claimant_visibility ?? present?.claimantVisibility ?? 'names',
  };
}

/** @throws ValidationFailedError */
export function signupItem(
  { id: signupId, schoolId }: Pick<Signup, 'id' | 'schoolId'>,
  input: SignupItemInput,
  position: number,
  present: SignupItem | undefined,
): SignupItem {
  const startsAt = mergedMoment(input.starts_at, present?.startsAt);
  const endsAt = mergedMoment(input.ends_at, present?.endsAt);
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

/** A write of a member to a sign-up, whose row they have locked. */
export interface SignupChange extends WriteContext {
  signup: Signup;
  /** Whether it is addressed to them. */
  addressed: boolean;
  /** Whether they manage it. */
  managed: boolean;
}

type Times = Pick<Signup, 'opensAt' | 'closesAt' | 'visibleUntil' | 'withdrawUntil' | 'deletedAt'>;

const hasCome = (moment: Date | null, now: Date): boolean => moment !== null && moment <= now;

/** Neither hidden still nor gone; as `isSignupPublished` says in SQL. */
export const isPublished = (times: Times, now: Date): boolean =>
  hasCome(times.opensAt, now) && times.deletedAt === null && !isGone(times, now);

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
