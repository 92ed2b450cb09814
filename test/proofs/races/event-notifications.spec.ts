import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { aTeam, type TestTeam } from '../../support/team.factory.js';
import type { TestMember } from '../../support/school.factory.js';
import { toldOf } from '../../support/alerts.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { race } from '../../support/proofs/rounds.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function leave(member: TestMember): Promise<number> {
  const token = await tokenOf(t, member);
  return (await t.api.post(`/me/leave-school/${member.membershipId}`, { token })).status;
}

/** A team with readers who were told of its games before. */
async function aToldTeam(): Promise<{ team: TestTeam; readers: TestMember[]; games: string[] }> {
  const team = await aTeam(t);
  const readers = await Promise.all(Array.from({ length: 6 }, () => team.calendar.school.parent()));
  const games = await Promise.all([team.aGame(), team.aGame(), team.aGame()]);
  for (const game of games) await team.calendar.change(game, { location: 'Gym' });
  return { team, readers, games };
}

describe('Whoever is told of an event', () => {
  race('may leave or mark everything as read meanwhile: nobody fails', async () => {
    const { team, readers, games } = await aToldTeam();
    const stay = readers.slice(3);
    const path = `/schools/${team.calendar.school.id}/notifications/read`;
    const tokens = await Promise.all(stay.map((reader) => tokenOf(t, reader)));
    const answers = await Promise.all([
      ...games.map(async (game) => (await team.calendar.remove(game)).status),
      ...readers.slice(0, 3).map(leave),
      ...tokens.map(async (token) => (await t.api.post(path, { token })).status),
    ]);
    expect(answers).toEqual(Array(9).fill(204));
    const left = stay.map(({ membershipId }) => membershipId).sort();
    for (const game of games) expect(await toldOf(t, { id: game }, 'event_cancelled')).toEqual(left);
  });

  race('and is leaving is passed over: the write waits for them', async () => {
    const { team, readers, games } = await aToldTeam();
    const [leaver, ...others] = readers;
    const { change } = await t.dataSource.transaction(async (manager) => {
      await manager.query('delete from memberships where id = $1', [leaver!.membershipId]);
      const change = team.calendar.change(games[0]!, { location: 'Hall' });
      await untilWaiting(t.dataSource);
      return { change };
    });
    expect((await change).status).toBe(200);
    const told = await toldOf(t, { id: games[0]! }, 'event_changed');
    expect(told).toEqual(others.map(({ membershipId }) => membershipId).sort());
  });
});

describe('Whoever has recorded a result', () => {
  race('may leave while somebody records it anew', async () => {
    const team = await aTeam(t);
    const coach = await team.organization.anEditor();
    const game = await team.aGame();
    t.clock.moveTo('2026-09-13T16:00:00Z');
    const own = team.as({ token: await tokenOf(t, coach) });
    expect((await own.put(game)).status).toBe(200);
    const [put, left] = await Promise.all([team.put(game, { outcome: 'loss' }), leave(coach)]);
    expect([put.status, left]).toEqual([200, 204]);
  });
});
