import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { MenuEntry } from '../../../src/features/menus/menu-entry.entity.js';
import { ObjectRemovals } from '../../../src/platform/storage/object-removals.service.js';
import { aMenu, askForPicture, showPicture } from '../../support/menu.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { startMenuImageApp, type MenuImageApp } from '../../support/files/menu-image-app.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import type { TestApp } from '../../support/test-app.js';

let m: MenuImageApp;
let t: TestApp;
beforeAll(async () => {
  m = await startMenuImageApp();
  t = m.t;
});
afterAll(() => m.close());

const ADDRESS = /^http:\/\/localhost:3000\/api\/menu-images\/[0-9a-f]{32}\.png$/;

const stored = (menu: MenuEntry): Promise<MenuEntry> =>
  t.dataSource.manager.findOneByOrFail(MenuEntry, { id: menu.id });

const rename = (menu: MenuEntry, items: string) =>
  t.dataSource.manager.update(MenuEntry, { id: menu.id }, { items });

const listed = async (school: TestSchool): Promise<{ image_url: string | null }[]> =>
  (await t.api.get(`/schools/${school.id}/menus`, { token: (await school.parent()).token })).body.menus;

describe('POST /schools/:schoolId/menus/:menuId/image', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'POST',
    path: (id) => `/schools/${id}/menus/${randomUUID()}/image`,
  });

  it('answers 404 while the feature is off', async () => {
    const school = await aSchool(t);
    const menu = await aMenu(t, school);
    await school.setFeatures({ lunch_menus: false });
    expectError(await askForPicture(t, menu, await school.admin()), 404, 'not_found');
  });

  it('knows no invented and malformed entry, and none of another school, forced or not', async () => {
    const school = await aSchool(t);
    const elsewhere = await aMenu(t, await aSchool(t));
    for (const person of [await school.parent(), await school.admin()]) {
      for (const id of [randomUUID(), 'pizza', '%00', elsewhere.id]) {
        for (const query of ['', '?force=true']) {
          const path = `/schools/${school.id}/menus/${id}/image${query}`;
          expectError(await t.api.post(path, { token: person.token }), 404, 'not_found');
        }
      }
    }
  });

  it('lets no parent force it, whatever the meal', async () => {
    const school = await aSchool(t);
    const parent = await school.parent();
    for (const mealType of ['lunch', 'dinner'] as const) {
      const menu = await aMenu(t, school, { mealType });
      expectError(await askForPicture(t, menu, parent, '?force=true'), 403, 'not_authorized');
    }
  });

  it.each(['breakfast', 'snack', 'dinner', 'other'] as const)(
    'makes no picture of a %s',
    async (mealType) => {
      const school = await aSchool(t);
      const menu = await aMenu(t, school, { mealType });
      expectError(await askForPicture(t, menu, await school.parent()), 400, 'validation_failed');
      expectError(
        await askForPicture(t, menu, await school.admin(), '?force=true'),
        400,
        'validation_failed',
      );
    },
  );

  it.each(['1', 'yes', '', 'TRUE', 'true&force=true'])('takes no force=%s', async (force) => {
    const school = await aSchool(t);
    const menu = await aMenu(t, school);
    expectInvalid(await askForPicture(t, menu, await school.admin(), `?force=${force}`), 'force');
  });

  it('draws a card for any member, and shows it in the list from then on', async () => {
    const school = await aSchool(t);
    const menu = await aMenu(t, school, { items: 'Борщ 🍲, حمص, 味噌汁' });
    expect(await listed(school)).toMatchObject([{ image_url: null, image_generated_at: null }]);
    t.clock.moveTo('2026-09-01T10:00:00.000Z');
    const { status, body } = await askForPicture(t, menu, await school.parent());
    expect(status).toBe(200);
    expect(body).toEqual({
      image_url: expect.stringMatching(ADDRESS),
      image_generated_at: expect.stringMatching(/^2026-09-01T10:00:\d\d\.\d{3}Z$/),
    });
    expect(await listed(school)).toMatchObject([body]);
  });

  it('gives the same picture until the items change', async () => {
    const school = await aSchool(t);
    const menu = await aMenu(t, school);
    const parent = await school.parent();
    const first = await askForPicture(t, menu, parent);
    expect((await askForPicture(t, menu, parent, '?force=false')).body).toEqual(first.body);
    await rename(menu, 'Pasta');
    expect(await listed(school)).toMatchObject([first.body]);
    const second = await askForPicture(t, menu, parent);
    expect(second.body.image_url).not.toBe(first.body.image_url);
    expect((await showPicture(t, first.body.image_url)).status).toBe(404);
    expect((await showPicture(t, second.body.image_url)).status).toBe(200);
  });

  it.each(['junior_admin', 'senior_admin'] as const)(
    'makes another one when a %s forces it',
    async (role) => {
      const school = await aSchool(t);
      const menu = await aMenu(t, school);
      const before = m.pictures().length;
      const first = await askForPicture(t, menu, await school.parent());
      const second = await askForPicture(t, menu, await school.admin(role), '?force=true');
      expect(second.status).toBe(200);
      expect(second.body.image_url).not.toBe(first.body.image_url);
      expect(m.pictures()).toHaveLength(before + 1);
      expect((await stored(menu)).imageName).toBe(second.body.image_url.split('/').at(-1));
    },
  );

  it('keeps the picture that is shown when superfluous objects are removed', async () => {
    const school = await aSchool(t);
    const menu = await aMenu(t, school);
    const { body } = await askForPicture(t, menu, await school.parent());
    t.clock.advance(25 * 60 * 60 * 1000);
    await t.app.get(ObjectRemovals, { strict: false }).sweep();
    expect((await showPicture(t, body.image_url)).status).toBe(200);
  });

  it('takes over from one who died while making it', async () => {
    const school = await aSchool(t);
    const menu = await aMenu(t, school);
    await t.dataSource.query(
      `insert into menu_image_runs values ($1, $2, gen_random_uuid(), 'x', 'running', now() - interval '1 second')`,
      [menu.id, school.id],
    );
    expect((await askForPicture(t, menu, await school.parent())).status).toBe(200);
  });
});

