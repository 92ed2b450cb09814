import { MenuEntry } from '../../src/features/menus/menu-entry.entity.js';
import type { ApiAnswer } from './api-client.js';
import { TestFeed } from './feed.factory.js';
import type { Person, TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';

let day = 0;

/** A lunch of pizza on a day of its own, unless given. */
export async function aMenu(
  t: TestApp,
  school: TestSchool,
  given: Partial<MenuEntry> = {},
): Promise<MenuEntry> {
  const { manager } = t.dataSource;
  day += 1;
  const date = new Date(Date.UTC(2026, 8, day)).toISOString().slice(0, 10);
  return manager.save(
    manager.create(MenuEntry, { schoolId: school.id, date, mealType: 'lunch', items: 'Pizza', ...given }),
  );
}

/** Asks for the picture of an entry. */
export const askForPicture = (
  { api }: Pick<TestApp, 'api'>,
  { schoolId, id }: MenuEntry,
  { token }: Person,
  query = '',
): Promise<ApiAnswer> => api.post(`/schools/${schoolId}/menus/${id}/image${query}`, { token });

/** What an `<img>` gets from an address that the API gave, wherever it listens; it sends no token. */
export const showPicture = ({ url, settings }: TestApp, address: string): Promise<Response> =>
  fetch(address.replace(settings.siteUrl, url));

/** A feed of menus, as a calendar app asks for it. */
export async function aMenuFeed(
  t: TestApp,
  school: TestSchool,
  { token }: { token: string },
  body?: object,
): Promise<TestFeed> {
  const answer = await t.api.post(`/schools/${school.id}/menus/subscriptions`, { token, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return new TestFeed(t, answer.body.subscription);
}
