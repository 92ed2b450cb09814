import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ApiAnswer } from '../../support/api-client.js';
import { aTeam, type TestTeam } from '../../support/team.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const NONE = { wins: 0, losses: 0, ties: 0, points_for: 0, points_against: 0, streak: '' };

/** A result of each, a day after the other, from 2026-09-02 on. */
async function played(team: TestTeam, results: object[]): Promise<string[]> {
  t.clock.moveTo('2027-06-01T12:00:00Z');
  const ids: string[] = [];
  for (const [i, result] of results.entries()) {
    const day = `2026-09-${String(i + 2).padStart(2, '0')}`;
    ids.push(await team.aGame({ starts_at: `${day}T16:00:00Z`, ends_at: `${day}T17:00:00Z` }));
    expect((await team.put(ids[i]!, result)).status).toBe(200);
  }
  return ids;
}

const record = async (team: TestTeam, query = ''): Promise<ApiAnswer['body']> =>
  (await team.results(query)).body.record;
const outcomes = (...names: string[]): object[] => names.map((outcome) => ({ outcome, place: 1 }));

describe('The record of an organization', () => {
  it('counts zeros before there is a result', async () => {
    const team = await aTeam(t, { season: 'Fall 2026' });
    await team.aGame();
    expect((await team.results()).body).toEqual({ record: { season: 'Fall 2026', ...NONE }, results: [] });
    expect((await (await aTeam(t)).results()).body.record).toEqual({ season: null, ...NONE });
  });

  it('leaves out a game that is deleted', async () => {
    const team = await aTeam(t);
    const [won = ''] = await played(team, outcomes('win', 'loss'));
    expect((await team.calendar.remove(won)).status).toBe(204);
    expect(await record(team)).toMatchObject({ wins: 0, losses: 1, streak: 'L1' });
    expect((await team.results()).body.results).toHaveLength(1);
  });

  it('counts outcomes, and adds every score that is given', async () => {
    const team = await aTeam(t);
    await played(team, [
      { outcome: 'win', score_for: 3, score_against: 1 },
      { outcome: 'loss', score_for: 0.1, score_against: 0.2 },
      { outcome: 'tie', score_for: 0.2, score_against: 0.2 },
      { outcome: 'win', score_for: 7 },
      { outcome: 'no_result', score_for: 1, score_against: 10 },
      { outcome: 'placed', place: 3, score_against: -2 },
    ]);
    expect(await record(team)).toEqual({
      season: null,
      wins: 2,
      losses: 1,
      ties: 1,
      points_for: 11.3,
      points_against: 9.4,
      streak: 'W1',
    });
  });

  it.each([
    [['win', 'win', 'win'], 'W3'],
    [['win', 'loss', 'loss'], 'L2'],
    [['tie', 'win', 'tie'], 'T1'],
    [['loss', 'win', 'no_result', 'win', 'placed'], 'W2'],
    [['placed', 'no_result'], ''],
  ])('shows after %j the streak "%s"', async (names, streak) => {
    const team = await aTeam(t);
    await played(team, outcomes(...names));
    expect((await record(team)).streak).toBe(streak);
  });

  it('follows the events and not the order in which results are recorded', async () => {
    const team = await aTeam(t);
    const [first, , last] = await played(team, outcomes('win', 'win', 'loss'));
    expect((await record(team)).streak).toBe('L1');
    await team.put(first!, { outcome: 'tie' });
    expect((await record(team)).streak).toBe('L1');
    const times = { starts_at: '2026-08-30T16:00:00Z', ends_at: '2026-08-30T17:00:00Z' };
    await team.calendar.change(last!, times);
    expect((await record(team)).streak).toBe('W1');
    expect((await team.results()).body.results.map((result: { date: string }) => result.date)).toEqual([
      '2026-09-03',
      '2026-09-02',
      '2026-08-30',
    ]);
  });

  it('takes a whole day to come before what has a time on it, as the calendar does', async () => {
    const team = await aTeam(t);
    const [timed] = await played(team, outcomes('win'));
    const day = { start_date: '2026-09-02', end_date: '2026-09-02' };
    const whole = await team.aGame({ ...day, starts_at: undefined, ends_at: undefined });
    await team.put(whole, { outcome: 'loss' });
    const { results } = (await team.results()).body;
    expect(results.map((result: { event_id: string }) => result.event_id)).toEqual([timed, whole]);
    expect(await record(team)).toMatchObject({ losses: 1, streak: 'W1' });
  });

  it('counts again when a result is taken away', async () => {
    const team = await aTeam(t);
    const [, , last] = await played(team, outcomes('win', 'win', 'loss'));
    await team.remove(last!);
    expect(await record(team)).toMatchObject({ wins: 2, losses: 0, streak: 'W2' });
  });

  it('covers the season of the organization; any other has no results', async () => {
    const team = await aTeam(t, { season: 'Fall 2026' });
    await played(team, outcomes('win'));
    const own = (await team.results()).body;
    expect(own.record).toMatchObject({ season: 'Fall 2026', wins: 1 });
    for (const query of ['?season=', '?season=Fall%202026', '?season=%20Fall%202026%20'])
      expect((await team.results(query)).body).toEqual(own);
    const other = (await team.results('?season=Fall%202025')).body;
    expect(other).toEqual({ record: { season: 'Fall 2025', ...NONE }, results: [] });
    const without = await aTeam(t);
    await played(without, outcomes('win'));
    expect(await record(without, '?season=Fall%202026')).toEqual({ season: 'Fall 2026', ...NONE });
    expect((await team.results('?season=a&season=b')).status).toBe(400);
  });

  it('covers the results that the caller sees', async () => {
    const team = await aTeam(t);
    const [id] = await played(team, outcomes('win', 'win'));
    await team.calendar.change(id!, { audience: { type: 'admins' } });
    const parent = team.as(await team.calendar.school.parent());
    const editor = team.as(await team.calendar.anEditor(team.organization));
    expect([await record(parent), (await parent.results()).body.results.length]).toMatchObject([
      { wins: 1 },
      1,
    ]);
    expect(await record(editor)).toMatchObject({ wins: 2 });
  });

  it('goes with the event to another organization', async () => {
    const team = await aTeam(t);
    const [id] = await played(team, outcomes('win', 'loss'));
    const other = await team.calendar.anOrganization();
    await team.calendar.change(id!, { organization_id: other.id });
    expect(await record(team)).toMatchObject({ wins: 0, losses: 1 });
    const { body } = await t.api.get(`/organizations/${other.id}/results`, { token: team.token });
    expect(body.record).toMatchObject({ wins: 1, losses: 0 });
  });
});

