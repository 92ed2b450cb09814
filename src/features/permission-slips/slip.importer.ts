import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { invalidField } from '../../platform/errors/app-error.js';
import { audienceOf, audiencesOf, record, eventsOf } from '../../platform/journal/recorded-changes.js';
import { merged } from '../../platform/text/merged.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  type ImportedItem,
  type ImportOrigin,
  ItemImporter,
  type ImportTarget,
  type WrittenItem,
} from '../publishing/item.importer.js';
import type { ImportedQuestion } from '../questions/imported-question.js';
import { QuestionImporter } from '../questions/question.importer.js';
import { changedSlip, newSlip, type SlipDetailsInput } from './new-slip.js';
import { PermissionSlip } from './permission-slip.entity.js';
import { SlipWritesRepository } from './slip-writes.repository.js';
import { AnsweredSlipError } from './slip.errors.js';

/** A slip from outside. A member that is left out stays; null clears it. */
export interface SlipEntryInput extends SlipDetailsInput {
  title: string;
  /** The row of an event or occurrence. */
  event_id?: string | null;
  /** All of them, in their order. */
  questions?: ImportedQuestion[] | undefined;
}

export type ImportedSlip = ImportedItem<SlipEntryInput>;

/**
 * The way in for permission slips from outside, inside the caller's transaction. Of one that has answers nothing changes but its
 * ends and the statement, of which the answers keep the version that was signed.
 */
@Injectable()
export class SlipImporter extends ItemImporter<ImportedSlip, PermissionSlip> {
  protected readonly entity = PermissionSlip;

  constructor(
    private readonly slips: SlipWritesRepository,
    private readonly questions: QuestionImporter,
    images: ImageEmbeddingService,
  ) {
    super(images);
  }

  protected newItem({ input }: ImportedSlip, origin: ImportOrigin, { now }: ImportTarget): PermissionSlip {
    if (!input.opens_at) throw invalidField('opens_at', 'a slip that is not there yet needs opens_at');
    return { ...newSlip(input, origin, now), eventId: merged(input.event_id, null) };
  }

  protected changedItem(
    present: PermissionSlip,
    { opens_at, ...input }: SlipEntryInput,
    now: Date,
  ): PermissionSlip {
    const changed = changedSlip(present, opens_at ? { ...input, opens_at } : input, now);
    return { ...changed, eventId: merged(input.event_id, present.eventId) };
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
    const { id } = item;
    const ids = present && eventsOf(present, item);
    if (ids) record(target, { kind: 'permission_slip.changed', id, ids, ...audiencesOf(present, item) });
    else record(target, { kind: 'permission_slip.created', id, audience: audienceOf(item) });
  }
}

/** Whether nothing else differs than what may of a slip with answers (contract section 14, rule 2). */
const mayBecome = (answered: PermissionSlip, next: PermissionSlip): boolean =>
  isDeepStrictEqual({ ...next, ...CHANGING }, { ...answered, ...CHANGING });

const CHANGING = {
  ...{ closesAt: null, visibleUntil: null, statement: null, statementVersion: null },
  ...{ alertedAt: null, remindedAt: null, sourceDigest: null, updatedAt: null },
};
