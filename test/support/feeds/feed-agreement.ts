import { expect } from '@jest/globals';
import { TestCalendar } from '../calendar.factory.js';
import { aFeed, listed } from '../feed.factory.js';
import { aSchool } from '../school.factory.js';
import { READERS } from './feed-readers.js';
import type { TestApp } from '../test-app.js';

export async function aCalendarIn(t: TestApp, timeZone: string): Promise<TestCalendar> {
  const school = await aSchool(t, { timeZone });
  return new TestCalendar(t, school, (await school.admin()).token);
}

/** The API, both readers, and what is written here by hand. */
export async function expectAgreement(
  t: TestApp,
  calendar: TestCalendar,
  expected: string[],
): Promise<string> {
  const text = await (await aFeed(t, calendar)).text();
  expect(listed(await calendar.events())).toEqual(expected.toSorted());
  for (const [name, read] of READERS) expect([name, ...read(text)]).toEqual([name, ...expected.toSorted()]);
  return text;
}

/** From moments and a duration. */
export const starts = (times: string[], minutes: number, title: string): string[] =>
  times.map((time) => {
    const end = new Date(Date.parse(time) + minutes * 60_000).toISOString();
    return `${new Date(time).toISOString()}/${end} ${title}`;
  });