interface Game {
  day: number;
  /** UTC; null for a whole day. */
  hour: number | null;
  outcome: 'win' | 'loss' | 'tie' | 'no_result' | 'placed';
  /** Thousandths; the smaller one is of the side that loses. */
  scores: [number | null, number | null];
  removed: boolean;
}

const aScore = fc.option(fc.integer({ min: -5000, max: 99_999 }));
const aSeason = fc.uniqueArray(
  fc.record<Game>({
    day: fc.integer({ min: 1, max: 9 }),
    hour: fc.option(fc.integer({ min: 5, max: 22 })),
    outcome: fc.constantFrom<Game['outcome'][]>('win', 'win', 'loss', 'loss', 'tie', 'no_result', 'placed'),
    scores: fc.tuple(aScore, aScore),
    removed: fc.boolean(),
  }),
  { maxLength: 12, selector: ({ day, hour }) => `${day} ${hour}` },
);

/** As the outcome has it: a win has more for than against. */
function scoresOf({ outcome, scores: [one, other] }: Game): [number | null, number | null] {
  if (one === null || other === null) return [one, other];
  if (outcome === 'tie') return [one, one];
  const [less, more] = one < other ? [one, other] : [other, one + 1];
  return outcome === 'loss' ? [less, more] : [more, less];
}

const dayOf = ({ day }: Game): string => `2026-10-${String(day).padStart(2, '0')}`;

async function play(team: TestTeam, game: Game): Promise<string> {
  const [day, hour] = [dayOf(game), String(game.hour).padStart(2, '0')];
  const times =
    game.hour === null
      ? { starts_at: undefined, ends_at: undefined, start_date: day, end_date: day }
      : { starts_at: `${day}T${hour}:00:00Z`, ends_at: `${day}T${hour}:30:00Z` };
  const id = await team.aGame(times);
  const [scoreFor, scoreAgainst] = scoresOf(game).map((score) => score && score / 1000);
  const { status } = await team.put(id, {
    outcome: game.outcome,
    score_for: scoreFor,
    score_against: scoreAgainst,
    place: 1,
  });
  expect(status).toBe(200);
  return id;
}

/** Game by game, from the first to the last. */
function recount(games: Game[]): object {
  const inOrder = games.toSorted((a, b) => a.day - b.day || (a.hour ?? -1) - (b.hour ?? -1));
  const counted = { win: 0, loss: 0, tie: 0, no_result: 0, placed: 0 };
  let [pointsFor, pointsAgainst, run] = [0, 0, ''];
  for (const game of inOrder) {
    const [scoreFor, scoreAgainst] = scoresOf(game);
    counted[game.outcome] += 1;
    pointsFor += scoreFor ?? 0;
    pointsAgainst += scoreAgainst ?? 0;
    const letter = { win: 'W', loss: 'L', tie: 'T', no_result: '', placed: '' }[game.outcome];
    if (letter) run = run.startsWith(letter) ? run + letter : letter;
  }
  return {
    season: null,
    wins: counted.win,
    losses: counted.loss,
    ties: counted.tie,
    points_for: pointsFor / 1000,
    points_against: pointsAgainst / 1000,
    streak: run && `${run[0]}${run.length}`,
  };
}

describe('Whatever a season brings', () => {
  it('the record is what a recount finds, before and after results are taken away', async () => {
    await fc.assert(
      fc.asyncProperty(aSeason, async (games) => {
        const team = await aTeam(t);
        t.clock.moveTo('2026-11-01T12:00:00Z');
        const ids = new Map<Game, string>();
        for (const game of games) ids.set(game, await play(team, game));
        expect(await record(team)).toEqual(recount(games));
        for (const game of games.filter(({ removed }) => removed)) await team.remove(ids.get(game)!);
        expect(await record(team)).toEqual(recount(games.filter(({ removed }) => !removed)));
      }),
      { numRuns: Number(process.env.MODEL_RUNS ?? 25) },
    );
  }, 120_000);
});
