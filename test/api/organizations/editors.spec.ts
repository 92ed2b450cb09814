import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OrganizationGrant } from '../../../src/features/organizations/organization-grant.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { TestClock } from '../../support/test-clock.js';

/** Stands still, so that an instant can be met exactly. */
class StandingClock extends TestClock {
  at = new Date('2026-11-02T12:00:00.000Z');
  override now(): Date {
    return this.at;
  }
}

let t: TestApp;
const clock = new StandingClock();
beforeAll(async () => {
  t = await startTestApp({}, undefined, clock);
});
afterAll(() => t.close());

interface Place {
  school: TestSchool;
  chess: TestOrganization;
  editor: TestMember;
}

async function aClub(grant: Partial<OrganizationGrant> = {}): Promise<Place> {
  const school = await aSchool(t);
  const chess = await anOrganization(t, school);
  const editor = await school.parent();
  await chess.grant(editor, grant);
  return { school, chess, editor };
}

const change = ({ chess, editor }: Place, meeting_info = 'New'): Promise<ApiAnswer> =>
  t.api.patch(`/organizations/${chess.id}`, { token: editor.token, body: { meeting_info } });
const revoke = ({ chess }: Place): Promise<unknown> =>
  t.dataSource.manager.update(OrganizationGrant, { organizationId: chess.id }, { revokedAt: clock.now() });

/** What an editor is told, everywhere it is told: in the organization, in the list, and at sign-in. */
async function isToldToEdit({ school, chess, editor: { token } }: Place): Promise<boolean> {
  const itself = (await t.api.get(`/organizations/${chess.id}`, { token })).body.can_edit as boolean;
  const [listed] = (await t.api.get(`/schools/${school.id}/organizations`, { token })).body.organizations;
  const [membership] = (await t.api.get('/me', { token })).body.memberships;
  expect([listed.can_edit, membership.editor_grants.length]).toEqual([itself, itself ? 1 : 0]);
  return itself;
}

describe('A grant', () => {
  const STARTS = new Date('2026-11-10T12:00:00.000Z');
  const EXPIRES = new Date('2026-11-20T12:00:00.000Z');
  const before = (instant: Date): Date => new Date(instant.getTime() - 1);

  it.each([
    ['a millisecond before it starts', before(STARTS), false],
    ['from the instant at which it starts', STARTS, true],
    ['until a millisecond before it expires', before(EXPIRES), true],
    ['from the instant at which it expires', EXPIRES, false],
  ])('counts from its start to its end: %s', async (_when, instant, live) => {
    clock.at = instant;
    const place = await aClub({ startsAt: STARTS, expiresAt: EXPIRES });
    expect(await isToldToEdit(place)).toBe(live);
    const answer = await change(place);
    if (live) expect(answer.status).toBe(200);
    else expectError(answer, 403, 'not_authorized');
  });

  it('without an end is live until it is revoked, also between two changes', async () => {
    const place = await aClub({ expiresAt: null });
    expect((await change(place, 'First')).status).toBe(200);
    await revoke(place);
    expectError(await change(place, 'Second'), 403, 'not_authorized');
    expect(await isToldToEdit(place)).toBe(false);
    const { body } = await t.api.get(`/organizations/${place.chess.id}`, { token: place.editor.token });
    expect(body.meeting_info).toBe('First');
  });

  it('ends with the archiving of the organization', async () => {
    const place = await aClub();
    await place.chess.archive();
    expectError(await change(place), 404, 'not_found');
    expect((await t.api.get('/me', { token: place.editor.token })).body.memberships[0].editor_grants).toEqual(
      [],
    );
  });

  it('gives no right in a school that its holder is no active member of', async () => {
    const place = await aClub();
    await place.school.deactivate(place.editor);
    expectError(await change(place), 404, 'not_found');
    const [membership] = (await t.api.get('/me', { token: place.editor.token })).body.memberships;
    expect([membership.status, membership.editor_grants]).toEqual(['deactivated', []]);
  });

  it('appears to its holder with its end, by the name of the organization', async () => {
    clock.at = STARTS;
    const school = await aSchool(t);
    const editor = await school.parent();
    const [tennis, chess] = [
      await anOrganization(t, school, { name: 'Tennis' }),
      await anOrganization(t, school),
    ];
    await tennis.grant(editor, { expiresAt: EXPIRES });
    await chess.grant(editor);
    await (await anOrganization(t, school, { name: 'Band' })).grant(await school.parent());
    const [membership] = (await t.api.get('/me', { token: editor.token })).body.memberships;
    expect(membership.editor_grants).toEqual([
      { organization_id: chess.id, organization_name: 'Chess', expires_at: null },
      { organization_id: tennis.id, organization_name: 'Tennis', expires_at: '2026-11-20T12:00:00.000Z' },
    ]);
  });
});

describe('A change that meets a revocation', () => {
  it('waits for it and is refused', async () => {
    const place = await aClub();
    const runner = t.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('update organization_grants set revoked_at = now() where organization_id = $1', [
      place.chess.id,
    ]);
    const answer = change(place);
    expect(await Promise.race([answer, waiting(runner.query.bind(runner))])).toBe('waiting');
    await runner.commitTransaction();
    await runner.release();
    expectError(await answer, 403, 'not_authorized');
  });

  it('waits for the archiving of the organization and finds it gone', async () => {
    const place = await aClub();
    const runner = t.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('update organizations set archived_at = now() where id = $1', [place.chess.id]);
    const answer = change(place);
    expect(await Promise.race([answer, waiting(runner.query.bind(runner))])).toBe('waiting');
    await runner.commitTransaction();
    await runner.release();
    expectError(await answer, 404, 'not_found');
  });

  it('leaves nothing behind of who was refused, however many try at once', async () => {
    const place = await aClub();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, i) => change(place, `Before or after ${i}`)),
      revoke(place).then(() => change(place, 'After')),
    ]);
    expectError(answers.at(-1)!, 403, 'not_authorized');
    const { body } = await t.api.get(`/organizations/${place.chess.id}`, { token: place.editor.token });
    expect(body.meeting_info).not.toBe('After');
  });
});

/** Once another connection of this database waits for a lock. */
async function waiting(query: (text: string) => Promise<unknown[]>): Promise<'waiting'> {
  const locks = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await query(locks)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  return 'waiting';
}
