import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { aNoticeRow } from '../support/alerts.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { describeInBrowser, launch } from './chromium.js';

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
interface Seen {
  status: number;
  etag: string | null;
  requestId: string | null;
  text: string;
}

describeInBrowser('a page of another origin, in a browser', () => {
  let t: TestApp;
  let school: TestSchool;
  let admin: TestMember;
  let browser: Browser;
  let named: Server;
  let unnamed: Server;
  const dataDir = mkdtempSync(join(tmpdir(), 'cors-browser-'));

  beforeAll(async () => {
    [named, unnamed] = [await aSite(), await aSite()];
    mkdirSync(join(dataDir, 'objects'));
    t = await startTestApp({ dataDir, corsOrigins: [originOf(named)] });
    school = await aSchool(t);
    admin = await school.admin();
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    for (const site of [named, unnamed]) site.close();
    await t.close();
    rmSync(dataDir, { recursive: true });
  });

  const bearer = () => ({ authorization: `Bearer ${admin.token}` });
  const api = (path: string): string => `${t.url}/api/v1${path}`;
  const onPageOf = async <T>(site: Server, act: (page: Page) => Promise<T>): Promise<T> => {
    const page = await browser.newPage();
    await page.goto(originOf(site));
    return act(page).finally(() => page.close());
  };

  it('reads nothing where its origin is not named', async () => {
    await onPageOf(unnamed, async (page) => {
      for (const path of ['/me', '/auth/token', '/nothing'])
        expect(await call(page, api(path), { headers: bearer() })).toBe('TypeError');
      expect(await call(page, api('/me'))).toBe('TypeError');
      expect(await call(page, `${t.url}/storage/student-photos/x.png`, { method: 'PUT' })).toBe('TypeError');
    });
  });

  it('reads answers and refusals where it is named', async () => {
    await onPageOf(named, async (page) => {
      const me = (await call(page, api('/me'), { headers: bearer() })) as Seen;
      expect([me.status, JSON.parse(me.text).user.email]).toEqual([200, admin.email]);
      expect([me.etag, me.requestId]).toEqual([expect.any(String), expect.any(String)]);
      expect(await call(page, api('/me'))).toMatchObject({ status: 401 });
      expect(await call(page, api('/nothing'), { headers: bearer() })).toMatchObject({ status: 404 });
    });
  });

  it('changes a notice with the tag that it has read', async () => {
    const { id } = await aNoticeRow(t, school);
    await onPageOf(named, async (page) => {
      const address = api(`/schools/${school.id}/notices/${id}`);
      const { etag } = (await call(page, address, { headers: bearer() })) as Seen;
      const change = (title: string) =>
        call(page, address, {
          method: 'PATCH',
          headers: {
            ...bearer(),
            'content-type': 'application/json',
            'if-match': etag!,
            'idempotency-key': title,
          },
          body: JSON.stringify({ title }),
        });
      expect(await change('Changed')).toMatchObject({ status: 200 });
      expect(await change('Too late')).toMatchObject({ status: 409 });
    });
  });

  it('uploads a photo to the address that it was given', async () => {
    const { id } = await school.studentAtHome();
    await onPageOf(named, async (page) => {
      const headers = { ...bearer(), 'content-type': 'application/json' };
      const body = JSON.stringify({ content_type: 'image/png' });
      const given = await call(page, api(`/students/${id}/photo/upload-url`), {
        method: 'POST',
        headers,
        body,
      });
      const { upload_url, headers: asked } = JSON.parse((given as Seen).text) as {
        upload_url: string;
        headers: Record<string, string>;
      };
      const address = t.url + upload_url.slice(t.settings.siteUrl.length);
      const sent = await call(page, address, {
        method: 'PUT',
        headers: asked,
        body: 'Whatever it is: it is looked at when it is confirmed.',
      });
      expect(sent).toMatchObject({ status: 200 });
    });
  });
});

/** With one empty page. */
async function aSite(): Promise<Server> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!DOCTYPE html><title>An app</title>');
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  return site;
}

const originOf = (site: Server): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

/** What the page gets to see of the answer; the name of the error where that is nothing. */
const call = (page: Page, address: string, given: Call = {}): Promise<Seen | string> =>
  page.evaluate(
    `fetch(${JSON.stringify(address)}, ${JSON.stringify(given)}).then(async (answer) => ({
      status: answer.status,
      etag: answer.headers.get('etag'),
      requestId: answer.headers.get('x-request-id'),
      text: await answer.text(),
    }), (error) => error.name)`,
  );
