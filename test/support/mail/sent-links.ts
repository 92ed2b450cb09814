import type { DemoApp } from '../schools/the-demo-school.js';

const ACCOUNTS = ['senior', 'junior', 'parent', 'editor', 'two-schools'];

/** Addresses that people are sent, by what they came with. */
export type SentLinks = Record<'mail' | 'feed' | 'notification' | 'watch' | 'outstanding', Set<string>>;

/** Every address in every mail, and in what each demo account is sent besides. */
export async function sentLinks(t: DemoApp): Promise<SentLinks> {
  const links: SentLinks = {
    mail: new Set(
      t.mails().flatMap(({ text, html, headers }) => linksIn(t, text, html, headers['list-unsubscribe'])),
    ),
    feed: new Set(),
    notification: new Set(),
    watch: new Set(),
    outstanding: new Set(),
  };
  for (const account of ACCOUNTS) {
    const token = await t.token(account);
    const { memberships } = (await t.api.get('/me', { token })).body;
    for (const { school_id, deactivated } of memberships)
      if (!deactivated) await addOfSchool(t, token, school_id as string, links);
    const { items } = (await t.api.get('/me/outstanding', { token })).body;
    for (const { deep_link } of items) links.outstanding.add(deep_link);
  }
  return links;
}

async function addOfSchool(t: DemoApp, token: string, school: string, links: SentLinks): Promise<void> {
  const { body: watch } = await t.api.get(`/schools/${school}/watch`, { token });
  for (const link of linksIn(t, JSON.stringify(watch))) links.watch.add(link);
  const { notifications } = (await t.api.get(`/schools/${school}/notifications`, { token })).body;
  for (const { id } of notifications)
    links.notification.add((await t.api.get(`/notifications/${id}/link`, { token })).body.web_url);
  const made = await t.api.post(`/schools/${school}/calendar/subscriptions`, { token, body: {} });
  const feed = await fetch(t.url + new URL(made.body.subscription.feed_url).pathname);
  const lines = (await feed.text()).replace(/\r\n[ \t]/g, '').split('\r\n');
  for (const line of lines) {
    const [, url] = /^URL[^:]*:(.*)$/.exec(line) ?? [];
    if (url) links.feed.add(url);
  }
}

/** Of the service; pictures are no pages. */
const linksIn = ({ settings }: DemoApp, ...texts: (string | undefined)[]): string[] =>
  texts
    .flatMap((text) => text?.match(/https?:\/\/[^\s"'<>\\]+/g) ?? [])
    .filter((link) => link.startsWith(settings.siteUrl) && !link.includes('/api/menu-images/'));
