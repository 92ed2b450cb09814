import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SampleAccounts } from '../../../src/features/account/sample-accounts.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

// test/api/http/outages.spec.ts has the page of a service that is not ready.
describe('The bare address', () => {
  it('shows a page that says that the service is well, and is asked for anew each time', async () => {
    const answer = await fetch(t.url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await answer.text()).toContain('Ready: everything');
  });

  it('leads only to addresses that are there', async () => {
    const page = await (await fetch(t.url)).text();
    const links = [...page.matchAll(/ href="(\/[^"]*)"/g)].map(([, path]) => path!);
    expect(links).toEqual([
      ...['/docs', '/.well-known/openid-configuration', '/docs/openapi.json', '/docs/openapi.yaml'],
      '/docs/openapi-3.1.json',
      ...['/healthz', '/readyz'],
    ]);
    for (const path of links) expect((await fetch(`${t.url}${path}`)).status).toBe(200);
  });

  it('shows a configuration of the tool server for this very address', async () => {
    const page = await (await fetch(t.url)).text();
    const [login, snippet] = [...page.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs)].map(([, text]) => text!);
    expect(login).toBe(`npm run --silent login -- --site ${t.settings.siteUrl}`);
    const { mcpServers } = JSON.parse(snippet!.replaceAll('&quot;', '"')) as {
      mcpServers: Record<string, { env: { API_BASE_URL: string } }>;
    };
    expect(mcpServers['school-directory']!.env.API_BASE_URL).toBe(t.settings.siteUrl);
  });

  it('opens no other way to the API: by another method it answers 404', async () => {
    const answer = await fetch(t.url, { method: 'POST' });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: { code: 'not_found', message: expect.any(String) } },
    ]);
  });
});

describe('The bare address of a demo', () => {
  it("lists ten calls of an office's week, each an operation of the document; elsewhere it lists none", async () => {
    expect(await (await fetch(t.url)).text()).not.toContain('senior@demo.school');
    const account = { email: 'senior@demo.school', password: 'demo' };
    t.app.get(SampleAccounts, { strict: false }).offer(() => Promise.resolve([account]));
    const page = await (await fetch(t.url)).text();
    expect(page).toContain('senior@demo.school');
    const calls = [...page.matchAll(/<li><code>([A-Z]+) (\/[^<]*)<\/code>/g)];
    expect(calls).toHaveLength(10);
    const { paths } = (await (await fetch(`${t.url}/docs/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    for (const [, method, path] of calls)
      expect(paths[`/api/v1${path}`]).toHaveProperty([method!.toLowerCase()]);
  });
});
