import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { audienceFrom } from '../../access/audience-input.js';
import { invalidField } from '../../errors/invalid-field.js';
import { kept } from '../../http/kept.js';
import { storedRichText } from '../../rich-text/stored-rich-text.js';
import type { PollInput } from './poll-feed.js';
import type { Poll } from './poll.entity.js';

type Details = Omit<
  Poll,
  | 'id'
  | 'schoolId'
  | 'alertedAt'
  | 'remindedAt'
  | 'source'
  | 'sourceId'
  | 'sourceDigest'
  | 'createdAt'
  | 'updatedAt'
>;
type Origin = Pick<Poll, 'schoolId' | 'source' | 'sourceId' | 'sourceDigest'>;

/** @throws ValidationFailedError */
export const newPoll = (input: PollInput, origin: Origin, now: Date): Poll => ({
  ...detailsFrom(input, null),
  ...origin,
  id: randomUUID(),
  alertedAt: null,
  remindedAt: null,
  createdAt: now,
  updatedAt: now,
});

/** @throws ValidationFailedError */
export const changedPoll = (poll: Poll, input: PollInput, digest: string, now: Date): Poll => ({
  ...poll,
  ...detailsFrom(input, poll),
  sourceDigest: digest,
  updatedAt: now,
});

/** Whether nothing but the end differs: all that may of a poll with answers (contract section 14, rule 2). */
export const differInEndAlone = (poll: Poll, next: Poll): boolean =>
  isDeepStrictEqual(
    { ...next, closesAt: null, alertedAt: null, remindedAt: null, sourceDigest: null, updatedAt: null },
    { ...poll, closesAt: null, alertedAt: null, remindedAt: null, sourceDigest: null, updatedAt: null },
  );

function detailsFrom(input: PollInput, present: Poll | null): Details {
  const organizationId = kept(input.organization_id, present?.organizationId);
  const opensAt = input.opens_at ? new Date(input.opens_at) : present?.opensAt;
  if (!opensAt) throw invalidField('opens_at', 'a poll that is not there yet needs opens_at');
  const closesAt =
    input.closes_at === undefined
      ? (present?.closesAt ?? null)
      : input.closes_at && new Date(input.closes_at);
  if (closesAt && closesAt <= opensAt)
    throw invalidField('closes_at', 'closes_at must be later than opens_at');
  return {
    title: input.title,
    description:
      input.description === undefined
        ? (present?.description ?? null)
        : storedRichText('description', input.description),
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
    opensAt,
    closesAt: closesAt || null,
    resultsVisibility: kept(input.results_visibility, present?.resultsVisibility) ?? 'after_close',
    anonymous: kept(input.anonymous, present?.anonymous) ?? false,
  };
}
