import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import ts from 'typescript';
import { ApplicationsService } from '../../src/features/oauth/applications.service.js';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { startAtItsAddress } from '../support/sign-in/signing-browser.js';
import type { TestApp } from '../support/test-app.js';
import { describeInBrowser, launch } from './chromium.js';

/** The modules of the client as a bundler would give them, one file each. */
function moduleAt(path: string): string | null {
  const source = fromProjectRoot(`clients/typescript/src${path.replace(/\.js$/, '.ts')}`);
  if (!/^\/[\w-]+\.js$/.test(path) || !existsSync(source)) return null;
  return ts.transpileModule(readFileSync(source, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  }).outputText;
}

async function aSite(): Promise<{ origin: string; server: Server }> {
  const server = createServer(({ url = '/' }, response) => {
    const script = moduleAt(new URL(url, 'http://x').pathname);
    response.setHeader('content-type', script === null ? 'text/html' : 'text/javascript');
    response.end(script ?? '<!DOCTYPE html><title>An app</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describeInBrowser('the typed client in the windows of a browser', () => {
  let t: TestApp;
  let browser: Browser;
  let context: BrowserContext;
  let windows: [Page, Page];
  let app: Awaited<ReturnType<typeof aSite>>;
  let clientId: string;

  beforeAll(async () => {
    app = await aSite();
    t = await startAtItsAddress({ corsOrigins: [app.origin] });
    const redirectUris = [`${app.origin}/callback`];
    ({ clientId } = await t.app.get(ApplicationsService).createPublic({ name: 'Web App', redirectUris }));
    browser = await launch();
    context = await browser.newContext();
    windows = [await context.newPage(), await context.newPage()];
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    app.server.close();
    await t.close();
  });

  /** Has the client do something. Its tokens are where all windows find them at once. */
  const client = <T>(page: Page, work: string): Promise<T> =>
    page.evaluate<T>(`(async () => {
      const { PublicClientTokens } = await import('/public-client-tokens.js');
      const { IndexedDbStore } = await import('/indexed-db-store.js');
      globalThis.tokens ??= new PublicClientTokens({
        siteUrl: '${t.url}', clientId: '${clientId}', redirectUri: '${app.origin}/callback',
        store: new IndexedDbStore('tokens'), begun: new IndexedDbStore('begun'),
      });
      return tokens.${work};
    })()`);

  it('signs in, renews once for both, and signs both out', async () => {
    const person = await aPersonWithPassword(t);
    const [page, other] = windows;
    await page.goto(app.origin);
    await page.goto(await client<string>(page, 'begin()'));
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${app.origin}/callback?**`);
    expect(await client(page, 'complete(location.href)')).toMatchObject({ sub: person.userId });

    await other.goto(app.origin);
    let renewals = 0;
    context.on('request', (request) => {
      if (request.url() === `${t.url}/oauth/token` && request.method() === 'POST') renewals += 1;
    });
    let refused = await client<string>(page, 'current()');
    for (let round = 1; round <= 5; round += 1) {
      const renewed = await Promise.all(
        [...windows, ...windows].map((each) => client<string>(each, `renew('${refused}')`)),
      );
      expect(new Set(renewed).size).toBe(1);
      expect(renewed[0]).not.toBe(refused);
      expect(renewals).toBe(round);
      expect((await t.api.get('/me', { token: renewed[0] })).status).toBe(200);
      refused = renewed[0]!;
    }

    await client(other, 'signOut()');
    expect(await client(page, 'current()')).toBeNull();
    expect((await t.api.get('/me', { token: refused })).status).toBe(401);
  }, 60_000);

  it('keeps a school in IndexedDB, all of a change or nothing', async () => {
    const [page] = windows;
    await page.goto(app.origin);
    const found = await page.evaluate(`(async () => {
      const { IndexedDbSchoolStore } = await import('/indexed-db-school-store.js');
      const store = new IndexedDbSchoolStore('a school');
      const category = (id, name) => ({ type: 'category', id, value: { id, name } });
      const names = async () => (await store.all('category')).map(({ value }) => value.name);
      const said = [await store.cursor()];
      await store.replace([category('1', 'News'), category('2', 'Trips'), { type: 'notice', id: '1', value: {} }], 'one');
      said.push(await store.cursor(), await names());
      const broken = store.change([category('3', 'Lost'), category('4', () => 'no value')], [{ type: 'category', id: '1' }], 'two');
      said.push(await broken.then(() => 'kept', () => 'refused'), await store.cursor(), await names());
      await store.change([category('2', 'Journeys')], [{ type: 'category', id: '1' }], 'three');
      said.push(await new IndexedDbSchoolStore('a school').cursor(), await names());
      await store.clear();
      said.push(await store.cursor(), await names());
      return said;
    })()`);
    const before = ['one', ['News', 'Trips']];
    expect(found).toEqual([null, ...before, 'refused', ...before, 'three', ['Journeys'], null, []]);
  });
});
