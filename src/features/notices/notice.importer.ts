import { Injectable } from '@nestjs/common';
import { invalidField } from '../../platform/errors/app-error.js';
import { AlertsService } from '../alerts/alerts.service.js';
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
import { assertEndsAfterItStarts, changedNotice, newNotice } from './new-notice.js';
import type { NoticeChanges, NoticeInput } from './notice.dto.js';
import type { Notice } from './notice.entity.js';
import { NoticesRepository } from './notices.repository.js';

export interface ImportedNotice extends Imported<NoticeChanges> {
  /** Whether a notice that is new tells its audience; one that is to come does so at its start. */
  sendAlert: boolean;
}

/**
 * The way in for notices from outside, inside the caller's transaction. Inputs are as a request would have them once it
 * is validated; nobody's rights are asked about.
 */
@Injectable()
export class NoticeImporter {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly images: ImageEmbeddingService,
    private readonly alerts: AlertsService,
  ) {}

  /** Creates and changes notices; none is taken away, and no change alerts anybody. */
  async import(target: ItemImporter, entries: ImportedNotice[]): Promise<ImportResult> {
    const known = await this.notices.lockImported(target, idsOf(entries));
    return importEach(target, entries, known, (...one) => this.importItem(...one));
  }

  private async importItem(
    target: ItemImporter,
    entry: ImportedNotice,
    present: Notice | null,
  ): Promise<void> {
    const { manager, schoolId, now } = target;
    const notice = present ? importedChange(target, present, entry) : importedNotice(target, entry);
    assertEndsAfterItStarts(notice, { expires_at: notice.expiresAt.toISOString() }, now);
    await (present ? this.notices.update(manager, notice) : this.notices.insert(manager, notice));
    await this.images.changeByImport(manager, schoolId, [present?.body ?? null, notice.body]);
    if (!present && (await this.notices.claimAlert(target, notice.id)))
      await this.alerts.raise(manager, { kind: 'notice_created', item: 'notice', id: notice.id });
  }
}

/** One that is over when it comes has nothing to tell, whatever becomes of it later. */
function importedNotice(target: ItemImporter, entry: ImportedNotice): Notice {
  const origin = { ...originOf(target, entry), createdByMembershipId: null };
  const notice = newNotice(whole(entry.input), origin, target.now);
  const isQuiet = !entry.sendAlert || notice.expiresAt <= target.now;
  return { ...notice, alertedAt: isQuiet ? target.now : null };
}

function importedChange(
  { now }: ItemImporter,
  present: Notice,
  { input, digest, sendAlert }: ImportedNotice,
): Notice {
  const notice = changedNotice(present, addressed(input, present), now);
  return { ...notice, sourceDigest: digest, alertedAt: present.alertedAt ?? (sendAlert ? null : now) };
}

/** @throws ValidationFailedError */
function whole(input: NoticeChanges): NoticeInput {
  const { title, body, expires_at } = input;
  if (!title) throw invalidField('title', 'a notice that is not there yet needs a title');
  if (body === undefined) throw invalidField('body', 'a notice that is not there yet needs a body');
  if (!expires_at) throw invalidField('expires_at', 'a notice that is not there yet needs expires_at');
  return { ...input, title, body, expires_at };
}
