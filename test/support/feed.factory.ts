import { Category } from '../../src/features/categories/category.entity.js';
import type { ApiAnswer } from './api-client.js';
import type { Shown, TestCalendar } from './calendar.factory.js';
import type { TestApp } from './test-app.js';

export interface FeedAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** A subscription and its feed, as a calendar app asks for it: with nothing but the address. */
export class TestFeed {
  constructor(
    private readonly t: TestApp,
    readonly subscription: ApiAnswer['body'],
  ) {}

  get path(): string {
    return new URL(this.subscription.feed_url as string).pathname;
  }

  /** @param siteUrl of another process */
  async get(
    headers: Record<string, string> = {},
    { siteUrl = this.t.url, method = 'GET' } = {},
  ): Promise<FeedAnswer> {
    const answer = await fetch(siteUrl + this.path, { method, headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  async text(): Promise<string> {
    const { status, text } = await this.get();
    if (status !== 200) throw new Error(`${status} ${text}`);
    return text;
  }
}

export async function aFeed(t: TestApp, calendar: TestCalendar, body?: object): Promise<TestFeed> {
  const answer = await calendar.send('POST', '/subscriptions', { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return new TestFeed(t, answer.body.subscription);
}

/** The calendar in the words of the readers of feeds. */
export const listed = (events: Shown[]): string[] =>
  events
    .filter(({ status }) => status !== 'cancelled')
    .map(({ starts_at, ends_at, start_date, end_date, title }) =>
      [starts_at ?? start_date, ends_at ?? end_date].join('/').concat(` ${title}`),
    )
    .sort();

/** Its id. */
export async function aCategory(
  t: TestApp,
  { school }: Pick<TestCalendar, 'school'>,
  name: string,
): Promise<string> {
  const { manager } = t.dataSource;
  const category = manager.create(Category, { schoolId: school.id, name, color: '#112233', position: 1 });
  return (await manager.save(category)).id;
}
