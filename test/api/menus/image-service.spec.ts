import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { MenuEntry } from '../../../src/features/menus/menu-entry.entity.js';
import { ObjectStore } from '../../../src/platform/storage/object-store.js';
import { UnavailableError } from '../../../src/platform/errors/app-error.js';
import { aMenu, askForPicture, showPicture } from '../../support/menu.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { aBomb, aPhoto, withPngChunk } from '../../support/files/images.js';
import { ImagesServiceStub } from '../../support/stubs/images-service-stub.js';
import { startMenuImageApp, type MenuImageApp } from '../../support/files/menu-image-app.js';
import type { TestApp } from '../../support/test-app.js';

const DEADLINE_MS = 400;

let stub: ImagesServiceStub;
let m: MenuImageApp;
let t: TestApp;
let photo: Buffer;
beforeAll(async () => {
  stub = await ImagesServiceStub.start();
  const imageService = { url: stub.url, apiKey: 'sk-sesame', model: 'painter-2' };
  m = await startMenuImageApp({ imageService, imageTimeoutMs: DEADLINE_MS });
  t = m.t;
  photo = await aPhoto('image/png', { width: 64, height: 64 });
});
afterAll(async () => {
  await m.close();
  await stub.stop();
});
beforeEach(() => {
  stub.requests.length = 0;
  stub.paints(photo);
});

const image = (bytes: Buffer) => ({ data: [{ b64_json: bytes.toString('base64') }] });

const failures: [string, () => void][] = [
  ['it answers an error', () => stub.answers({ error: { message: 'x' } }, 500)],
  ['it has had enough of us', () => stub.answers({ error: { code: 'rate_limit_exceeded' } }, 429)],
  ['it finds the menu unsafe', () => stub.answers({ error: { code: 'content_policy_violation' } }, 400)],
  ['the key is wrong', () => stub.answers({ error: { code: 'invalid_api_key' } }, 401)],
  ['it never answers', () => stub.hangs()],
  ['it stops half way', () => stub.hangsHalfWay()],
  ['it hangs up', () => stub.dropsTheConnection()],
  ['it redirects', () => stub.redirectsTo('/elsewhere')],
  ['it answers no JSON', () => stub.answersText('<html>Welcome</html>')],
  ['it answers nothing', () => stub.answersText('')],
  ['it answers an empty list', () => stub.answers({ data: [] })],
  [
    'it answers an address instead of bytes',
    () => stub.answers({ data: [{ url: 'http://127.0.0.1/x.png' }] }),
  ],
  ['it answers no base64', () => stub.answers({ data: [{ b64_json: '%%%' }] })],
  ['it answers an empty picture', () => stub.answers({ data: [{ b64_json: '' }] })],
  ['it answers text as a picture', () => stub.answers(image(Buffer.from('no picture today')))],
  ['it answers an SVG', () => stub.answers(image(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))],
  ['it answers half a picture', () => stub.paints(photo.subarray(0, photo.length / 2))],
  ['it answers far too many pixels', () => stub.paints(aBomb())],
  ['it answers 30 MB', () => stub.answersText(' '.repeat(30_000_000))],
  ['it answers a page in a picture', () => stub.paints(withPngChunk(photo, 'tEXt', Buffer.from('<script>')))],
];

