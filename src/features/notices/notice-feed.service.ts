import { Injectable } from '@nestjs/common';
import { invalidField } from '../../errors/invalid-field.js';
import { AlertsService } from '../alerts/alerts.service.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  addressed,
  feedEach,
  idsOf,
  originOf,
  type FeedResult,
  type ItemFeed,
} from '../publishing/item-feed.js';
import { assertEndsAfterItStarts, changedNotice, newNotice } from './new-notice.js';
import type { NoticeChanges, NoticeInput } from './notice.dto.js';
import type { Notice } from './notice.entity.js';
import type { FedNotice } from './notice-feed.js';
import { NoticesRepository } from './notices.repository.js';

/**
 * The way in for notices from outside, inside the caller's transaction. Inputs are as a request would have them once it
 * is validated; nobody's rights are asked about.
 */
@Injectable()
export class NoticeFeedService {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly images: ImageEmbeddingService,
    private readonly alerts: AlertsService,
  ) {}

  /** Creates and changes notices; none is taken away, and no change alerts anybody. */
  async feed(feed: ItemFeed, entries: FedNotice[]): Promise<FeedResult> {
    const known = await this.notices.lockFed(feed, idsOf(entries));
    return feedEach(feed, entries, known, (...one) => this.take(...one));
  }

  private async take(feed: ItemFeed, entry: FedNotice, present: Notice | null): Promise<void> {
    const { manager, schoolId, now } = feed;
    const notice = present ? fedChange(feed, present, entry) : fedNotice(feed, entry);
    assertEndsAfterItStarts(notice, { expires_at: notice.expiresAt.toISOString() }, now);
    await (present ? this.notices.update(manager, notice) : this.notices.insert(manager, notice));
    await this.images.changeByImport(manager, schoolId, [present?.body ?? null, notice.body]);
    if (!present && (await this.notices.claimAlert(feed, notice.id)))
      await this.alerts.raise(manager, { kind: 'notice_created', item: 'notice', id: notice.id });
  }
}

/** One that is over when it comes has nothing to tell, whatever becomes of it later. */
function fedNotice(feed: ItemFeed, entry: FedNotice): Notice {
  const origin = { ...originOf(feed, entry), createdByMembershipId: null };
  const notice = newNotice(whole(entry.input), origin, feed.now);
  const isQuiet = !entry.sendAlert || notice.expiresAt <= feed.now;
  return { ...notice, alertedAt: isQuiet ? feed.now : null };
}

function fedChange({ now }: ItemFeed, present: Notice, { input, digest, sendAlert }: FedNotice): Notice {
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
