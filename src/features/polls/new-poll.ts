import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '../../platform/errors/app-error.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import { merged, mergedMoment } from '../../platform/text/merged.js';
import { audienceFrom, type AudienceInput } from '../../policy/audience.dto.js';
import type { DetailsOf, Origin } from '../publishing/publication.js';
import type { Poll } from './poll.entity.js';
import type { ResultsVisibility } from './results-visibility.js';

/** Input of a poll, without its questions. A member that is left out stays; null clears it, or is the default. */
export interface PollDetailsInput {
  title?: string;
  /** Rich text. */
  description?: string | null;
  organization_id?: string | null;
  audience?: AudienceInput | null;
  /** ISO 8601 with an offset; null for a draft. */
  opens_at?: string | null;
  closes_at?: string | null;
  /** `after_close` by default. */
  results_visibility?: ResultsVisibility | null;
  anonymous?: boolean | null;
}

export interface QuestionInput {
  text: string;
  choices: string[];
}

/** @throws ValidationFailedError */
export function newPoll(
  input: PollDetailsInput,
  { schoolId, source, sourceId, sourceDigest }: Omit<Origin, 'createdByMembershipId'>,
  now: Date,
): Poll {
  return {
    ...detailsFrom(input, null),
    ...{ schoolId, source, sourceId, sourceDigest },
    id: randomUUID(),
    alertedAt: null,
    remindedAt: null,
    lastReminderAt: null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** @throws ValidationFailedError */
export const changedPoll = (poll: Poll, input: PollDetailsInput, now: Date): Poll => ({
  ...poll,
  ...detailsFrom(input, poll),
  updatedAt: now,
});

/** Whether nothing but the end differs: all that an import may change of a poll with answers (contract section 14, rule 2). */
export const differInEndAlone = (poll: Poll, next: Poll): boolean =>
  isDeepStrictEqual({ ...next, ...CHANGING }, { ...poll, ...CHANGING });

const CHANGING = { closesAt: null, alertedAt: null, remindedAt: null, sourceDigest: null, updatedAt: null };

/** Whether both ask in the same way from the same moment on: what is fixed once there are answers (contract section 15, rule 1). */
export const askAlike = (poll: Poll, next: Poll): boolean =>
  poll.anonymous === next.anonymous && isDeepStrictEqual(poll.opensAt, next.opensAt);

function detailsFrom(input: PollDetailsInput, present: Poll | null): DetailsOf<Poll> {
  const organizationId = merged(input.organization_id, present?.organizationId);
  const opensAt = mergedMoment(input.opens_at, present?.opensAt);
  const closesAt = mergedMoment(input.closes_at, present?.closesAt);
  if (opensAt && closesAt && closesAt <= opensAt)
    throw invalidField('closes_at', 'closes_at must be later than opens_at');
  return {
    title: input.title ?? present?.title ?? '',
    description:
      input.description === undefined
        ? (present?.description ?? null)
        : storedRichText('description', input.description),
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
    opensAt,
    closesAt,
    resultsVisibility: merged(input.results_visibility, present?.resultsVisibility) ?? 'after_close',
    anonymous: merged(input.anonymous, present?.anonymous) ?? false,
  };
}
