import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnsweringVisitor, AskedFamily, startMailingApp } from '../../support/answer-link.factory.js';
import { figure } from '../../support/proofs/figures.js';
import type { TestApp } from '../../support/test-app.js';

interface Stolen {
  event: string;
  notice: string;
  family: AskedFamily;
}

type Misuse = (link: Stolen, t: TestApp) => Promise<{ status: number } | { status: number }[]>;

const secretOf = (token: string): string => token.split('.')[0]!;
const give = (t: TestApp, token: string, fields = {}) => new AnsweringVisitor(t).give(token, fields);
const post = (t: TestApp, path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(t.url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const flipped = (secret: string): string => secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A');

/** Other tokens than those that were mailed. */
const TOKENS: Record<string, (link: Stolen) => string> = {
  nothing: () => '',
  'an answer alone': () => 'yes',
  'a secret alone': ({ event }) => secretOf(event),
  'a secret with a dot': ({ event }) => `${secretOf(event)}.`,
  'a secret that is one character short': ({ event }) => `${secretOf(event).slice(1)}.yes`,
  'a secret that is one character long': ({ event }) => `A${event}`,
  'a secret with another last character': ({ event }) => `${flipped(secretOf(event))}.yes`,
  'a secret in capitals': ({ event }) => `${secretOf(event).toUpperCase()}.yes`,
  'a secret backwards': ({ event }) => `${[...secretOf(event)].reverse().join('')}.yes`,
  'a secret with a blank inside': ({ event }) => `${event.slice(0, 9)} ${event.slice(9)}`,
  'a secret with a zero byte': ({ event }) => `${secretOf(event)}\0.yes`,
  'a secret with a wildcard': () => `${'%'.repeat(43)}.yes`,
  'a quote for the database': () => `' or '1'='1.yes`,
  'an answer in capitals': ({ event }) => `${secretOf(event)}.YES`,
  'an answer that nobody offers': ({ event }) => `${secretOf(event)}.perhaps`,
  'an answer of a prototype': ({ event }) => `${secretOf(event)}.constructor`,
  'an answer of a list': ({ event }) => `${secretOf(event)}.length`,
  'the acknowledgement of an event': ({ event }) => `${secretOf(event)}.acknowledged`,
  'a yes to a notice': ({ notice }) => `${secretOf(notice)}.yes`,
  'a maybe to a notice': ({ notice }) => `${secretOf(notice)}.maybe`,
  'two secrets': ({ event, notice }) => `${secretOf(event)}${secretOf(notice)}.yes`,
  'the id of the event': () => '00000000-0000-4000-8000-000000000000.yes',
  'ten thousand characters': () => `${'x'.repeat(10_000)}.yes`,
  'a secret that is encoded once more': ({ event }) => encodeURIComponent(event).replaceAll('.', '%2E'),
  'a dot of another script': ({ event }) => event.replace('.', '．'),
  'an answer with a line break': ({ event }) => event.replace('.', '.\r\n'),
  'ten thousand dots': () => '.'.repeat(10_000),
};

/** The secret in places where credentials of others stand. */
const AS_CREDENTIAL: Record<string, (secret: string) => Record<string, string>> = {
  'a bearer token': (secret) => ({ authorization: `Bearer ${secret}` }),
  'a password': (secret) => ({ authorization: `Basic ${Buffer.from(`x:${secret}`).toString('base64')}` }),
  'a cookie': (secret) => ({ cookie: `school-directory-session=${secret}; __Host-session=${secret}` }),
  'a DPoP proof': (secret) => ({ authorization: `DPoP ${secret}`, dpop: secret }),
};
const READS = ['/api/v1/me', '/api/v1/me/export', '/api/v1/schools', '/carddav/books', '/account'];

/** Addresses of other credentials. */
const ELSEWHERE: Record<string, (secret: string) => string> = {
  'the address of a calendar': (secret) => `/api/v1/calendar/${secret}/calendar.ics`,
  'the address of a feed': (secret) => `/api/calendar/${secret}.ics`,
  'the address to unsubscribe': (secret) => `/api/mail/unsubscribe/${secret}`,
  'the address of guardians’ mails': (secret) => `/api/mail/guardian/${secret}`,
  'a storage key': (secret) => `/storage/${secret}`,
};

/** Forms for which other secrets are made. */
const FORMS: Record<string, (secret: string) => [path: string, body: string]> = {
  'the link to a new password': (secret) => [
    '/password/set',
    `token=${secret}&password=seven+purple+lanterns`,
  ],
  'an invitation': (secret) => ['/invitation', `token=${secret}&password=seven+purple+lanterns`],
  'the opening of an invitation': (secret) => ['/invitation/open', `token=${secret}`],
  'the proof of an address': (secret) => ['/account/address', `token=${secret}`],
  'an authorization code': (secret) => ['/oauth/token', `grant_type=authorization_code&code=${secret}`],
  'a refresh token': (secret) => ['/oauth/token', `grant_type=refresh_token&refresh_token=${secret}`],
  'a device code': (secret) => ['/oauth/token', `grant_type=device_code&device_code=${secret}`],
};

/** What else a request may bring along. */
const REQUESTS: Record<string, Misuse> = {
  'from another site': ({ event }, t) =>
    post(t, '/answer/given', `token=${event}`, { 'sec-fetch-site': 'cross-site' }),
  'from another part of the site': ({ event }, t) =>
    post(t, '/answer/given', `token=${event}`, { 'sec-fetch-site': 'same-site' }),
  'from an older browser on another site': ({ event }, t) =>
    post(t, '/answer/given', `token=${event}`, { origin: 'https://elsewhere.example' }),
  'from a hidden origin': ({ event }, t) => post(t, '/answer/given', `token=${event}`, { origin: 'null' }),
  'ending, from another site': ({ event }, t) =>
    post(t, '/answer/not-me', `token=${event}`, { 'sec-fetch-site': 'cross-site' }),
  'as JSON': ({ event }, t) =>
    post(t, '/answer/given', JSON.stringify({ token: event }), { 'content-type': 'application/json' }),
  'as text': ({ event }, t) => post(t, '/answer/given', `token=${event}`, { 'content-type': 'text/plain' }),
  'with a second token after it': ({ event }, t) => post(t, '/answer/given', `token=${event}&token=x`),
  'as a field of a field': ({ event }, t) => post(t, '/answer/given', `token[a]=${event}`),
  'with more than forty fields': ({ event }, t) =>
    post(t, '/answer/given', `${Array.from({ length: 60 }, (_, at) => `f${at}=1`).join('&')}&token=${event}`),
  'with a form of 40 kB': ({ event }, t) =>
    post(t, '/answer/given', `pad=${'x'.repeat(40_000)}&token=${event}`),
  'by PUT': ({ event }, t) =>
    fetch(`${t.url}/answer/given`, { method: 'PUT', body: new URLSearchParams({ token: event }) }),
  'by DELETE': ({ event }, t) => fetch(`${t.url}/answer/given?token=${event}`, { method: 'DELETE' }),
  'by GET to where forms go': ({ event }, t) => fetch(`${t.url}/answer/given?token=${event}`),
  'by GET to where links end': ({ event }, t) => fetch(`${t.url}/answer/not-me?token=${event}`),
  'below the API': ({ event }, t) => post(t, '/api/v1/answer/given', `token=${event}`),
  'to the API itself': ({ event }, t) => post(t, '/api/answer/given', `token=${event}`),
};

const refused = ({ status }: { status: number }): boolean => status >= 400 && status < 500;

describe('A link of a mail that is misused', () => {
  let t: TestApp;
  let family: AskedFamily;
  let link: Stolen;
  let eventId: string;
  let noticeId: string;
  let refusals = 0;
  beforeAll(async () => {
    t = await startMailingApp();
    family = await AskedFamily.of(t);
    const [event, notice] = [await family.askedWhoComes(), await family.askedToAcknowledge()];
    [eventId, noticeId] = [event.id, notice.id];
    link = { event: event.tokens['yes']!, notice: notice.tokens['acknowledged']!, family };
  });
  afterAll(async () => {
    figure('Misuses of a link', refusals, 'at least 60, all refused');
    await t.close();
  });

  async function expectNothing(answers: { status: number; headers?: Headers }[]): Promise<void> {
    expect(answers.filter((answer) => !refused(answer)).map(({ status }) => status)).toEqual([]);
    expect(await family.answers(eventId)).toEqual([null]);
    expect(await family.acknowledgedAt(noticeId)).toBeNull();
    const ended = await t.dataSource.query('select from answer_links where ended_at is not null');
    expect(ended).toEqual([]);
    refusals += 1;
  }

  it.each(Object.keys(TOKENS))('refuses %s', async (name) => {
    const token = TOKENS[name]!(link);
    await expectNothing([
      await new AnsweringVisitor(t).open(token),
      await give(t, token),
      await new AnsweringVisitor(t).notMe(token),
    ]);
  });

  it.each(Object.keys(REQUESTS))('refuses what comes %s', async (name) => {
    await expectNothing([await REQUESTS[name]!(link, t)].flat());
  });

  it.each(Object.keys(AS_CREDENTIAL))('refuses to be %s', async (name) => {
    const answers: { status: number }[] = [];
    for (const token of [link.event, secretOf(link.event), secretOf(link.notice)])
      for (const path of READS) {
        const headers = { ...AS_CREDENTIAL[name]!(token), accept: 'application/json' };
        const answer = await fetch(t.url + path, { headers, redirect: 'manual' });
        // The page of the account leads to where one signs in.
        answers.push({ status: answer.status === 303 || answer.status === 302 ? 401 : answer.status });
      }
    await expectNothing(answers);
  });

  it.each(Object.keys(ELSEWHERE))('leads nowhere as %s', async (name) => {
    await expectNothing([await fetch(t.url + ELSEWHERE[name]!(secretOf(link.event)))]);
  });

  it.each(Object.keys(FORMS))('refuses to be %s', async (name) => {
    const [path, body] = FORMS[name]!(secretOf(link.event));
    const { browser } = new AnsweringVisitor(t);
    const { status, url } = await browser.post(path, new URLSearchParams(body));
    // The page of an account leads to where one signs in.
    await expectNothing([{ status: url.pathname === '/sign-in' ? 401 : status }]);
  });

  it('signs no slip, and reads nothing but what it asks', async () => {
    const { html } = await new AnsweringVisitor(t).open(link.event);
    expect(html).not.toContain(family.parent.email);
    expect(html).not.toContain(family.school.id);
    expect(html).not.toContain('Gym is closed');
    const slips = await t.dataSource.query('select from permission_slip_responses');
    await expectNothing(slips.map(() => ({ status: 200 })));
  });
});
