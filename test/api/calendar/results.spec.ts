import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { EventResult } from '../../../src/features/calendar/results/event-result.entity.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { aTeam, type TestTeam } from '../../support/team.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { hidesTheOrganizationFromOutsiders, refusesWhoIsNoManager } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const START = '2026-09-12T16:00:00Z';
const AFTER = '2026-09-13T16:00:00Z';
const rows = ({ organization }: TestTeam) =>
  t.dataSource.manager.findBy(EventResult, { organizationId: organization.id });

/** A team with a game that is over. */
async function aGameOver(): Promise<{ team: TestTeam; id: string }> {
  const team = await aTeam(t);
  const id = await team.aGame();
  t.clock.moveTo(AFTER);
  return { team, id };
}

describe('PUT /organizations/:organizationId/results/:eventId', () => {
  const call = {
    method: 'PUT',
    path: (id: string) => `/organizations/${id}/results/${randomUUID()}`,
    body: { outcome: 'win' },
  };
  hidesTheOrganizationFromOutsiders(() => t, call);
  refusesWhoIsNoManager(() => t, call);

  it('answers 404 while the school has the calendar turned off', async () => {
    const { team, id } = await aGameOver();
    await team.calendar.school.setFeatures({ calendar: false });
    expectError(await team.put(id), 404, 'not_found');
    expectError(await team.remove(id), 404, 'not_found');
    expectError(await team.results(), 404, 'not_found');
  });

  it('refuses an editor whose grant was revoked between two results', async () => {
    const { team, id } = await aGameOver();
    const editor = await team.calendar.school.parent();
    const grant = await team.organization.grant(editor);
    expect((await team.as(editor).put(id)).status).toBe(200);
    await t.dataSource.manager.save(Object.assign(grant, { revokedAt: t.clock.now() }));
    expectError(await team.as(editor).put(id, { outcome: 'loss' }), 403, 'not_authorized');
    expect(await rows(team)).toMatchObject([{ outcome: 'win' }]);
  });

  it('knows no event invented, malformed, of the school, of another organization or of another school', async () => {
    const { team, id } = await aGameOver();
    const other = await team.calendar.anOrganization();
    const stranger = await aGameOver();
    const series = await team.games();
    for (const eventId of [
      randomUUID(),
      'game',
      '%00',
      series,
      `${series}_20260908T193000Z`,
      (await team.calendar.row(await team.calendar.on(series, '2026-09-07'))).id,
      `${id}_20260912T160000Z`,
      await team.aGame({ organization_id: null }),
      await team.aGame({ organization_id: other.id }),
      stranger.id,
    ]) {
      expectError(await team.put(eventId), 404, 'not_found');
      expectError(await team.remove(eventId), 404, 'not_found');
    }
  });

  it.each<[unknown, string]>([
    [{}, 'outcome'],
    [{ outcome: null }, 'outcome'],
    [{ outcome: 'won' }, 'outcome'],
    [{ outcome: 'win', score_for: '3' }, 'score_for'],
    [{ outcome: 'win', score_for: 0.0001 }, 'score_for'],
    [{ outcome: 'win', score_for: 1e-7 }, 'score_for'],
    [{ outcome: 'win', score_against: -1.5e-7 }, 'score_against'],
    [{ outcome: 'win', score_against: 1e7 }, 'score_against'],
    [{ outcome: 'win', place: 0 }, 'place'],
    [{ outcome: 'win', place: 1.5 }, 'place'],
    [{ outcome: 'win', field_size: '8' }, 'field_size'],
    [{ outcome: 'win', summary: 5 }, 'summary'],
    [{ outcome: 'win', summary: 'x'.repeat(5001) }, 'summary'],
    [{ outcome: 'win', score_for: 1, score_against: 1 }, 'outcome'],
    [{ outcome: 'win', score_for: 0, score_against: 1 }, 'outcome'],
    [{ outcome: 'loss', score_for: 0, score_against: 0 }, 'outcome'],
    [{ outcome: 'loss', score_for: 2, score_against: 1 }, 'outcome'],
    [{ outcome: 'tie', score_for: 2, score_against: 1 }, 'outcome'],
    [{ outcome: 'placed' }, 'place'],
    [{ outcome: 'placed', field_size: 8 }, 'place'],
    [{ outcome: 'placed', place: 9, field_size: 8 }, 'place'],
    [{ outcome: 'win', place: 9, field_size: 8 }, 'place'],
  ])('refuses %j', async (body, field) => {
    const { team, id } = await aGameOver();
    expectInvalid(await team.put(id, body), field);
    expect(await rows(team)).toEqual([]);
  });

  it.each([
    { outcome: 'win' },
    { outcome: 'win', score_for: 3 },
    { outcome: 'win', score_against: 3 },
    { outcome: 'win', field_size: 8 },
    { outcome: 'win', score_for: 2.5, score_against: -1 },
    { outcome: 'win', score_for: 1_000_000, score_against: 999_999.999 },
    { outcome: 'loss', score_for: -0.001, score_against: 1.005 },
    { outcome: 'loss', score_for: 0, score_against: 1 },
    { outcome: 'tie', score_for: 0, score_against: 0 },
    { outcome: 'no_result', score_for: 2, score_against: 1 },
    { outcome: 'placed', place: 8, field_size: 8 },
    { outcome: 'placed', place: 1, score_for: 1, score_against: 2 },
  ])('takes %j', async (body) => {
    const { team, id } = await aGameOver();
    expect(await team.put(id, body)).toMatchObject({ status: 200, body });
  });

  it.each([
    [{ outcome: 'tie', score_for: 2, score_against: 1 }, 'outcome must agree with the scores'],
    [{ outcome: 'placed' }, 'place is required'],
    [{ outcome: 'placed', place: 9, field_size: 8 }, 'place must not be greater than field_size'],
  ])('says what is wrong with %j', async (body, message) => {
    const { team, id } = await aGameOver();
    expect((await team.put(id, body)).body.error.fields).toMatchObject([{ message }]);
  });

  it('waits for the instant at which the event starts', async () => {
    const team = await aTeam(t);
    const id = await team.aGame();
    t.clock.stopAt('2026-09-12T15:59:59.999Z');
    expectError(await team.put(id), 400, 'validation_failed', 'not_open');
    expectError(await team.put(id, { outcome: 'no_result' }), 400, 'validation_failed', 'not_open');
    t.clock.stopAt(START);
    expect((await team.put(id)).status).toBe(200);
  });

  it('waits for the first day of an all-day event, at the school', async () => {
    const team = await aTeam(t);
    const day = { start_date: '2026-09-12', end_date: '2026-09-13' };
    const id = await team.aGame({ starts_at: undefined, ends_at: undefined, ...day });
    t.clock.stopAt('2026-09-12T03:59:59.999Z');
    expectError(await team.put(id), 400, 'validation_failed', 'not_open');
    t.clock.stopAt('2026-09-12T04:00:00.000Z');
    expect((await team.put(id)).status).toBe(200);
  });

  it('says at once that what was called off has no result, and nothing else', async () => {
    const team = await aTeam(t);
    const [single, series] = [await team.aGame(), await team.games()];
    const occurrence = await team.calendar.on(series, '2026-09-14');
    for (const id of [single, occurrence]) {
      await team.calendar.remove(id);
      expectError(await team.put(id), 400, 'validation_failed', 'not_open');
      const body = { outcome: 'no_result', summary: 'Rained out' };
      expect(await team.put(id, body)).toMatchObject({ status: 200, body: { ...body, event_id: id } });
    }
    t.clock.advance(60 * 86_400_000);
    const { results } = (await team.results()).body;
    expect(results.map((result: { event_id: string }) => result.event_id)).toEqual([occurrence, single]);
    expect((await team.remove(occurrence)).status).toBe(204);
  });

  it('answers with the result as the list shows it', async () => {
    const { team, id } = await aGameOver();
    const editor = await team.calendar.anEditor(team.organization);
    const input = { outcome: 'win', score_for: 3, score_against: 1, place: 1, field_size: 4 };
    const answer = await team.as(editor).put(id, { ...input, summary: ' Extra time ' });
    const shown = {
      ...input,
      event_id: id,
      date: '2026-09-12',
      opponent: 'Lions',
      summary: 'Extra time',
      recorded_by_name: 'Maria Park',
      updated_at: expect.stringMatching(/^2026-09-13T16:00:\d\d\.\d{3}Z$/),
    };
    expect([answer.status, answer.body]).toEqual([200, shown]);
    expect((await team.results()).body.results).toEqual([answer.body]);
  });

  it('replaces the whole result, in the name of who does', async () => {
    const { team, id } = await aGameOver();
    const editor = await team.calendar.anEditor(team.organization);
    await team.put(id, { outcome: 'placed', place: 2, field_size: 4, summary: 'Wind' });
    const { body } = await team.as(editor).put(id, { outcome: 'tie', score_for: 1 });
    const { outcome, score_for, score_against, place, field_size, summary } = body;
    expect([outcome, score_for, score_against, place, field_size, summary]).toEqual([
      'tie',
      1,
      null,
      null,
      null,
      null,
    ]);
    expect(await rows(team)).toMatchObject([{ recordedByMembershipId: editor.membershipId }]);
  });

  it('names nobody who is no active member any more', async () => {
    const { team, id } = await aGameOver();
    const { school } = team.calendar;
    const [first, second] = [
      await team.calendar.anEditor(team.organization),
      await team.calendar.anEditor(team.organization),
    ];
    const name = async (): Promise<string> => (await team.results()).body.results[0].recorded_by_name;
    await team.as(first).put(id);
    await school.deactivate(first);
    expect(await name()).toBe('A former member');
    await team.as(second).put(id);
    expect(await name()).toBe('Maria Park');
    await t.dataSource.manager.delete(Membership, { id: second.membershipId });
    expect(await name()).toBe('A former member');
  });

  it('stores one result of 20 at once', async () => {
    const { team, id } = await aGameOver();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => team.put(id, { outcome: 'win', score_for: i })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await rows(team)).toHaveLength(1);
  });
});

describe('DELETE /organizations/:organizationId/results/:eventId', () => {
  const call = { method: 'DELETE', path: (id: string) => `/organizations/${id}/results/${randomUUID()}` };
  hidesTheOrganizationFromOutsiders(() => t, call);
  refusesWhoIsNoManager(() => t, call);

  it('takes the result away, once and again, and leaves the others', async () => {
    const { team, id } = await aGameOver();
    const other = await team.aGame({ title: 'Other' });
    for (const one of [id, other]) await team.put(one);
    expect((await team.remove(id)).status).toBe(204);
    expect((await team.remove(id)).status).toBe(204);
    expect(await rows(team)).toHaveLength(1);
    expect((await team.calendar.getEvent(id)).status).toBe(200);
  });
});