describe('POST /schools/:schoolId/menus/:menuId/image, an images service that fails', () => {
  it.each(failures)('answers 502 in time when %s; the picture that was there stays', async (_what, fail) => {
    const school = await aSchool(t);
    const [parent, admin] = [await school.parent(), await school.admin()];
    const menu = await aMenu(t, school);
    const first = await askForPicture(t, menu, parent);
    expect(first.status).toBe(200);
    const fresh = await aMenu(t, school);
    const [before, pictures] = [
      await t.dataSource.manager.find(MenuEntry, { order: { id: 'asc' } }),
      m.pictures(),
    ];

    fail();
    const begun = performance.now();
    expectError(await askForPicture(t, fresh, parent), 502, 'upstream_failed');
    expectError(await askForPicture(t, menu, admin, '?force=true'), 502, 'upstream_failed');
    // Far below the deadline of a service that is not configured, and far beyond what a busy machine takes.
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(await t.dataSource.manager.find(MenuEntry, { order: { id: 'asc' } })).toEqual(before);
    expect(m.pictures()).toEqual(pictures);
    expect((await askForPicture(t, menu, parent)).body).toEqual(first.body);
    expect((await showPicture(t, first.body.image_url)).status).toBe(200);

    stub.paints(photo);
    expect((await askForPicture(t, fresh, parent)).status).toBe(200);
  });

  it('answers 502 when the picture cannot be stored, and nothing is left behind', async () => {
    const school = await aSchool(t);
    const menu = await aMenu(t, school);
    const store = t.app.get(ObjectStore, { strict: false });
    const write = store.write.bind(store);
    store.write = () => Promise.reject(new UnavailableError());
    const answer = await askForPicture(t, menu, await school.parent());
    store.write = write;
    expectError(answer, 502, 'upstream_failed');
    expect((await askForPicture(t, menu, await school.parent())).status).toBe(200);
  });
});

describe('POST /schools/:schoolId/menus/:menuId/image, a run that was taken for dead', () => {
  it('puts nothing in the place of what came after it, and leaves nothing behind', async () => {
    const school = await aSchool(t);
    const menu = await aMenu(t, school);
    const before = m.pictures().length;
    const { release } = stub.paintsWhenReleased(photo);
    const asked = stub.nextRequest();
    const answer = askForPicture(t, menu, await school.parent());
    await asked;
    await t.dataSource.query(
      `update menu_image_runs set id = gen_random_uuid(), state = 'failed' where menu_entry_id = $1`,
      [menu.id],
    );
    release();
    expect((await answer).status).toBe(200);
    expect(stub.requests).toHaveLength(2);
    expect(m.pictures()).toHaveLength(before + 1);
  });
});

describe('POST /schools/:schoolId/menus/:menuId/image, an images service', () => {
  it('gets the request that OpenAI gets, with the dishes and nothing of the school', async () => {
    const school = await aSchool(t);
    await askForPicture(t, await aMenu(t, school, { items: 'Pizza\nGreen salad' }), await school.parent());
    expect(stub.requests).toHaveLength(1);
    const [{ method, path, headers, body }] = stub.requests as [ImagesServiceStub['requests'][number]];
    expect([method, path]).toEqual(['POST', '/v1/images/generations']);
    expect(headers).toMatchObject({ authorization: 'Bearer sk-sesame', 'content-type': 'application/json' });
    expect(body).toEqual({
      model: 'painter-2',
      prompt: expect.stringMatching(/On the plate: Pizza Green salad$/),
      n: 1,
      size: '1024x1024',
      response_format: 'b64_json',
    });
  });

  it('gets no more than it takes', async () => {
    const school = await aSchool(t);
    await askForPicture(t, await aMenu(t, school, { items: '🍕'.repeat(2_500) }), await school.parent());
    const { prompt } = stub.requests[0]!.body as { prompt: string };
    expect([...prompt].length).toBeLessThan(1_000);
    expect(prompt.isWellFormed()).toBe(true);
  });

  it.each(['image/png', 'image/jpeg', 'image/webp'] as const)(
    'answers with %s: what is shown is made anew, without what the file said besides',
    async (type) => {
      stub.paints(await aPhoto(type, { width: 80, height: 60 }));
      const school = await aSchool(t);
      const { body } = await askForPicture(t, await aMenu(t, school), await school.parent());
      const response = await showPicture(t, body.image_url);
      expect(response.headers.get('content-type')).toBe('image/webp');
      const shown = Buffer.from(await response.arrayBuffer());
      expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 80, height: 60 });
      expect((await sharp(shown).metadata()).exif).toBeUndefined();
    },
  );

  it('gets no second request while the items are the same', async () => {
    const school = await aSchool(t);
    const menu = await aMenu(t, school);
    for (let i = 0; i < 3; i += 1) await askForPicture(t, menu, await school.parent());
    expect(stub.requests).toHaveLength(1);
  });
});
