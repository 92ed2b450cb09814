import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestMember } from '../support/school.factory.js';
import { aTeam, type TestTeam } from '../support/team.factory.js';
import { deliveriesOf, notificationsOf, toldOf } from '../support/alerts.js';
import {
  eventNotificationsOf,
  removeNotifications,
  readEverything,
} from '../support/mail/event-notifications.js';
import { notificationLinks, there } from '../support/mail/notification-links.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const WON = { outcome: 'win', score_for: 3, score_against: 1 };

let t: TestApp;
let team: TestTeam;
let parent: TestMember;
let game: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  team = await aTeam(t);
  parent = await team.calendar.school.parent();
  game = await team.aGame();
  t.clock.moveTo('2026-09-13T16:00:00Z');
});

const links = notificationLinks(() => t);
const told = (id = game): Promise<string[]> => toldOf(t, { id }, 'result_posted');

describe('A result', () => {
  it('notifies nobody when it is refused, or of a game that is for others or called off', async () => {
    await team.put(game, { ...WON, score_for: 0 });
    const [forAdmins, off] = [await team.aGame({ audience: { type: 'admins' } }), await team.aGame()];
    await team.calendar.remove(off);
    for (const [id, body] of [
      [forAdmins, WON],
      [off, { outcome: 'no_result' }],
    ] as const)
      expect((await team.put(id, body)).status).toBe(200);
    expect(await eventNotificationsOf(t, parent)).toEqual([]);
  });

  it('notifies those whom the game is addressed to but not who records it, and leads to the game', async () => {
    const coach = await team.organization.anEditor();
    await team.as(coach).put(game, WON);
    expect(await told()).toContain(parent.membershipId);
    expect(await told()).not.toContain(coach.membershipId);
    expect((await notificationsOf(t, { id: game }))[0]).toMatchObject({
      kind: 'result_posted',
      title: 'Game',
      body: null,
      targetType: 'event',
      readAt: null,
    });
    expect(await deliveriesOf(t, { id: game })).toEqual([]);
    const link = await links.linkOf(parent, 'event', game);
    expect(link).toMatchObject(there(team.organization.id));
    await links.expectAgreement(parent, link);
  });

  it('notifies under the id of its occurrence', async () => {
    const first = await team.calendar.on(await team.games(), '2026-09-07');
    await team.put(first);
    expect(await eventNotificationsOf(t, parent)).toEqual([`result_posted ${first}`]);
  });

  it('notifies again when outcome, score or place is another, and not with the same or another summary', async () => {
    const changes: [object, boolean][] = [
      [WON, true],
      [WON, false],
      [{ ...WON, summary: 'In the rain.' }, false],
      [{ ...WON, score_for: 4 }, true],
      [{ outcome: 'placed', place: 2 }, true],
      [{ outcome: 'placed', place: 1 }, true],
      [{ outcome: 'no_result' }, true],
    ];
    for (const [body, isNew] of changes) {
      await readEverything(t, parent);
      await team.put(game, body);
      const all = await notificationsOf(t, { id: game });
      expect([body, all.length, all[0]!.readAt === null]).toEqual([body, 1, isNew]);
    }
  });

  it('takes its unread notifications along when it is taken away, and is news again', async () => {
    const reader = await team.calendar.school.parent();
    await team.put(game, WON);
    await readEverything(t, reader);
    expect((await team.remove(game)).status).toBe(204);
    expect(await told()).toEqual([reader.membershipId]);
    await team.put(game, WON);
    expect(await told()).toEqual([parent.membershipId, reader.membershipId].sort());
    await removeNotifications(t, parent);
    const first = await team.calendar.on(await team.games(), '2026-09-07');
    await team.put(first);
    await team.remove(first);
    expect(await eventNotificationsOf(t, parent)).toEqual([]);
  });
});
