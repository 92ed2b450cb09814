import { FEED_ADDRESS, OWN_SUBSCRIPTION } from './calendar.table.js';
import { grid, gridBut } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { ADMINS, SCHOOL } from '../school.grid.js';

/** Open to whoever knows a name that cannot be guessed; without one there is nothing, for nobody. */
const SECRET_NAME = grid(`
                                                                                       | itself
  anonymous, garbage token, forged token, expired token, signed out                    | 404
  second step missing, no school, deactivated parent, former parent                    | 404
  parent of this family, parent of another family, junior admin, senior admin          | 404
  every editor                                                                         | 404
  parent of another school, admin of another school, member of two schools             | 404
`);

/** Whoever comes first takes it away. */
const FIRST_ADMIN = gridBut(
  ADMINS,
  `
  senior admin                                                              | 404         | 403            | 403      | 403`,
);

export const MENU_OPERATIONS: Record<string, Operation> = {
  'GET /api/menu-images/:name': { access: SECRET_NAME, ok: 200 },
  'GET /schools/:schoolId/menus': { access: SCHOOL, ok: 200, feature: 'lunch_menus' },
  'POST /schools/:schoolId/menus': {
    access: ADMINS,
    ok: 201,
    feature: 'lunch_menus',
    body: { date: '2026-09-08', meal_type: 'snack', items: 'Fruit' },
  },
  'PATCH /schools/:schoolId/menus/:menuId': {
    access: ADMINS,
    ok: 200,
    feature: 'lunch_menus',
    body: { items: 'Soup' },
  },
  'DELETE /schools/:schoolId/menus/:menuId': {
    access: FIRST_ADMIN,
    ok: 204,
    feature: 'lunch_menus',
    spendsItsCaller: true,
  },
  'GET /schools/:schoolId/menus/week': {
    access: SCHOOL,
    ok: 200,
    feature: 'lunch_menus',
    query: 'start=2026-09-06',
  },
  'GET /schools/:schoolId/menus/day': {
    access: SCHOOL,
    ok: 200,
    feature: 'lunch_menus',
    query: 'date=2026-09-07',
  },
  'GET /api/menus/subscribe/:token/feed.ics': { access: FEED_ADDRESS, ok: 200 },
  'GET /schools/:schoolId/menus/subscriptions': { access: SCHOOL, ok: 200, feature: 'lunch_menus' },
  'POST /schools/:schoolId/menus/subscriptions': { access: SCHOOL, ok: 201, feature: 'lunch_menus' },
  'DELETE /schools/:schoolId/menus/subscriptions/:subscriptionId': {
    access: OWN_SUBSCRIPTION,
    ok: 204,
    feature: 'lunch_menus',
    spendsItsCaller: true,
  },
  'POST /schools/:schoolId/menus/:menuId/image': { access: SCHOOL, ok: 200, feature: 'lunch_menus' },
};
