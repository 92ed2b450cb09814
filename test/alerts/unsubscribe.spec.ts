import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { aNoticeRow, deliverMail, deliveriesOf, raiseNotice } from '../support/alerts.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startBesideWithFullLog } from '../support/processes/two-processes.js';
import type { TestApp } from '../support/test-app.js';
import { startAppWithDataDir } from '../support/data-dir-app.factory.js';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
let token: string;
beforeAll(async () => {
  t = await startAppWithDataDir();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t, { name: 'Lincoln <School>' });
  parent = await school.parent();
  await raiseNotice(t, await aNoticeRow(t, school));
  await deliverMail(t);
  const [choice] = await choices();
  token = choice!.token;
});

const choices = (): Promise<{ token: string; unsubscribed_at: Date | null }[]> =>
  t.dataSource.query('select token, unsubscribed_at from mail_choices where membership_id = $1', [
    parent.membershipId,
  ]);
const isUnsubscribed = async (): Promise<boolean> => (await choices())[0]!.unsubscribed_at !== null;

async function send(method: string, given = token, { url = t.url, body = '', query = '' } = {}) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${url}/api/mail/unsubscribe/${given}${query}`, {
    method,
    redirect: 'manual',
    ...(body && { headers, body }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const resume = (given = token) => send('POST', given, { query: '?mails=on' });
const WAYS = [
  ['GET', ''],
  ['POST', ''],
  ['POST', '?mails=off'],
  ['POST', '?mails=on'],
] as const;

async function newDeliveries(): Promise<number> {
  const notice = await aNoticeRow(t, school);
  await raiseNotice(t, notice);
  return (await deliveriesOf(t, notice)).length;
}

describe('An unsubscribe address', () => {
  it.each(WAYS)('answers with a page that says so when it leads nowhere: %s %s', async (method, query) => {
    for (const wrong of [randomBytes(32).toString('base64url'), 'x', `${token}x`, token.toUpperCase()]) {
      const answer = await send(method, wrong, { query });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.text).toContain('This link leads nowhere');
    }
    expect(await isUnsubscribed()).toBe(false);
  });

  it.each(WAYS)('leads nowhere once its owner has left: %s %s', async (method, query) => {
    await t.dataSource.query('delete from memberships where id = $1', [parent.membershipId]);
    expect((await send(method, token, { query })).status).toBe(404);
  });

  it.each([
    ['GET', ''],
    ['HEAD', ''],
    ['GET', '?mails=off'],
  ])('asks first, and changes nothing by %s %s', async (method, query) => {
    const answer = await send(method, token, { query });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    if (method === 'GET') {
      expect(answer.text).toContain('You receive these mails.');
      expect(answer.text).toContain(`<form method="post" action="?mails=off">`);
      expect(answer.text).toContain('<button class="button">Stop these mails</button>');
      expect(answer.text).toContain('Mail from <bdi>Lincoln &lt;School&gt;</bdi>');
    }
    expect(await isUnsubscribed()).toBe(false);
  });

  it.each([
    ['GET', ''],
    ['HEAD', ''],
    ['GET', '?mails=on'],
  ])('leaves the mails off by %s %s as well', async (method, query) => {
    await send('POST');
    const answer = await send(method, token, { query });
    expect(answer.status).toBe(200);
    if (method === 'GET') {
      expect(answer.text).toContain('You do not receive these mails.');
      expect(answer.text).toContain(`<form method="post" action="?mails=on">`);
    }
    expect(await isUnsubscribed()).toBe(true);
  });

  it.each([
    ['by the mail program', 'List-Unsubscribe=One-Click'],
    ['from the page', ''],
  ])('ends mails %s, a second time too, and says no name', async (_, body) => {
    const answers = [await send('POST', token, { body }), await send('POST', token, { body })];
    const [{ unsubscribed_at } = { unsubscribed_at: null }] = await choices();
    expect(unsubscribed_at).not.toBeNull();
    expect((await choices())[0]).toMatchObject({ unsubscribed_at });
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toContain('You do not receive these mails.');
      expect(text).not.toContain(parent.email);
    }
    expect(await newDeliveries()).toBe(0);
  });

  it('switches the mails on again at any later time, a second time too, and then shows the page', async () => {
    await send('POST');
    t.clock.advance(400 * 24 * 60 * 60 * 1000);
    for (const answer of [await resume(), await resume()]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`/api/mail/unsubscribe/${token}`);
    }
    expect((await send('GET')).text).toContain('You receive these mails.');
    expect(await newDeliveries()).toBe(1);
  });

  it('concerns its own school alone', async () => {
    const [other] = await t.dataSource.query<[{ id: string }]>(
      'select membership_id as id from mail_choices where token <> $1 limit 1',
      [token],
    );
    await t.dataSource.query('update mail_choices set unsubscribed_at = now() where membership_id = $1', [
      other.id,
    ]);
    await send('POST');
    await resume();
    const [{ off }] = await t.dataSource.query<[{ off: boolean }]>(
      'select unsubscribed_at is not null as off from mail_choices where membership_id = $1',
      [other.id],
    );
    expect(off).toBe(true);
  });

  it('speaks the language of the school', async () => {
    await t.dataSource.query(`update schools set locale = 'de-DE' where id = $1`, [school.id]);
    expect((await send('GET')).text).toContain('<html lang="de">');
    expect((await send('POST', token, { query: '?mails=off' })).text).toContain(
      'Sie erhalten diese E-Mails nicht.',
    );
  });

  it('stays the same in every mail to one person', async () => {
    await raiseNotice(t, await aNoticeRow(t, school));
    await deliverMail(t);
    expect((await choices()).map((choice) => choice.token)).toEqual([token]);
  });
});

it('stays out of the log and of every answer, whatever becomes of the request', async () => {
  const service = await startBesideWithFullLog(t, {
    DATA_DIR: t.settings.dataDir,
  });
  const there = { url: service.url };
  const wrong = [randomBytes(32).toString('base64url'), 'almost-a-token', `${token}%ff`];
  const answers = [
    await send('GET', token, there),
    await send('POST', token, there),
    await send('PUT', token, there),
  ];
  for (const other of wrong) answers.push(await send('POST', other, there));
  await t.dataSource.query('alter table mail_choices rename to gone');
  answers.push(await send('POST', token, there));
  await t.dataSource.query('alter table gone rename to mail_choices');
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404, 404, 500]);
  expect(await service.stop()).toBe(0);
  expect(service.output()).toContain('/api/mail/unsubscribe/:token');
  for (const secret of [token, ...wrong])
    for (const text of [service.output(), ...answers.map((answer) => answer.text)])
      expect(text.includes(secret) ? `it holds ${secret}` : 'clean').toBe('clean');
}, 60_000);
