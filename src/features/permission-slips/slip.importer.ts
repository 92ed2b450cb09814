import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { invalidField } from '../../platform/errors/app-error.js';
import { merged, mergedMoment } from '../../platform/text/merged.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import { audienceFrom, type AudienceInput } from '../../policy/audience.dto.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  type ImportedItem,
  type ImportOrigin,
  ItemImporter,
  type ImportTarget,
  type WrittenItem,
} from '../publishing/item.importer.js';
import type { DetailsOf } from '../publishing/publication.js';
import type { ImportedQuestion } from '../questions/imported-question.js';
import { QuestionImporter } from '../questions/question.importer.js';
import { PermissionSlip } from './permission-slip.entity.js';
import { SlipImportRepository } from './slip-import.repository.js';
import { AnsweredSlipError } from './slip.errors.js';
import type { AnswerPer } from './slip-vocabulary.js';
import { record, audiencesOf } from '../../platform/journal/recorded-changes.js';

/** Input of a slip. A member that is left out stays; null clears it. Moments are ISO 8601 with an offset. */
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

export type ImportedSlip = ImportedItem<SlipInput>;

/**
 * The way in for permission slips, which no operation makes, inside the caller's transaction. Of one that has answers
 * nothing changes but its ends and the statement, of which the answers keep the version that was signed.
 */
@Injectable()
export class SlipImporter extends ItemImporter<ImportedSlip, PermissionSlip> {
  protected readonly entity = PermissionSlip;

  constructor(
    private readonly slips: SlipImportRepository,
    private readonly questions: QuestionImporter,
    images: ImageEmbeddingService,
  ) {
    super(images);
  }

  protected newItem({ input }: ImportedSlip, origin: ImportOrigin, { now }: ImportTarget): PermissionSlip {
    return {
      ...detailsFrom(input, null),
      ...origin,
      id: randomUUID(),
      statementVersion: 1,
      alertedAt: null,
      remindedAt: null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Another statement is another version: whoever is reading the old one cannot sign the new one unseen. */
  protected changedItem(present: PermissionSlip, input: SlipInput, now: Date): PermissionSlip {
    const details = detailsFrom(input, present);
    const statementVersion = present.statementVersion + (details.statement === present.statement ? 0 : 1);
    return { ...present, ...details, statementVersion, updatedAt: now };
  }

  protected textOf({ body }: PermissionSlip): string {
    return body;
  }

  /** @throws AnsweredSlipError */
  protected override async complete({
    target,
    entry,
    present,
    item,
  }: WrittenItem<ImportedSlip, PermissionSlip>): Promise<void> {
    const { manager } = target;
    const { questions } = entry.input;
    const owner = { id: item.id, schoolId: item.schoolId, of: 'permission_slip_id' as const };
    const areOthers = questions && !(await this.questions.areStored(manager, owner, questions));
    const changes = present && (areOthers || !mayBecome(present, item));
    if (changes && (await this.slips.isAnswered(manager, item))) throw new AnsweredSlipError();
    if (areOthers) await this.questions.replace(manager, owner, questions);
    record(target, { kind: 'permission_slip.changed', id: item.id, ...audiencesOf(present ?? item, item) });
  }
}

/** Whether nothing else differs than what may of a slip with answers (contract section 14, rule 2). */
const mayBecome = (answered: PermissionSlip, next: PermissionSlip): boolean =>
  isDeepStrictEqual({ ...next, ...CHANGING }, { ...answered, ...CHANGING });

const CHANGING = {
  ...{ closesAt: null, visibleUntil: null, statement: null, statementVersion: null },
  ...{ alertedAt: null, remindedAt: null, sourceDigest: null, updatedAt: null },
};

type Details = Omit<DetailsOf<PermissionSlip>, 'statementVersion'>;

/** @throws ValidationFailedError */
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
  const closesAt = mergedMoment(input.closes_at, present?.closesAt);
  const visibleUntil = mergedMoment(input.visible_until, present?.visibleUntil);
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
