import { Injectable } from '@nestjs/common';
import { invalidField } from '../../platform/errors/app-error.js';
import { audienceOf, audiencesOf, record } from '../../platform/journal/recorded-changes.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  type ImportedItem,
  type ImportOrigin,
  ItemImporter,
  type ImportTarget,
  type WrittenItem,
} from '../publishing/item.importer.js';
import { assertEndsAfterItStarts, changedNotice, newNotice } from './new-notice.js';
import type { NoticeChanges, NoticeInput } from './notice.dto.js';
import { Notice } from './notice.entity.js';
import { NoticesRepository } from './notices.repository.js';

export type ImportedNotice = ImportedItem<NoticeChanges>;

/** The way in for notices from outside. No change alerts anybody. */
@Injectable()
export class NoticeImporter extends ItemImporter<ImportedNotice, Notice> {
  protected readonly entity = Notice;

  constructor(
    private readonly notices: NoticesRepository,
    images: ImageEmbeddingService,
  ) {
    super(images);
  }

  protected newItem({ input }: ImportedNotice, origin: ImportOrigin, { now }: ImportTarget): Notice {
    const notice = newNotice(whole(input), { ...origin, createdByMembershipId: null }, now);
    // One that is over when it comes has nothing to tell, whatever becomes of it later.
    return lasting({ ...notice, alertedAt: notice.expiresAt <= now ? now : null }, now);
  }

  protected changedItem(present: Notice, input: NoticeChanges, now: Date): Notice {
    return lasting(changedNotice(present, input, now), now);
  }

  protected textOf({ body }: Notice): string {
    return body;
  }

  protected override async complete({
    target,
    present,
    item,
  }: WrittenItem<ImportedNotice, Notice>): Promise<void> {
    const { id } = item;
    if (present) record(target, { kind: 'notice.updated', id, ...audiencesOf(present, item) });
    else record(target, { kind: 'notice.created', id, audience: audienceOf(item) });
    if (!present && (await this.notices.claimAlert(target, item)))
      record(target, { kind: 'notice.opened', id });
  }
}

/** @throws ValidationFailedError */
function lasting(notice: Notice, now: Date): Notice {
  assertEndsAfterItStarts(notice, { expires_at: notice.expiresAt.toISOString() }, now);
  return notice;
}

/** @throws ValidationFailedError */
function whole(input: NoticeChanges): NoticeInput {
  const { title, body, expires_at } = input;
  if (!title) throw invalidField('title', 'a notice that is not there yet needs a title');
  if (body === undefined) throw invalidField('body', 'a notice that is not there yet needs a body');
  if (!expires_at) throw invalidField('expires_at', 'a notice that is not there yet needs expires_at');
  return { ...input, title, body, expires_at };
}
