import { Injectable } from '@nestjs/common';
import { audienceOf, audiencesOf, record } from '../../platform/journal/recorded-changes.js';
import type { Member } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/text/uuid.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { invalidField, NotAuthorizedError, NotFoundError } from '../../platform/errors/app-error.js';
import type { AttachedItem } from '../attachments/attached-item.js';
import { attachmentKeys } from '../attachments/attachment-type.js';
import { ItemContentsService } from '../publishing/item-contents.service.js';
import { type ListedItem, originOfMember, type VisibleItem } from '../publishing/publication.js';
import { assertMayChange, PublishingRightsService } from '../publishing/publishing-rights.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { Replay } from '../idempotency/replay.js';
import { assertEndsAfterItStarts, assertWillBeVisible, changedNotice, newNotice } from './new-notice.js';
import type { CreatedItem, NoticeBody, NoticeChanges, NoticeInput } from './notice.dto.js';
import type { Notice } from './notice.entity.js';
import { NoticesRepository } from './notices.repository.js';

/** Changes of notices by managers: everything of it in one transaction. */
@Injectable()
export class NoticeChangesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly notices: NoticesRepository,
    private readonly rights: PublishingRightsService,
    private readonly contents: ItemContentsService,
  ) {}

  /**
   * @throws NotAuthorizedError no admin, and no live grant on the organization
   * @throws NotFoundError an organization or category that is not there
   * @throws ForeignAttachmentKeyError
   * @throws LimitReachedError
   * @throws ValidationFailedError
   */
  create(member: Member, input: NoticeInput, replay?: Replay): Promise<CreatedItem> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const notice = newNotice(input, originOfMember(member), change.now);
      await this.rights.assertMayPublish(change, notice, null);
      assertMaySend(change, notice, null);
      if (replay) return { id: (await this.getVisible(change, replay.resultKey!)).id };
      assertWillBeVisible(notice, change.now);
      await this.notices.insert(change.manager, notice);
      await this.rights.assertWithinLimits(change, 'notices', listed(notice), null);
      await this.saveContents(change, null, notice, input);
      record(change, { kind: 'notice.created', id: notice.id, audience: audienceOf(notice) });
      await this.recordIfDue(change, notice);
      return { id: notice.id };
    });
  }

  /**
   * Alerts nobody a second time: only what its start moves to now, and was not alerted yet.
   * @throws NotFoundError not visible, or referring to something that is not there
   * @throws NotAuthorizedError visible, and not theirs to change, or to hand over
   * @throws ForeignAttachmentKeyError
   * @throws LimitReachedError
   * @throws ValidationFailedError
   * @throws StaleError `ifMatch` names another state than the present one
   */
  change(member: Member, noticeId: string, input: NoticeChanges, ifMatch?: string): Promise<NoticeBody> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const present = await this.lock(change, noticeId, ifMatch);
      const next = changedNotice(present, input, change.now);
      await this.rights.assertMayPublish(change, next, present);
      assertMaySend(change, next, present);
      assertEndsAfterItStarts(next, input, change.now);
      await this.notices.update(change.manager, next);
      await this.rights.assertWithinLimits(change, 'notices', listed(next), listed(present));
      await this.saveContents(change, present, next, input);
      record(change, { kind: 'notice.updated', id: next.id, ...audiencesOf(present, next) });
      await this.recordIfDue(change, next);
      if (present.alertedAt && reachesFurther(next, present))
        record(change, { kind: 'notice.reach_widened', id: next.id });
      return this.getVisible(change, next.id);
    });
  }

  /**
   * @throws NotFoundError not visible
   * @throws NotAuthorizedError visible, and not theirs to change
   * @throws StaleError `ifMatch` names another state than the present one
   */
  remove(member: Member, noticeId: string, ifMatch?: string): Promise<void> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const notice = await this.lock(change, noticeId, ifMatch);
      await this.contents.removeAttachments(change, itemOf(notice));
      await this.notices.remove(change.manager, notice);
      record(change, { kind: 'notice.deleted', id: notice.id, audience: audienceOf(notice) });
      await this.contents.removeText(change, { field: 'body', before: notice.body });
    });
  }

  private async lock(change: WriteContext, noticeId: string, ifMatch: string | undefined): Promise<Notice> {
    const notice = isUuid(noticeId) ? await this.notices.lock(change, noticeId) : null;
    if (!notice) throw new NotFoundError();
    const found = await this.find(change, notice.id);
    // The body that GET returns after reading: a client that has its tag has read the notice.
    assertMayChange(found && { ...found, body: { ...found.body, read: true } }, ifMatch);
    return notice;
  }

  private async getVisible(change: WriteContext, id: string): Promise<NoticeBody> {
    const found = await this.find(change, id);
    if (!found) throw new NotFoundError();
    return found.body;
  }

  private find({ member, now, manager }: WriteContext, id: string): Promise<VisibleItem<NoticeBody> | null> {
    return this.notices.findVisibleNotice(member, id, now, manager);
  }

  private saveContents(
    change: WriteContext,
    present: Notice | null,
    notice: Notice,
    { attachments }: NoticeChanges,
  ): Promise<void> {
    return this.contents.save(change, itemOf(notice), {
      text: { field: 'body', before: present?.body ?? null, after: notice.body },
      attachmentKeys: attachmentKeys(attachments),
    });
  }

  /** Before its start a job does so, then. */
  private async recordIfDue(change: WriteContext, notice: Notice): Promise<void> {
    if (await this.notices.claimAlert(change, notice))
      record(change, { kind: 'notice.opened', id: notice.id });
  }
}

const reachesFurther = (next: Notice, present: Notice | null): boolean =>
  next.reach === 'guardians' && present?.reach !== 'guardians';

/** An editor who changes the text of a notice that an admin sends further, or urgently, leaves it as it is. */
function assertMaySend({ member }: WriteContext, next: Notice, present: Notice | null): void {
  const goesFurther = reachesFurther(next, present) || (next.urgent && !present?.urgent);
  if (goesFurther && !member.isAdmin) throw new NotAuthorizedError();
  if (next.replyToAuthor && !present?.replyToAuthor && next.createdByMembershipId !== member.membershipId)
    throw new NotAuthorizedError();
  if (next.replyToAuthor && !next.organizationId)
    throw invalidField('reply_to_author', 'reply_to_author is for the notice of an organization');
}

const itemOf = ({ schoolId, id }: Notice): AttachedItem => ({ type: 'notice', schoolId, id });

const listed = ({ organizationId, body }: Notice): ListedItem => ({ organizationId, text: body });
