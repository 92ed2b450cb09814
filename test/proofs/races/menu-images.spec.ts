import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { MenuEntry } from '../../../src/features/menus/menu-entry.entity.js';
import { aMenu, askForPicture } from '../../support/menu.factory.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPhoto } from '../../support/files/images.js';
import { ImagesServiceStub } from '../../support/stubs/images-service-stub.js';
import { startMenuImageApp, type MenuImageApp } from '../../support/files/menu-image-app.js';
import { race } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startBeside } from '../../support/processes/two-processes.js';

const IMAGE_TIMEOUT_MS = 20_000;

let stub: ImagesServiceStub;
let here: MenuImageApp;
let there: ServiceProcess;
let photo: Buffer;
beforeAll(async () => {
  stub = await ImagesServiceStub.start();
  const imageService = { url: stub.url, apiKey: null, model: null };
  here = await startMenuImageApp({ imageService, imageTimeoutMs: IMAGE_TIMEOUT_MS });
  there = await startBeside(here.t, {
    DATA_DIR: here.dataDir,
    IMAGE_API_URL: stub.url,
    IMAGE_TIMEOUT_MS: String(IMAGE_TIMEOUT_MS),
  });
  photo = await aPhoto('image/png');
}, 90_000);
afterAll(async () => {
  await there.stop();
  await here.close();
  await stub.stop();
});
const beginAnew = (): void => {
  stub.requests.length = 0;
  stub.paints(photo);
};

const told = (answers: ApiAnswer[]): string[] => [
  ...new Set(answers.map(({ status, text }) => `${status} ${text}`)),
];

describe('Fifty who ask for a picture at once, at two processes', () => {
  // Of one person four writes are worked on at a time: so many that nobody waits for a place.
  const ADMINS = 25;

  const ask = (menu: MenuEntry, admins: TestMember[], query = ''): Promise<ApiAnswer[]> =>
    Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        askForPicture(at % 2 ? here.t : there, menu, admins[at % ADMINS]!, query),
      ),
    );

  const aLunch = async () => {
    beginAnew();
    const school = await aSchool(here.t);
    const admins: TestMember[] = [];
    while (admins.length < ADMINS) admins.push(await school.admin());
    return { school, menu: await aMenu(here.t, school), admins };
  };

  race.each(['', '?force=true'])('are given one, made once, when it takes a while (%s)', async (query) => {
    const { menu, admins } = await aLunch();
    const { release } = stub.paintsWhenReleased(photo);
    const asked = stub.nextRequest();
    const answers = ask(menu, admins, query);
    await asked;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    release();
    expect(told(await answers)).toEqual([expect.stringMatching(/^200 /)]);
    expect(stub.requests).toHaveLength(1);
    expect(here.pictures()).toContain((await stored(menu)).imageName);
  });

  race.each(['', '?force=true'])('are given one, made once, when it is made at once (%s)', async (query) => {
    const { menu, admins } = await aLunch();
    if (query) await askForPicture(here.t, menu, admins[0]!);
    stub.requests.length = 0;
    const answers = told(await ask(menu, admins, query));
    expect(answers.filter((answer) => !answer.startsWith('200 '))).toEqual([]);
    // Whoever asks for a new one after it was made is given one.
    expect(stub.requests.length).toBeLessThanOrEqual(query ? 2 : 1);
    expect(answers.length).toBeLessThanOrEqual(query ? 2 : 1);
  });

  race('are all refused by one failure', async () => {
    const { menu, admins } = await aLunch();
    const { release } = stub.paintsWhenReleased(null);
    const asked = stub.nextRequest();
    const answers = ask(menu, admins);
    await asked;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    release();
    expect(told(await answers)).toEqual([expect.stringMatching(/^502 .*upstream_failed/)]);
    expect(stub.requests).toHaveLength(1);
    expect((await stored(menu)).imageName).toBeNull();
  });

  race('leave every connection free while they wait', async () => {
    const { school, menu, admins } = await aLunch();
    const { release } = stub.paintsWhenReleased(photo);
    const asked = stub.nextRequest();
    const answers = ask(menu, admins);
    await asked;
    const begun = performance.now();
    for (const { api } of [here.t, there]) {
      expect((await api.get(`/schools/${school.id}/menus`, { token: admins[0]!.token })).status).toBe(200);
    }
    // The answers wait for the picture until it times out.
    expect(performance.now() - begun).toBeLessThan(IMAGE_TIMEOUT_MS / 2);
    release();
    await answers;
  });

  const stored = (menu: MenuEntry): Promise<MenuEntry> =>
    here.t.dataSource.manager.findOneByOrFail(MenuEntry, { id: menu.id });
});

describe('One who asks while a picture of other items is made', () => {
  race('is given one of the items as they are now', async () => {
    beginAnew();
    const school = await aSchool(here.t);
    const [menu, parent] = [await aMenu(here.t, school), await school.parent()];
    const { release } = stub.paintsWhenReleased(photo);
    const asked = stub.nextRequest();
    const first = askForPicture(here.t, menu, parent);
    await asked;
    await here.t.dataSource.manager.update(MenuEntry, { id: menu.id }, { items: 'Pasta' });
    const second = askForPicture(there, menu, parent);
    release();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect(stub.requests.map(({ body }) => /On the plate: (.*)/.exec(String(body.prompt))?.[1])).toEqual([
      'Pizza',
      'Pasta',
    ]);
    expect((await askForPicture(here.t, menu, parent)).body).toEqual((await second).body);
    expect(stub.requests).toHaveLength(2);
  });
});
