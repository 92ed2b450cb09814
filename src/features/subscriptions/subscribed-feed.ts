import { hash, randomBytes } from 'node:crypto';
import { type FeatureFlags, isOn, type SchoolFeature } from '../../policy/school-feature.js';
import type { Clock } from '../../platform/clock/clock.js';
import type { Settings } from '../../platform/config/settings.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { LruCache } from '../../platform/cache/lru-cache.js';
import type {
  ConditionalText,
  TextVersion,
  WrittenText,
} from '../../platform/http/conditional-text.interceptor.js';

/** Where calendar apps read a feed. */
export interface FeedAddresses {
  feed_url: string;
  webcal_url: string;
  google_url: string;
}

/** The credential of a feed: nobody can guess it. */
export const newFeedToken = (): string => randomBytes(32).toString('base64url');

/** Whether it may be one; anything else need not be looked for. */
const looksLikeFeedToken = (token: string): boolean => /^[\w-]{43}$/.test(token);

/** @param folder of the kind of feed, below `{site_url}/api` */
export function feedAddresses(siteUrl: string, folder: string, token: string): FeedAddresses {
  const feed = `${siteUrl}/api/${folder}/subscribe/${token}/feed.ics`;
  const webcal = feed.replace(/^https?:/, 'webcal:');
  const google = `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`;
  return { feed_url: feed, webcal_url: webcal, google_url: google };
}

/** The feed behind an address now. */
export interface FoundFeed {
  /** Id of the subscription. */
  id: string;
  /** Its school, and what that has turned on. */
  school_id: string;
  features: Partial<FeatureFlags>;
  /** Digest of everything that the feed is written from. */
  digest: string;
  /** JSON of what it is written from, where it was asked for. */
  content: string | null;
  /** Digest at the latest look, and the moment since which it has been that. */
  feed_digest: string | null;
  feed_changed_at: Date | null;
}

/** One kind of feed. */
export interface FeedKind {
  feature: SchoolFeature;
  /** Raised when the same content is written otherwise, so that readers fetch it again. */
  format: number;
  fileName: string;
  /** Bytes of texts that one process caches. */
  maxBytes: number;
  /** Null when the address leads nowhere, or no longer. */
  find(token: string, now: Date, content: 'content' | 'digest'): Promise<FoundFeed | null>;
  /** @returns since when the feed is as it was found, later than anything that was told before; whole seconds */
  noteChange(found: FoundFeed, now: Date): Promise<Date>;
  /** Writes the feed: equal content gives equal bytes. */
  write(content: string): string;
}

/** With the moment since when it is as it is. */
type SettledFeed = FoundFeed & { changedAt: Date };

/** Feeds of one kind: whoever has the address reads what its owner may see now (contract section 7, rule 10). */
export class SubscribedFeed {
  /** Feeds as bytes: a text would be turned into bytes for every reader. */
  private readonly written: LruCache<Buffer>;

  constructor(
    private readonly kind: FeedKind,
    private readonly clock: Clock,
    private readonly addresses: Pick<Settings, 'siteUrl' | 'appUrl'>,
  ) {
    this.written = new LruCache<Buffer>(kind.maxBytes);
  }

  /** @throws NotFoundError for everything that is no feed, or none any more */
  async find(token: string): Promise<ConditionalText> {
    const found = await this.look(token, 'digest');
    return { ...this.versionOf(found), write: () => this.write(token, found) };
  }

  private async write(token: string, found: SettledFeed): Promise<WrittenText> {
    const known = this.written.get(found.digest);
    if (known !== undefined) return this.answer(found, known);
    // It may have become another one meanwhile.
    const current = await this.look(token, 'content');
    const text = Buffer.from(this.kind.write(current.content!));
    this.written.set(current.digest, text, text.length);
    return this.answer(current, text);
  }

  private async look(token: string, content: 'content' | 'digest'): Promise<SettledFeed> {
    const now = this.clock.now();
    const found = looksLikeFeedToken(token) ? await this.kind.find(token, now, content) : null;
    if (!found || !isOn(found.features, this.kind.feature)) throw new NotFoundError();
    const known = found.digest === found.feed_digest ? found.feed_changed_at : null;
    return { ...found, changedAt: known ?? (await this.kind.noteChange(found, now)) };
  }

  private answer(found: SettledFeed, text: Buffer): WrittenText {
    const headers = {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `inline; filename="${this.kind.fileName}"`,
    };
    return { ...this.versionOf(found), text, headers };
  }

  /** The text follows from the content, the addresses in it and what the runtime knows of time zones. */
  private versionOf({ digest, changedAt }: SettledFeed): TextVersion {
    const { siteUrl, appUrl } = this.addresses;
    const state = [this.kind.format, siteUrl, appUrl, process.versions.tz, digest].join();
    return { etag: `"${hash('sha256', state, 'base64url').slice(0, 24)}"`, lastModified: changedAt };
  }
}
