import { randomUUID } from 'node:crypto';
import { audienceFrom, type AudienceInput } from '../../policy/audience.dto.js';
import { invalidField } from '../../platform/errors/app-error.js';
import { merged, mergedMoment } from '../../platform/text/merged.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import type { DetailsOf, Origin } from '../publishing/publication.js';
import type { SignupItem, Signup } from './signup.entity.js';
import type { ClaimantVisibility, ClaimPer } from './claim-terms.js';

/** Input of a sign-up. A member that is left out stays; null clears it. Moments are ISO 8601 with an offset. */
export interface SignupDetailsInput {
  title?: string;
  /** Rich text. */
  description?: string | null | undefined;
  location?: string | null | undefined;
  organization_id?: string | null;
  audience?: AudienceInput | null;
  /** Null for a draft. */
  opens_at?: string | null | undefined;
  closes_at?: string | null | undefined;
  visible_until?: string | null | undefined;
  withdraw_until?: string | null | undefined;
  /** `person` by default. */
  claim_per?: ClaimPer | undefined;
  per_person_limit?: number | null | undefined;
  /** `names` by default. */
  claimant_visibility?: ClaimantVisibility | undefined;
}

export interface ItemDetailsInput {
  title: string;
  description?: string | null | undefined;
  capacity?: number | null | undefined;
  waitlist_enabled?: boolean | undefined;
  starts_at?: string | null | undefined;
  ends_at?: string | null | undefined;
}

/** @throws ValidationFailedError */
export const newSignup = (
  input: SignupDetailsInput,
  { schoolId, source, sourceId, sourceDigest }: Omit<Origin, 'createdByMembershipId'>,
  now: Date,
): Signup => ({
  ...detailsFrom(input, null),
  ...{ schoolId, source, sourceId, sourceDigest },
  id: randomUUID(),
  eventId: null,
  alertedAt: null,
  deletedAt: null,
  createdAt: now,
  updatedAt: now,
});

/** @throws ValidationFailedError */
export const changedSignup = (signup: Signup, input: SignupDetailsInput, now: Date): Signup => ({
  ...signup,
  ...detailsFrom(input, signup),
  updatedAt: now,
});

function detailsFrom(input: SignupDetailsInput, present: Signup | null): Omit<DetailsOf<Signup>, 'eventId'> {
  const organizationId = merged(input.organization_id, present?.organizationId);
  const opensAt = mergedMoment(input.opens_at, present?.opensAt);
  const closesAt = mergedMoment(input.closes_at, present?.closesAt);
  const visibleUntil = mergedMoment(input.visible_until, present?.visibleUntil);
  if (opensAt && closesAt && closesAt <= opensAt)
    throw invalidField('closes_at', 'closes_at must be later than opens_at');
  if (opensAt && visibleUntil && visibleUntil <= opensAt)
    throw invalidField('visible_until', 'visible_until must be later than opens_at');
  return {
    title: input.title ?? present?.title ?? '',
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
  input: ItemDetailsInput,
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
    lastReminderAt: present?.lastReminderAt ?? null,
  };
}
