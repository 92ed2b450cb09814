import { randomUUID } from 'node:crypto';
import { audienceFrom } from '../../access/audience-input.js';
import { invalidField } from '../../errors/invalid-field.js';
import { kept } from '../../http/kept.js';
import { storedRichText } from '../../rich-text/stored-rich-text.js';
import type { FedItem, SignupInput } from './signup-feed.js';
import type { SignupItem } from './signup-item.entity.js';
import type { Signup } from './signup.entity.js';

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
  const organizationId = kept(input.organization_id, present?.organizationId);
  const opensAt = input.opens_at ? new Date(input.opens_at) : present?.opensAt;
  if (!opensAt) throw invalidField('opens_at', 'a sign-up that is not there yet needs opens_at');
  const closesAt = keptMoment(input.closes_at, present?.closesAt);
  const visibleUntil = keptMoment(input.visible_until, present?.visibleUntil);
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
    location: kept(input.location, present?.location),
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
    opensAt,
    closesAt,
    visibleUntil,
    withdrawUntil: keptMoment(input.withdraw_until, present?.withdrawUntil),
    claimPer: input.claim_per ?? present?.claimPer ?? 'person',
    perPersonLimit: kept(input.per_person_limit, present?.perPersonLimit),
    claimantVisibility: input.claimant_visibility ?? present?.claimantVisibility ?? 'names',
  };
}

/** @throws ValidationFailedError */
export function signupItem(
  { id: signupId, schoolId }: Pick<Signup, 'id' | 'schoolId'>,
  input: FedItem,
  position: number,
  present: SignupItem | undefined,
): SignupItem {
  const startsAt = keptMoment(input.starts_at, present?.startsAt);
  const endsAt = keptMoment(input.ends_at, present?.endsAt);
  if (endsAt && (!startsAt || endsAt < startsAt))
    throw invalidField('items', `${input.title}: ends_at needs a starts_at that is not later`);
  return {
    id: present?.id ?? randomUUID(),
    schoolId,
    signupId,
    position,
    title: input.title,
    description: kept(input.description, present?.description),
    startsAt,
    endsAt,
    capacity: kept(input.capacity, present?.capacity),
    waitlistEnabled: input.waitlist_enabled ?? present?.waitlistEnabled ?? false,
  };
}

const keptMoment = (given: string | null | undefined, present: Date | null | undefined): Date | null =>
  kept(given === undefined ? undefined : given && new Date(given), present) || null;
