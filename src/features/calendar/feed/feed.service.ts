import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isOn } from '../../../access/school-feature.js';
import { Clock } from '../../../clock/clock.js';
import { SETTINGS } from '../../../config/settings.constants.js';
import type { Settings } from '../../../config/settings.js';
import { NotFoundError } from '../../../errors/app-error.js';
import { BoundedTexts } from '../../../http/bounded-texts.js';
import type {
  ConditionalText,
  TextVersion,
  WrittenText,
} from '../../../http/conditional-text.interceptor.js';
import { FORMAT, feedCalendar } from './feed-calendar.js';
import type { FeedContent } from './feed-content.js';
import { FeedRepository, type FoundFeed } from './feed.repository.js';

/** A feed of 500 events is 300 kB. */
const MAX_BYTES = 32 * 1024 * 1024;

const HEADERS = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': 'inline; filename="calendar.ics"',
};

/** With the moment since when it is as it is. */
type SettledFeed = FoundFeed & { changedAt: Date };

const TOKEN = /^[\w-]{43}$/;

/** Calendar feeds: whoever has the address reads what its owner may see now (contract section 7, rule 10). */
@Injectable()
export class FeedService {
  private readonly written = new BoundedTexts(MAX_BYTES);

  constructor(
    private readonly feeds: FeedRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws NotFoundError for everything that is no feed, or none any more */
  async find(token: string): Promise<ConditionalText> {
    const found = await this.look(token, 'digest');
    return { ...this.versionOf(found), write: () => this.write(token, found) };
  }

  private async write(token: string, found: SettledFeed): Promise<WrittenText> {
    const known = this.written.find(found.digest);
    if (known !== undefined) return this.answer(found, known);
    // It may have become another one meanwhile.
    const current = await this.look(token, 'content');
    const text = feedCalendar(JSON.parse(current.content!) as FeedContent, this.settings.siteUrl);
    this.written.keep(current.digest, text);
    return this.answer(current, text);
  }

  private async look(token: string, content: 'content' | 'digest'): Promise<SettledFeed> {
    const now = this.clock.now();
    const found = TOKEN.test(token) ? await this.feeds.find(token, now, content) : null;
    if (!found || !isOn(found.features, 'calendar')) throw new NotFoundError();
    const known = found.digest === found.feed_digest ? found.feed_changed_at : null;
    return { ...found, changedAt: known ?? (await this.feeds.noteChange(found, now)) };
  }

  private answer(found: SettledFeed, text: string): WrittenText {
    return { ...this.versionOf(found), text, headers: HEADERS };
  }

  /** The text follows from the content, the site and what the runtime knows of time zones. */
  private versionOf({ digest, changedAt }: SettledFeed): TextVersion {
    const state = [FORMAT, this.settings.siteUrl, process.versions.tz, digest].join();
    return { etag: `"${hash('sha256', state, 'base64url').slice(0, 24)}"`, lastModified: changedAt };
  }
}
