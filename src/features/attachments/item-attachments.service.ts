import { Injectable } from '@nestjs/common';
import { invalidField, NotFoundError } from '../../platform/errors/app-error.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { ADDRESS_LIFETIME_SECONDS, ObjectStore } from '../../platform/storage/object-store.js';
import type { AttachedItem, Attaching } from './attached-item.js';
import { type DocumentAttachment, type PhotoDownloadUrl, toPhotoDownloadUrl } from './attachment.dto.js';
import { ForeignAttachmentKeyError } from './attachments.errors.js';
import { ItemAttachmentsRepository } from './item-attachments.repository.js';

/** Milliseconds: until the last address that shows the object has expired, by any process's clock. */
const ADDRESS_RETENTION_MS = (ADDRESS_LIFETIME_SECONDS + 60) * 1000;

/** The files of documents, notices and slips, as the items are saved: everything in the transaction of the item. */
@Injectable()
export class ItemAttachmentsService {
  constructor(
    private readonly attachments: ItemAttachmentsRepository,
    private readonly removals: ObjectRemovals,
    private readonly store: ObjectStore,
  ) {}

  /**
   * After the item was written: makes these its files, in this order; what it had and is not among them goes.
   * @param retentionMs milliseconds for which the object of what goes may still be asked for
   * @throws ForeignAttachmentKeyError a key that is not the item's, and no unsaved upload of the caller for such an item
   * @throws ValidationFailedError the same key twice
   */
  async save(
    change: Attaching,
    item: AttachedItem,
    keys: string[],
    retentionMs = ADDRESS_RETENTION_MS,
  ): Promise<void> {
    if (new Set(keys).size < keys.length) throw invalidField('attachments', 'attachments must be different');
    await this.attachments.lockUploads(change, item, keys);
    if (keys.length > 0) await this.claim(change, item, keys);
    await this.release(change, item, keys, retentionMs);
  }

  /** Before the item is deleted. */
  async removeAll(change: Attaching, item: AttachedItem): Promise<void> {
    await this.attachments.lockUploads(change, item, []);
    await this.release(change, item, [], ADDRESS_RETENTION_MS);
  }

  /**
   * A download address for one of the item's attachments: the caller has to check before that the item is visible.
   * @throws NotFoundError none of these
   */
  async downloadUrl(visible: DocumentAttachment[], attachmentId: string): Promise<PhotoDownloadUrl> {
    const attachment = visible.find(({ id }) => id === attachmentId.toLowerCase());
    if (!attachment) throw new NotFoundError();
    return this.addressOf(attachment);
  }

  /** A download address for a file that the caller may see. */
  async addressOf({
    key,
    file_name: name,
  }: Pick<DocumentAttachment, 'key' | 'file_name'>): Promise<PhotoDownloadUrl> {
    return toPhotoDownloadUrl(await this.store.downloadAddress(key, name));
  }

  private async claim(change: Attaching, item: AttachedItem, keys: string[]): Promise<void> {
    const claimed = await this.attachments.claimUploads(change, item, keys);
    if (claimed < keys.length) throw new ForeignAttachmentKeyError();
    await this.removals.keep(change.manager, keys);
  }

  private async release(
    { manager, now }: Attaching,
    item: AttachedItem,
    stay: string[],
    retentionMs: number,
  ): Promise<void> {
    const superfluous = await this.attachments.release(manager, item, stay);
    if (superfluous.length === 0) return;
    await this.removals.schedule(manager, superfluous, new Date(now.getTime() + retentionMs));
  }
}
