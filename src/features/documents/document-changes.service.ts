import { Injectable } from '@nestjs/common';
import { audienceOf, audiencesOf, record } from '../../platform/journal/recorded-changes.js';
import type { Member } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/text/uuid.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import type { AttachedItem } from '../attachments/attached-item.js';
import { attachmentKeys } from '../attachments/attachment-type.js';
import { ItemContentsService } from '../publishing/item-contents.service.js';
import { type ListedItem, originOfMember } from '../publishing/publication.js';
import { assertMayChange, PublishingRightsService } from '../publishing/publishing-rights.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { Replay } from '../idempotency/replay.js';
import type { CreatedItem, DocumentBody, DocumentChanges, DocumentInput } from './document.dto.js';
import type { Document } from './document.entity.js';
import { DocumentsRepository } from './documents.repository.js';
import { changedDocument, newDocument } from './new-document.js';

/** Changes of documents by managers: everything of it in one transaction. */
@Injectable()
export class DocumentChangesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly documents: DocumentsRepository,
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
  create(member: Member, input: DocumentInput, replay?: Replay): Promise<CreatedItem> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const document = newDocument(input, originOfMember(member), change.now);
      await this.rights.assertMayPublish(change, document, null);
      if (replay) return { id: (await this.getVisible(change, replay.resultKey!)).id };
      await this.documents.insert(change.manager, document);
      await this.rights.assertWithinLimits(change, 'documents', listed(document), null);
      await this.saveContents(change, null, document, input);
      const { id } = document;
      record(change, { kind: 'document.created', id, audience: audienceOf(document) });
      record(change, { kind: 'document.opened', id });
      return { id };
    });
  }

  /**
   * Alerts nobody: a document's alert is that it is new.
   * @throws NotFoundError not visible, or referring to something that is not there
   * @throws NotAuthorizedError visible, and not theirs to change, or to hand over
   * @throws ForeignAttachmentKeyError
   * @throws LimitReachedError
   * @throws ValidationFailedError
   * @throws StaleError `ifMatch` names another state than the present one
   */
  change(
    member: Member,
    documentId: string,
    input: DocumentChanges,
    ifMatch?: string,
  ): Promise<DocumentBody> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const present = await this.lock(change, documentId, ifMatch);
      const next = changedDocument(present, input, change.now);
      await this.rights.assertMayPublish(change, next, present);
      await this.documents.update(change.manager, next);
      await this.rights.assertWithinLimits(change, 'documents', listed(next), listed(present));
      await this.saveContents(change, present, next, input);
      record(change, { kind: 'document.updated', id: next.id, ...audiencesOf(present, next) });
      return this.getVisible(change, next.id);
    });
  }

  /**
   * @throws NotFoundError not visible
   * @throws NotAuthorizedError visible, and not theirs to change
   * @throws StaleError `ifMatch` names another state than the present one
   */
  remove(member: Member, documentId: string, ifMatch?: string): Promise<void> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const document = await this.lock(change, documentId, ifMatch);
      await this.contents.removeAttachments(change, itemOf(document));
      await this.documents.remove(change.manager, document);
      record(change, { kind: 'document.deleted', id: document.id, audience: audienceOf(document) });
      await this.contents.removeText(change, { field: 'description', before: document.description });
    });
  }

  private async lock(
    change: WriteContext,
    documentId: string,
    ifMatch: string | undefined,
  ): Promise<Document> {
    const document = isUuid(documentId) ? await this.documents.lock(change, documentId) : null;
    if (!document) throw new NotFoundError();
    const { member, now, manager } = change;
    assertMayChange(await this.documents.findVisibleDocument(member, document.id, now, manager), ifMatch);
    return document;
  }

  private saveContents(
    change: WriteContext,
    present: Document | null,
    document: Document,
    { attachments }: DocumentChanges,
  ): Promise<void> {
    return this.contents.save(change, itemOf(document), {
      text: {
        field: 'description',
        before: present?.description ?? null,
        after: document.description,
      },
      attachmentKeys: attachmentKeys(attachments),
    });
  }

  private async getVisible({ member, now, manager }: WriteContext, id: string): Promise<DocumentBody> {
    const found = await this.documents.findVisibleDocument(member, id, now, manager);
    if (!found) throw new NotFoundError();
    return found.body;
  }
}

const itemOf = ({ schoolId, id }: Document): AttachedItem => ({ type: 'document', schoolId, id });

const listed = ({ organizationId, description }: Document): ListedItem => ({
  organizationId,
  text: description,
});
