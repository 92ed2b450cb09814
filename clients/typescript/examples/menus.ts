import type { DirectoryClient } from '../src/directory-client.js';

interface School {
  schoolId: string;
}

/** Every entry of the school, of all dates. */
export async function listMenus(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.GET('/schools/{schoolId}/menus', { params: { path: { schoolId } } });
  return data.menus;
}

/** The week that begins on a Sunday. */
export async function listMenusOfWeek(api: DirectoryClient, { schoolId, start }: School & { start: string }) {
  const { data } = await api.GET('/schools/{schoolId}/menus/week', {
    params: { path: { schoolId }, query: { start } },
  });
  return data.menus.map(({ date, meal_type, items }) => `${date} ${meal_type}: ${items}`);
}

/** All meals of a day. */
export async function listMenusOfDay(api: DirectoryClient, { schoolId, date }: School & { date: string }) {
  const { data } = await api.GET('/schools/{schoolId}/menus/day', {
    params: { path: { schoolId }, query: { date } },
  });
  return data.menus;
}

/** The lunches of two days; the meal of a date that is there is replaced. */
export async function createMenus(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.POST('/schools/{schoolId}/menus', {
    params: { path: { schoolId } },
    body: {
      menus: [
        { date: '2026-10-12', meal_type: 'lunch', items: 'Lentil soup\nBread', dietary_tags: ['vegan'] },
        { date: '2026-10-13', meal_type: 'lunch', items: 'Fish fingers\nPeas', allergens: ['fish', 'wheat'] },
      ],
    },
  });
  return data.ids;
}

/** Something else is served. */
export async function changeMenu(api: DirectoryClient, { schoolId, menuId }: School & { menuId: string }) {
  const { data } = await api.PATCH('/schools/{schoolId}/menus/{menuId}', {
    params: { path: { schoolId, menuId } },
    body: { items: 'Tomato soup\nBread' },
  });
  return data.items;
}

/** Nothing is served. */
export async function deleteMenu(api: DirectoryClient, { schoolId, menuId }: School & { menuId: string }) {
  await api.DELETE('/schools/{schoolId}/menus/{menuId}', { params: { path: { schoolId, menuId } } });
}

/** A picture of a lunch; the one that is there comes at once. */
export async function createMenuImage(
  api: DirectoryClient,
  { schoolId, menuId }: School & { menuId: string },
) {
  const { data } = await api.POST('/schools/{schoolId}/menus/{menuId}/image', {
    params: { path: { schoolId, menuId } },
  });
  return data.image_url;
}

/** A standing subscription to lunches for a calendar application. */
export async function createMenuSubscription(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.POST('/schools/{schoolId}/menus/subscriptions', {
    params: { path: { schoolId } },
    body: { name: 'Lunch', meal_types: ['lunch'] },
  });
  return data.subscription;
}

/** The caller's own subscriptions. */
export async function listMenuSubscriptions(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.GET('/schools/{schoolId}/menus/subscriptions', {
    params: { path: { schoolId } },
  });
  return data.subscriptions.map(({ name }) => name);
}

/** Ends a subscription; its address answers 404 from now on. */
export async function deleteMenuSubscription(
  api: DirectoryClient,
  { schoolId, subscriptionId }: School & { subscriptionId: string },
) {
  await api.DELETE('/schools/{schoolId}/menus/subscriptions/{subscriptionId}', {
    params: { path: { schoolId, subscriptionId } },
  });
}
