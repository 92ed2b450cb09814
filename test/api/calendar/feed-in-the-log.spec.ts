import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { aCalendar } from '../../support/calendar.factory.js';
import { aFeed } from '../../support/feed.factory.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startBesideWithFullLog } from '../../support/processes/two-processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let service: ServiceProcess;
beforeAll(async () => {
  t = await startTestApp();
  service = await startBesideWithFullLog(t);
}, 90_000);
afterAll(() => t.close());

it('writes no token of a feed to the log or into an answer, whatever becomes of the request', async () => {
  const calendar = await aCalendar(t);
  await calendar.anEvent();
  const feed = await aFeed(t, calendar);
  const there = { siteUrl: service.url };
  const answers = [await feed.get({}, there), await feed.get({}, { ...there, method: 'HEAD' })];
  const etag = answers[0]!.headers.get('etag')!;
  answers.push(
    await feed.get({ 'if-none-match': etag }, there),
    await feed.get({}, { ...there, method: 'POST' }),
  );

  const wrong = [randomBytes(32).toString('base64url'), 'almost-a-token', `${feed.subscription.token}%ff`];
  for (const token of wrong) {
    const answer = await fetch(`${service.url}/api/calendar/subscribe/${token}/feed.ics?token=${token}`);
    answers.push({ status: answer.status, headers: answer.headers, text: await answer.text() });
  }
  await t.dataSource.query('alter table calendar_subscriptions rename to gone');
  answers.push(await feed.get({}, there));
  await t.dataSource.query('alter table gone rename to calendar_subscriptions');
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 304, 404, 404, 404, 404, 500]);

  expect(await service.stop()).toBe(0);
  const log = service.output();
  expect(log).toContain('/api/calendar/subscribe/:token/feed.ics');
  expect(log).toContain('Unexpected error');
  for (const token of [feed.subscription.token as string, ...wrong])
    for (const text of [log, ...answers.map((answer) => answer.text)])
      expect(text.includes(token) ? `it holds ${token}` : 'clean').toBe('clean');
}, 60_000);
