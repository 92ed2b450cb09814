import { randomUUID } from 'node:crypto';
import { invalidField } from '../../platform/errors/app-error.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import { merged, mergedMoment } from '../../platform/text/merged.js';
import { audienceFrom, type AudienceInput } from '../../policy/audience.dto.js';
import type { DetailsOf, Origin } from '../publishing/publication.js';
import type { PermissionSlip } from './permission-slip.entity.js';
import type { AnswerPer } from './slip-vocabulary.js';

/** Input of a slip. A member that is left out stays; null clears it. Moments are ISO 8601 with an offset. */
export interface SlipDetailsInput {
  title?: string;
  summary?: string | null | undefined;
  /** Rich text; wanted of a slip that is not there yet. */
  body?: string | null | undefined;
  /** Plain text; wanted of a slip that is not there yet. */
  statement?: string | null | undefined;
  organization_id?: string | null;
  audience?: AudienceInput | null;
  /** `student` by default. */
  answer_per?: AnswerPer | undefined;
  signature_required?: boolean | undefined;
  second_guardian_required?: boolean | undefined;
  /** Null for a draft. */
  opens_at?: string | null | undefined;
  closes_at?: string | null | undefined;
  visible_until?: string | null | undefined;
}

/** @throws ValidationFailedError */
export const newSlip = (
  input: SlipDetailsInput,
  { schoolId, source, sourceId, sourceDigest }: Omit<Origin, 'createdByMembershipId'>,
  now: Date,
): PermissionSlip => ({
  ...detailsFrom(input, null),
  ...{ schoolId, source, sourceId, sourceDigest },
  id: randomUUID(),
  eventId: null,
  statementVersion: 1,
  alertedAt: null,
  remindedAt: null,
  lastReminderAt: null,
  deletedAt: null,
  createdAt: now,
  updatedAt: now,
});

/**
 * Another text or statement is another version: whoever is reading the old one cannot sign the new one unseen.
 * @throws ValidationFailedError
 */
export function changedSlip(present: PermissionSlip, input: SlipDetailsInput, now: Date): PermissionSlip {
  const details = detailsFrom(input, present);
  const readsAlike = details.statement === present.statement && details.body === present.body;
  const statementVersion = present.statementVersion + (readsAlike ? 0 : 1);
  return { ...present, ...details, statementVersion, updatedAt: now };
}

/** Whether both ask for an answer in the same way, and from the same moment on. */
export const asksAlike = (one: PermissionSlip, other: PermissionSlip): boolean =>
  one.answerPer === other.answerPer &&
  one.signatureRequired === other.signatureRequired &&
  one.secondGuardianRequired === other.secondGuardianRequired &&
  one.opensAt?.getTime() === other.opensAt?.getTime();

type Details = Omit<DetailsOf<PermissionSlip>, 'statementVersion' | 'eventId'>;

/** @throws ValidationFailedError */
function detailsFrom(input: SlipDetailsInput, present: PermissionSlip | null): Details {
  const organizationId = merged(input.organization_id, present?.organizationId);
  return {
    title: input.title ?? present?.title ?? '',
    summary: merged(input.summary, present?.summary),
    body: wanted('body', input.body === undefined ? present?.body : storedRichText('body', input.body)),
    statement: wanted('statement', input.statement === undefined ? present?.statement : input.statement),
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
    ...timesFrom(input, present),
    answerPer: input.answer_per ?? present?.answerPer ?? 'student',
    signatureRequired: input.signature_required ?? present?.signatureRequired ?? false,
    secondGuardianRequired: input.second_guardian_required ?? present?.secondGuardianRequired ?? false,
  };
}

function timesFrom(
  input: SlipDetailsInput,
  present: PermissionSlip | null,
): Pick<PermissionSlip, 'opensAt' | 'closesAt' | 'visibleUntil'> {
  const opensAt = mergedMoment(input.opens_at, present?.opensAt);
  const closesAt = mergedMoment(input.closes_at, present?.closesAt);
  const visibleUntil = mergedMoment(input.visible_until, present?.visibleUntil);
  if (opensAt && closesAt && closesAt <= opensAt)
    throw invalidField('closes_at', 'closes_at must be later than opens_at');
  if (opensAt && visibleUntil && visibleUntil <= opensAt)
    throw invalidField('visible_until', 'visible_until must be later than opens_at');
  return { opensAt, closesAt, visibleUntil };
}

function wanted(field: string, value: string | null | undefined): string {
  if (!value) throw invalidField(field, `a slip is not without ${field}`);
  return value;
}
