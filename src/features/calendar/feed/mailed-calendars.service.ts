import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import type { AlertedKind } from '../../alerts/alert.js';
import type { CalendarPartOf } from '../../alerts/alert-kinds.js';
import type { ChangeDetails } from '../notifications/change-details.js';
import { FeedRepository } from './feed.repository.js';
import { mailedCalendar } from './mailed-calendar.js';

/** Mails that confirm, move or call off something with a time (contract section 19, rule 10). */
const KINDS: ReadonlySet<AlertedKind> = new Set<AlertedKind>([
  ...(['event_created', 'event_changed', 'event_cancelled'] as const),
  ...(['signup_promoted', 'signup_changed', 'signup_reminder'] as const),
]);

/** Writes what a calendar program takes of a mail: what the feed of its reader has of the item. */
@Injectable()
export class MailedCalendars {
  constructor(
    private readonly feeds: FeedRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Null for a mail that says no time, and for what the reader has in no feed. */
  async write({ kind, itemId, details, ...reader }: CalendarPartOf): Promise<string | null> {
    if (!KINDS.has(kind)) return null;
    const now = this.clock.now();
    const content = await this.feeds.findMailedContent(reader, itemId, now);
    if (!content) return null;
    const change = details as ChangeDetails | null;
    const cancelled = kind === 'event_cancelled' ? (change?.was ?? null) : null;
    const isWhole = kind === 'event_created' || change?.more === true;
    return mailedCalendar(content, { itemId, cancelled, isWhole, now }, this.settings);
  }
}
