import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  addressed,
  idsOf,
  importEach,
  type Imported,
  type ImportResult,
  type ItemImporter,
  originOf,
} from '../publishing/item-import.js';
import type { ImportedQuestion } from '../questions/fed-question.js';
import { QuestionImporter } from '../questions/question.importer.js';
import type { PermissionSlip } from './permission-slip.entity.js';
import { SlipImportRepository } from './permission-slips.repository.js';
import { AnsweredSlipError, type AnswerPer } from './slip.errors.js';
import { audienceFrom, type AudienceInput } from '../../policy/audience.dto.js';
import { invalidField } from '../../platform/errors/app-error.js';
import { merged } from '../../platform/http/merged.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';

/** What is left out stays as it is; null clears it. Moments are ISO 8601 with an offset. */
export interface SlipInput {
  title: string;
  summary?: string | null | undefined;
  /** Rich text; wanted of a slip that is not there yet. */
  body?: string | null | undefined;
  /** Wanted of a slip that is not there yet; another one raises the version. */
  statement?: string | null | undefined;
  organization_id?: string | null;
  audience?: AudienceInput | null;
  /** The row of an event or occurrence. */
  event_id?: string | null;
  answer_per?: AnswerPer | undefined;
  signature_required?: boolean | undefined;
  second_guardian_required?: boolean | undefined;
  /** Wanted of a slip that is not there yet. */
  opens_at?: string | null | undefined;
  closes_at?: string | null | undefined;
  visible_until?: string | null | undefined;
  /** All of them, in their order. */
  questions?: ImportedQuestion[] | undefined;
}

export interface ImportedSlip extends Imported<SlipInput> {
  /** Whether its audience is told when it opens. */
  sendAlert: boolean;
}

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
  const organizationId = merged(input.organization_id, present?.organizationId);
  return {
    title: input.title,
    summary: merged(input.summary, present?.summary),
    body: wanted('body', input.body === undefined ? present?.body : storedRichText('body', input.body)),
    statement: wanted('statement', input.statement === undefined ? present?.statement : input.statement),
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
    ...timesFrom(input, present),
    eventId: merged(input.event_id, present?.eventId),
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
  const closesAt = storedMoment(input.closes_at, present?.closesAt);
  const visibleUntil = storedMoment(input.visible_until, present?.visibleUntil);
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

const storedMoment = (given: string | null | undefined, present: Date | null | undefined): Date | null =>
  merged(given === undefined ? undefined : given && new Date(given), present) || null;

/** The way in for permission slips, which no operation makes, inside the caller's transaction. */
@Injectable()
export class SlipImporter {
  constructor(
    private readonly slips: SlipImportRepository,
    private readonly questions: QuestionImporter,
    private readonly images: ImageEmbeddingService,
  ) {}

  /**
   * Creates and changes slips; none is taken away. Of one that has answers nothing changes but its ends and the
   * statement, of which the answers keep the version that was signed.
   */
  async import(target: ItemImporter, entries: ImportedSlip[]): Promise<ImportResult> {
    const known = await this.slips.lockImported(target, idsOf(entries));
    return importEach(target, entries, known, (...one) => this.importItem(...one));
  }

  private async importItem(
    target: ItemImporter,
    entry: ImportedSlip,
    present: PermissionSlip | null,
  ): Promise<void> {
    const { manager, schoolId } = target;
    const next = nextSlip(target, entry, present);
    const questions = await this.newQuestions(target, next, entry.input.questions);
    if (
      present &&
      (questions || !mayBecome(present, next)) &&
      (await this.slips.isAnswered(manager, present))
    )
      throw new AnsweredSlipError();
    await this.slips.save(manager, next);
    if (questions) await this.questions.replace(manager, owner(next), questions);
    await this.images.changeByImport(manager, schoolId, [present?.body ?? null, next.body]);
  }

  /** Null when they are those that are there. */
  private async newQuestions(
    { manager }: ItemImporter,
    slip: PermissionSlip,
    given: ImportedQuestion[] | undefined,
  ): Promise<ImportedQuestion[] | null> {
    if (!given || (await this.questions.areAsked(manager, owner(slip), given))) return null;
    return given;
  }
}

const owner = ({ id, schoolId }: PermissionSlip) => ({ id, schoolId, of: 'permission_slip_id' as const });

/** @throws ValidationFailedError */
function nextSlip(target: ItemImporter, entry: ImportedSlip, present: PermissionSlip | null): PermissionSlip {
  const next = present
    ? changedSlip(present, addressed(entry.input, present), entry.digest, target.now)
    : newSlip(entry.input, originOf(target, entry), target.now);
  const quietSince = entry.sendAlert ? null : target.now;
  return {
    ...next,
    alertedAt: next.alertedAt ?? quietSince,
    remindedAt: next.remindedAt ?? quietSince,
  };
}
