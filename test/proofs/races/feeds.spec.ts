import { afterAll, beforeAll, expect } from '@jest/globals';
import { TestCalendar } from '../../support/calendar.factory.js';
import { aFeed } from '../../support/feed.factory.js';
import { aMenu, aMenuFeed } from '../../support/menu.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { race } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/processes/two-processes.js';

let here: TestApp;
let there: ServiceProcess;
beforeAll(async () => {
  here = await startTestApp();
  there = await startBeside(here);
}, 90_000);
afterAll(async () => {
  await there.stop();
  await here.close();
});

const aDay = { title: 'Fair', start_date: '2026-12-05', end_date: '2026-12-05', all_day: true };

race('what one process has changed is seen at once in the feeds of another one', async () => {
  const school = await aSchool(here);
  const admin = await school.admin();
  const calendar = new TestCalendar(here, school, admin.token);
  const id = await calendar.anEvent(aDay);
  const menu = await aMenu(here, school, { date: '2099-09-07' });
  const [events, menus] = [await aFeed(here, calendar), await aMenuFeed(here, school, admin)];
  const elsewhere = { siteUrl: there.url };
  for (const feed of [events, menus])
    expect((await feed.get({}, elsewhere)).text).toBe((await feed.get()).text);

  for (const title of ['Feast', 'Final']) {
    const { api } = title === 'Feast' ? here : there;
    const known = [await events.get(), await menus.get()].map(({ headers }) => headers.get('etag')!);
    const path = `/schools/${school.id}/calendar/events/${id}`;
    expect((await api.send('PATCH', path, { token: admin.token, body: { title } })).status).toBe(200);
    await here.dataSource.query('update menu_entries set items = $2 where id = $1', [menu.id, title]);
    for (const [at, feed] of [events, menus].entries())
      for (const process of [{}, elsewhere]) {
        const answer = await feed.get({ 'if-none-match': known[at]! }, process);
        expect([answer.status, answer.text.includes(title)]).toEqual([200, true]);
      }
  }
});