describe('GET {site_url}/api/menu-images/:name', () => {
  it.each([
    `${'0'.repeat(32)}.png`,
    `${'0'.repeat(32)}.svg`,
    `${'0'.repeat(31)}.png`,
    `${'A'.repeat(32)}.png`,
    'x.png',
    '..%2f..%2fsecret.png',
    '%00.png',
  ])('knows no %s', async (name) => {
    const response = await fetch(`${t.url}/api/menu-images/${name}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await response.json()).toEqual({ error: { code: 'not_found', message: expect.any(String) } });
  });

  it('shows the picture to an <img>: without a token, as an image and nothing else', async () => {
    const school = await aSchool(t);
    const { body } = await askForPicture(t, await aMenu(t, school), await school.parent());
    const response = await showPicture(t, body.image_url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=3600, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    const picture = Buffer.from(await response.arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
    expect(response.headers.get('content-length')).toBe(String(picture.length));
    const address = body.image_url.replace(t.settings.siteUrl, t.url);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(404);
  });

  it('ends with the menus of the school, and comes back with them', async () => {
    const [school, other] = [await aSchool(t), await aSchool(t)];
    const [{ body }, { body: elsewhere }] = [
      await askForPicture(t, await aMenu(t, school), await school.parent()),
      await askForPicture(t, await aMenu(t, other), await other.parent()),
    ];
    const statuses = async () => [
      (await showPicture(t, body.image_url)).status,
      (await showPicture(t, elsewhere.image_url)).status,
    ];
    await school.setFeatures({ lunch_menus: false });
    expect(await statuses()).toEqual([404, 200]);
    await school.setFeatures({ lunch_menus: true });
    expect(await statuses()).toEqual([200, 200]);
  });

  it('ends with the entry, whatever is left in the store', async () => {
    const school = await aSchool(t);
    const { body } = await askForPicture(t, await aMenu(t, school), await school.parent());
    await t.dataSource.query('update menu_entries set image_name = null where school_id = $1', [school.id]);
    expect((await showPicture(t, body.image_url)).status).toBe(404);
  });
});
