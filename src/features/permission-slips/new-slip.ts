import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { audienceFrom } from '../../access/audience-input.js';
import { invalidField } from '../../errors/invalid-field.js';
import { kept } from '../../http/kept.js';
import { storedRichText } from '../../rich-text/stored-rich-text.js';
import type { PermissionSlip } from './permission-slip.entity.js';
import type { SlipInput } from './slip-feed.js';

type Origin = Pick<PermissionSlip, 'schoolId' | 'source' | 'sourceId' | 'sourceDigest'>;
type Details = Omit<
  PermissionSlip,
  keyof Origin | 'id' | 'statementVersion' | 'alertedAt' | 'remindedAt' | 'createdAt' | 'updatedAt'
>;

/** @throws ValidationFailedError */
export const newSlip = (input: SlipInput, origin: Origin, now: Date): PermissionSlip => ({
  ...detailsFrom(input, null),
  ...origin,
  id: randomUUID(),
  statementVersion: 1,
  alertedAt: null,
  remindedAt: null,
  createdAt: now,
  updatedAt: now,
});

/**
 * Another statement is another version: whoever is reading the old one cannot sign the new one unseen.
 * @throws ValidationFailedError
 */
export function changedSlip(
  slip: PermissionSlip,
  input: SlipInput,
  digest: string,
  now: Date,
): PermissionSlip {
  const details = detailsFrom(input, slip);
  const statementVersion = slip.statementVersion + (details.statement === slip.statement ? 0 : 1);
  return { ...slip, ...details, statementVersion, sourceDigest: digest, updatedAt: now };
}

/** Whether nothing else differs than what may of a slip with answers (contract section 14, rule 2). */
export const mayBecome = (answered: PermissionSlip, next: PermissionSlip): boolean =>
  isDeepStrictEqual({ ...next, ...CHANGING }, { ...answered, ...CHANGING });

const CHANGING = {
  ...{ closesAt: null, visibleUntil: null, statement: null, statementVersion: null },
  ...{ alertedAt: null, remindedAt: null, sourceDigest: null, updatedAt: null },
};

function detailsFrom(input: SlipInput, present: PermissionSlip | null): Details {
  const organizationId = kept(input.organization_id, present?.organizationId);
  return {
    title: input.title,
    summary: kept(input.summary, present?.summary),
    body: wanted('body', input.body === undefined ? present?.body : storedRichText('body', input.body)),
    statement: wanted('statement', input.statement === undefined ? present?.statement : input.statement),
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
    ...timesFrom(input, present),
    eventId: kept(input.event_id, present?.eventId),
    answerPer: input.answer_per ?? present?.answerPer ?? 'student',
    signatureRequired: input.signature_required ?? present?.signatureRequired ?? false,
    secondGuardianRequired: input.second_guardian_required ?? present?.secondGuardianRequired ?? false,
  };
}

function timesFrom(
  input: SlipInput,
  present: PermissionSlip | null,
): Pick<PermissionSlip, 'opensAt' | 'closesAt' | 'visibleUntil'> {
  const opensAt = wanted('opens_at', input.opens_at ? new Date(input.opens_at) : present?.opensAt);
  const closesAt = keptMoment(input.closes_at, present?.closesAt);
  const visibleUntil = keptMoment(input.visible_until, present?.visibleUntil);
  if (closesAt && closesAt <= opensAt)
    throw invalidField('closes_at', 'closes_at must be later than opens_at');
  if (visibleUntil && visibleUntil <= opensAt)
    throw invalidField('visible_until', 'visible_until must be later than opens_at');
  return { opensAt, closesAt, visibleUntil };
}

function wanted<T>(field: string, value: T | null | undefined): T {
  if (!value) throw invalidField(field, `a slip is not without ${field}`);
  return value;
}

const keptMoment = (given: string | null | undefined, present: Date | null | undefined): Date | null =>
  kept(given === undefined ? undefined : given && new Date(given), present) || null;
