import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ApplicationsService } from '../../src/features/oauth/applications.service.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { startAtItsAddress } from '../support/sign-in/signing-browser.js';
import type { TestApp } from '../support/test-app.js';
import { describeInBrowser, launch } from './chromium.js';

const LIBRARY = readFileSync(
  createRequire(import.meta.url)
    .resolve('oidc-client-ts')
    .replace(/dist\/.*/, 'dist/browser/oidc-client-ts.js'),
);

/** A web app with the library, and nothing else; it notes what it is told of where somebody comes from. */
async function aSite(): Promise<{ origin: string; server: Server; referrers: Set<string | undefined> }> {
  const referrers = new Set<string | undefined>();
  const server = createServer((request, response) => {
    const { referer } = request.headers;
    if (!referer?.startsWith(`http://${request.headers.host}/`)) referrers.add(referer);
    const isLibrary = request.url === '/library.js';
    response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html');
    response.end(
      isLibrary ? LIBRARY : '<!DOCTYPE html><title>An app</title><script src="/library.js"></script>',
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, referrers };
}

interface User {
  access_token: string;
  refresh_token: string;
  profile: { sub: string; email: string };
}

describeInBrowser('oidc-client-ts on a page of another origin', () => {
  let t: TestApp;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let app: Awaited<ReturnType<typeof aSite>>;
  let stranger: Awaited<ReturnType<typeof aSite>>;
  let clientId: string;

  beforeAll(async () => {
    [app, stranger] = [await aSite(), await aSite()];
    t = await startAtItsAddress({ corsOrigins: [app.origin] });
    const redirectUris = [`${app.origin}/callback`, `${app.origin}/`];
    ({ clientId } = await t.app.get(ApplicationsService).createPublic({ name: 'Web App', redirectUris }));
    browser = await launch();
    context = await browser.newContext();
    page = await context.newPage();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    for (const { server } of [app, stranger]) server.close();
    await t.close();
  });

  /** Calls a method of the library's UserManager, as it is set up by what its own page says. */
  const manager = <T>(method: string): Promise<T> =>
    page.evaluate<T>(`(async () => {
      const manager = new oidc.UserManager(${JSON.stringify({
        authority: t.url,
        client_id: clientId,
        redirect_uri: `${app.origin}/callback`,
        post_logout_redirect_uri: `${app.origin}/`,
        scope: 'openid email offline_access',
        automaticSilentRenew: false,
      })});
      return JSON.parse(JSON.stringify((await manager.${method}()) ?? null));
    })()`);
  const me = (token: string): Promise<{ status: number; body: { user: { email: string } } }> =>
    page.evaluate(`(async () => {
      const answer = await fetch('${t.url}/api/v1/me', { headers: { authorization: 'Bearer ${token}' } });
      return { status: answer.status, body: await answer.json() };
    })()`);

  it('signs in by a redirect, renews in silence, and signs out', async () => {
    const person = await aPersonWithPassword(t);
    await page.goto(app.origin);
    await manager('signinRedirect').catch(() => undefined);
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${app.origin}/callback?**`);

    const user = await manager<User>('signinCallback');
    expect(user.profile).toMatchObject({ sub: person.userId, email: person.email });
    expect((await me(user.access_token)).body.user.email).toBe(person.email);

    const renewed = await manager<User>('signinSilent');
    expect(renewed.refresh_token).not.toBe(user.refresh_token);
    expect((await me(renewed.access_token)).status).toBe(200);

    await manager('signoutRedirect').catch(() => undefined);
    await page.getByRole('button', { name: 'Yes, sign out' }).click();
    await page.waitForURL((url) => url.origin === app.origin && url.pathname === '/');
    await manager('signoutCallback');
    expect((await t.api.get('/me', { token: renewed.access_token })).status).toBe(401);
    // It is not told where they come from.
    expect([...app.referrers]).toEqual([undefined]);
  }, 60_000);

  it('learns nothing on a page of an origin that is none of the application’s', async () => {
    await page.goto(stranger.origin);
    const ask = (path: string, init: string) =>
      page.evaluate<number | string>(
        `fetch('${t.url}${path}', ${init}).then((a) => a.status, (e) => e.name)`,
      );
    const body = `new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: '${clientId}' })`;
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/par'])
      expect([path, await ask(path, `{ method: 'POST', body: ${body} }`)]).toEqual([path, 'TypeError']);
    // What everybody may know.
    for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks.json'])
      expect([path, await ask(path, '{}')]).toEqual([path, 200]);
    await page.goto(app.origin);
    expect(await ask('/oauth/token', `{ method: 'POST', body: ${body} }`)).toBe(400);
  }, 60_000);
});
