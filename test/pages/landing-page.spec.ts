import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { appLink, LINK_FOLDERS, type LinkedType } from '../../src/platform/pages/app-links.js';
import { aNoticeRow } from '../support/alerts.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let noticeId: string;
let title: string;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t, { name: 'Lincoln <School>' });
  ({ id: noticeId, title } = await aNoticeRow(t, school));
});
afterAll(() => t.close());

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function open(path: string, { method = 'GET', app = t } = {}) {
  const answer = await fetch(`${app.url}${path}`, { method, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const seen = ({ status, headers, text }: Awaited<ReturnType<typeof open>>) => ({
  status,
  text,
  headers: [...headers].filter(
    ([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name),
  ),
});

describe('the page that a link leads to', () => {
  it.each(['/schools/x/notes/1', '/schools/x/notices', '/schools/x/notices/', '/schools/x/notices/1/2'])(
    'refuses a path that no link has with a page that says so: %s',
    async (path) => {
      const answer = await open(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.text).toContain('This link leads nowhere');
    },
  );

  it('stays the same for an item that is there, for one that is not, and for an id that is none', async () => {
    const there = await open(`/schools/${school.id}/notices/${noticeId}`);
    expect(there.status).toBe(200);
    for (const id of [randomUUID(), '1', '%ff', "' or 1=1", 'x'.repeat(2000)])
      expect(seen(await open(`/schools/${school.id}/notices/${encodeURI(id)}`))).toEqual(seen(there));
  });

  it('stays the same for a school that is not there, without a name', async () => {
    const unknown = await open(`/schools/${UNKNOWN}/notices/${noticeId}`);
    expect(unknown.status).toBe(200);
    expect(unknown.text).toContain('<h1>A notice of your school</h1>');
    for (const id of ['1', '%00', randomUUID()])
      expect(seen(await open(`/schools/${id}/notices/${noticeId}`))).toEqual(seen(unknown));
  });

  it('names the school, and nothing of the item', async () => {
    const { text } = await open(`/schools/${school.id}/notices/${noticeId}`);
    expect(text).toContain('<title>A notice of Lincoln &lt;School&gt;</title>');
    expect(text).toContain('<h1>A notice of <bdi>Lincoln &lt;School&gt;</bdi></h1>');
    expect(text).not.toContain(title);
    expect(text).not.toContain(noticeId);
  });

  it.each(Object.keys(LINK_FOLDERS) as LinkedType[])('answers every link: %s', async (type) => {
    const link = appLink('', { schoolId: school.id, item: { type, id: randomUUID() } });
    expect((await open(link)).status).toBe(200);
  });

  it('answers for the school itself', async () => {
    const { text } = await open(appLink('', { schoolId: school.id }));
    expect(text).toContain('The directory of <bdi>Lincoln');
  });

  it('runs and loads nothing, sets no cookie, tells nobody where it was opened, and is in no index', async () => {
    const { headers, text } = await open(`/schools/${school.id}/notices/${noticeId}`);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.has('set-cookie')).toBe(false);
    expect(text).not.toMatch(/<script|<form| (src|action|onclick)=/i);
  });

  it('sends the same head for HEAD', async () => {
    const [whole, head] = [
      await open(`/schools/${school.id}`),
      await open(`/schools/${school.id}`, { method: 'HEAD' }),
    ];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(seen({ ...head, text: '' })).toEqual(seen({ ...whole, text: '' }));
  });

  it('opens no other way to the API: by another method it answers 404', async () => {
    const answer = await open(`/schools/${school.id}/notices/${noticeId}`, { method: 'POST' });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([404, 'not_found']);
  });

  it.each([
    ['de-DE', 'de', 'Eine Mitteilung von'],
    ['es', 'es', 'Un aviso de'],
    ['fr-CA', 'fr', 'Une annonce de'],
    ['he', 'en', 'A notice of'],
  ])('speaks the language of the school, and says which: %s', async (locale, language, words) => {
    const { id } = await aSchool(t, { name: 'Elsewhere', locale });
    const { text } = await open(`/schools/${id}/notices/${noticeId}`);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(words);
  });

  it('shows no button while nothing is known that opens it', async () => {
    expect((await open(`/schools/${school.id}`)).text).not.toContain('class="button"');
  });
});

describe('the button of the page', () => {
  const buttonOf = async (settings: { appUrl?: string; appLink?: string }, path: string) => {
    const app = await startTestApp(settings);
    const { text } = await open(path, { app });
    await app.close();
    return / href="([^"]*)">Open in the app</.exec(text)?.[1];
  };

  it('opens the app by APP_LINK', async () => {
    const settings = { appLink: 'org.myschool.app:/{path}', appUrl: 'https://app.example.org' };
    expect(await buttonOf(settings, `/schools/${UNKNOWN}/events/1_2`)).toBe(
      `org.myschool.app:/schools/${UNKNOWN}/events/1_2`,
    );
  });

  it('leads to APP_URL where there is no APP_LINK, as for mails that were sent before', async () => {
    const settings = { appUrl: 'https://example.org/app' };
    expect(await buttonOf(settings, `/schools/${UNKNOWN}`)).toBe(
      `https://example.org/app/schools/${UNKNOWN}`,
    );
  });

  it('holds a path that was made up as it would any other', async () => {
    const path = `/schools/${encodeURIComponent(`"><script>`)}/polls/${encodeURIComponent('$&/../?#')}`;
    expect(await buttonOf({ appLink: 'org.myschool.app:/{path}' }, path)).toBe(
      'org.myschool.app:/schools/%22%3E%3Cscript%3E/polls/%24%26%2F..%2F%3F%23',
    );
  });
});
