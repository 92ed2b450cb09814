import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { assertMatches } from '../../../platform/http/conditional-request.js';
import { audienceOf, audiencesOf, record, eventsOf } from '../../../platform/journal/recorded-changes.js';
import { attachmentKeys } from '../../attachments/attachment-type.js';
import { parseGivenEventId } from '../../calendar/events/event-details.js';
import type { Replay } from '../../idempotency/replay.js';
import { withAlertMarkers } from '../../publishing/alert-markers.js';
import { ItemContentsService } from '../../publishing/item-contents.service.js';
import { type ListedItem, originOfMember, type Publication } from '../../publishing/publication.js';
import { PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import { questionsFrom } from '../../questions/questions-from.js';
import { QuestionImporter } from '../../questions/question.importer.js';
import { asksAlike, changedSlip, newSlip } from '../new-slip.js';
import type { PermissionSlip } from '../permission-slip.entity.js';
import { SlipWritesRepository } from '../slip-writes.repository.js';
import { SlipHasAnswersError } from '../slip.errors.js';
import { ManagedSlipWrites } from './managed-slip-writes.service.js';
import type { CreatedSlip, ManagedSlipDetail, SlipChanges, SlipInput } from './managed-slip.dto.js';

/** Changes of permission slips by managers: everything of it in one transaction. */
@Injectable()
export class SlipChangesService {
  constructor(
    private readonly writes: ManagedSlipWrites,
    private readonly slips: SlipWritesRepository,
    private readonly rights: PublishingRightsService,
    private readonly questions: QuestionImporter,
    private readonly contents: ItemContentsService,
  ) {}

  /**
   * @throws NotAuthorizedError no admin, and no live grant on the organization
   * @throws NotFoundError an organization or an event that is not there
   * @throws UnknownImageError
   * @throws ForeignAttachmentKeyError
   * @throws LimitReachedError
   * @throws ValidationFailedError
   */
  create(member: Member, input: SlipInput, replay?: Replay): Promise<CreatedSlip> {
    return this.writes.run(member, async (change) => {
      const { manager, now } = change;
      const made = withAlertMarkers(input.send_alert, newSlip(input, originOfMember(member), now), now);
      await this.rights.assertMayPublish(change, publicationOf(made), null);
      const slip = await this.rights.withEvent(change, made, parseGivenEventId(input.event_id));
      if (replay) return this.created(change, replay.resultKey!);
      await this.slips.insert(manager, slip);
      await this.rights.assertWithinLimits(change, 'permission_slips', listed(slip), null);
      await this.writeContents(change, [null, slip], input);
      record(change, { kind: 'permission_slip.created', id: slip.id, audience: audienceOf(slip) });
      return this.created(change, slip.id);
    });
  }

  /**
   * @throws NotFoundError not there for the caller, deleted, or referring to something that is not there
   * @throws NotAuthorizedError not theirs to change, or to hand over
   * @throws SlipHasAnswersError
   * @throws UnknownImageError
   * @throws ForeignAttachmentKeyError
   * @throws LimitReachedError
   * @throws ValidationFailedError
   * @throws StaleError `ifMatch` names another state than the present one
   */
  change(member: Member, slipId: string, input: SlipChanges, ifMatch?: string): Promise<ManagedSlipDetail> {
    return this.writes.runLocked(member, slipId, async (change) => {
      const { manager, now, slip: present, body } = change;
      assertMatches(ifMatch, body);
      if (present.deletedAt && input.deleted !== false) throw new NotFoundError();
      const changed = { ...changedSlip(present, input, now), deletedAt: null };
      await this.rights.assertMayPublish(change, publicationOf(changed), publicationOf(present));
      const next = await this.rights.withEvent(
        change,
        withAlertMarkers(input.send_alert, changed, now),
        parseGivenEventId(input.event_id),
      );
      if (!asksAlike(present, next)) await this.assertUnanswered(change, present);
      await this.slips.update(manager, next);
      await this.rights.assertWithinLimits(change, 'permission_slips', listed(next), listed(present));
      await this.writeContents(change, [present, next], input);
      record(change, {
        ...{ kind: 'permission_slip.changed', id: next.id, ids: eventsOf(present, next) },
        ...audiencesOf(present, next),
      });
      return this.writes.getPresent(change, next.id);
    });
  }

  /**
   * Hides it; what was answered stays.
   * @throws NotFoundError not there for the caller, or deleted
   * @throws NotAuthorizedError not theirs to change
   * @throws StaleError `ifMatch` names another state than the present one
   */
  remove(member: Member, slipId: string, ifMatch?: string): Promise<void> {
    return this.writes.runLocked(member, slipId, async (change) => {
      const { manager, now, slip, body } = change;
      assertMatches(ifMatch, body);
      if (slip.deletedAt) throw new NotFoundError();
      await this.slips.update(manager, { ...slip, deletedAt: now, updatedAt: now });
      record(change, { kind: 'permission_slip.deleted', id: slip.id, audience: audienceOf(slip) });
    });
  }

  private async created(change: WriteContext, slipId: string): Promise<CreatedSlip> {
    const { id, unprintable } = await this.writes.getPresent(change, slipId);
    return { id, unprintable };
  }

  private async writeContents(
    change: WriteContext,
    [present, slip]: [PermissionSlip | null, PermissionSlip],
    { questions, attachments }: SlipInput | SlipChanges,
  ): Promise<void> {
    if (questions) await this.replaceQuestions(change, slip, questions);
    const item = { type: 'permission_slip', schoolId: slip.schoolId, id: slip.id } as const;
    await this.contents.save(change, item, {
      text: { field: 'body', before: present?.body ?? null, after: slip.body },
      attachmentKeys: attachmentKeys(attachments),
    });
  }

  /** Other questions replace the stored ones only before the first answer. */
  private async replaceQuestions(
    change: WriteContext,
    slip: PermissionSlip,
    given: NonNullable<SlipInput['questions']>,
  ): Promise<void> {
    const questions = questionsFrom(given);
    const owner = { id: slip.id, schoolId: slip.schoolId, of: 'permission_slip_id' as const };
    if (await this.questions.areStored(change.manager, owner, questions)) return;
    await this.assertUnanswered(change, slip);
    await this.questions.replace(change.manager, owner, questions);
  }

  private async assertUnanswered({ manager }: WriteContext, slip: PermissionSlip): Promise<void> {
    if (await this.slips.isAnswered(manager, slip)) throw new SlipHasAnswersError();
  }
}

const publicationOf = (slip: PermissionSlip): Publication => ({ ...slip, categoryId: null });

/** Its body is read by itself alone. */
const listed = ({ organizationId, summary }: PermissionSlip): ListedItem => ({
  organizationId,
  text: summary,
});
