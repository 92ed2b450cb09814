import { randomBytes } from 'node:crypto';

/** Where calendar apps read a feed. */
export interface FeedAddresses {
  feed_url: string;
  webcal_url: string;
  google_url: string;
}

/** The credential of a feed: nobody can guess it. */
export const newFeedToken = (): string => randomBytes(32).toString('base64url');

/** Whether it may be one; anything else need not be looked for. */
export const looksLikeFeedToken = (token: string): boolean => /^[\w-]{43}$/.test(token);

/** @param folder of the kind of feed, below `{site_url}/api` */
export function feedAddresses(siteUrl: string, folder: string, token: string): FeedAddresses {
  const feed = `${siteUrl}/api/${folder}/subscribe/${token}/feed.ics`;
  const webcal = feed.replace(/^https?:/, 'webcal:');
  const google = `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`;
  return { feed_url: feed, webcal_url: webcal, google_url: google };
}
