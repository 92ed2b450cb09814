import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { TestMember } from '../../support/school.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import {
  aWorld,
  PHONE,
  STREET,
  writesOf,
  type World,
  type Write,
} from '../../support/http/replayable-writes.js';
import { textOf } from '../../architecture/source-files.js';

/*
 * Contract section 0, rule 10, over every operation that takes Idempotency-Key: a repeated request does nothing more, and
 * shows what the caller may see by now.
 */

let app: PhotoApp;
beforeAll(async () => (app = await startPhotoApp()));
afterAll(() => app.close());

/** It makes nothing that could be read again, and nothing is left of the right to do it. */
const WITHOUT_A_RIGHT = ['leaveSchool'];
/** Says how many people are reminded, and names nothing that could be gone. */
const OF_THE_SCHOOL = 'sendConfirmationReminders';
const OPERATIONS = Object.keys(writesOf(null as never));
const REMINDERS = OPERATIONS.filter((name) => /remind/i.test(name)).length;

const send = ({ token }: TestMember, { method = 'POST', path, body }: Write, key: string) =>
  app.t.api.send(method, path, { token, body, headers: { 'idempotency-key': key } });

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => app.t.dataSource.query(sql, params);

const TABLES = [
  'confirmation_rounds',
  'corrections',
  'signup_claims',
  'signups',
  'menu_subscriptions',
  'calendar_subscriptions',
  'app_passwords',
  'permission_slip_responses',
  'permission_slips',
  'lists',
  'list_guardians',
  'organization_photos',
  'student_photos',
  'parent_photos',
  'organization_parents',
  'poll_responses',
  'polls',
  'categories',
  'webhooks',
  'webhook_deliveries',
  'menu_entries',
  'notices',
  'documents',
  'events',
  'event_series',
  'organizations',
  'notifications',
  'object_removals',
];
const rowsOf = (): Promise<unknown[]> =>
  query(
    TABLES.map((table) => `select '${table}' as of, count(*), max(xmin::text::bigint) from ${table}`).join(
      ' union all ',
    ),
  );

const ADDRESSED = ['notices', 'documents', 'polls', 'signups', 'permission_slips', 'events', 'event_series'];

/** What the caller may lose. */
const LOSSES: Record<string, (world: World) => Promise<unknown>> = {
  nothing: () => Promise.resolve(),
  'the membership': ({ school, caller }) => school.deactivate(caller),
  'every feature': ({ school }) =>
    query(
      `update schools set features = '{"calendar": false, "menus": false, "polls": false, "signups": false,
         "notices": false, "documents": false, "directory": false}' where id = $1`,
      [school.id],
    ),
  'the audience': async ({ school }) => {
    for (const table of ADDRESSED)
      await query(
        `update ${table} set audience_type = 'admins', organization_id = null where school_id = $1`,
        [school.id],
      );
  },
  'the grant': ({ school }) =>
    query('update organization_grants set revoked_at = now() where school_id = $1', [school.id]),
  'the child': ({ caller }) => query('delete from guardians where membership_id = $1', [caller.membershipId]),
  'the organization': ({ chess }) => chess.archive(),
};

const told = ({ status, body }: ApiAnswer) => ({ status, body });

describe('A request that is repeated', () => {
  it('appears here for every operation that takes a key', () => {
    const document = JSON.parse(textOf('docs/openapi.json')) as {
      paths: Record<string, Record<string, { operationId: string; parameters?: { name: string }[] }>>;
    };
    const taking = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key'));
    expect(taking.map(({ operationId }) => operationId).sort()).toEqual(
      [...OPERATIONS, ...WITHOUT_A_RIGHT].sort(),
    );
  });

  it.each(OPERATIONS.flatMap((name) => Object.keys(LOSSES).map((lost) => [name, lost] as const)))(
    '%s writes nothing, and answers as a first request would when the caller has lost %s',
    async (name, lost) => {
      const world = await aWorld(app);
      const write = await writesOf(app)[name]!(world);
      const key = randomUUID();
      const first = await send(world.caller, write, key);
      expect([200, 201, 202]).toContain(first.status);
      await LOSSES[lost]!(world);
      const before = await rowsOf();
      const replayed = await send(world.caller, write, key);
      expect(await rowsOf()).toEqual(before);
      if (lost === 'nothing') expect(told(replayed)).toEqual(told(first));
      const anew = await send(world.caller, write, randomUUID());
      if ([403, 404].includes(anew.status)) expect(told(replayed)).toEqual(told(anew));
      // What was made may be out of the caller's sight, though they could make another one.
      else expect([first.status, 404]).toContain(replayed.status);
    },
  );

  it.each(OPERATIONS)('%s shows nothing that is hidden since', async (name) => {
    const world = await aWorld(app);
    const write = await writesOf(app)[name]!(world);
    const key = randomUUID();
    const shown = ['addListGuardian', 'addOrganizationParent'].includes(name);
    const canaries = [world.father.email, PHONE, STREET];
    const seen = (text: string): string[] => canaries.filter((canary) => text.includes(canary));
    expect(seen((await send(world.caller, write, key)).text).length > 0).toBe(shown);
    for (const [path, body] of [
      ['/me/profile-visibility', { profile_visibility: 'name_only' }],
      ['/me/address-visibility', { address_visible: false }],
    ] as const)
      expect((await app.t.api.patch(path, { token: world.father.token, body })).status).toBe(204);
    const { status, text } = await send(world.caller, write, key);
    expect([200, 201, 202]).toContain(status);
    expect(seen(text)).toEqual([]);
  });

  it.each(OPERATIONS.filter((name) => name !== OF_THE_SCHOOL))(
    '%s shows nothing of what is gone',
    async (name) => {
      const world = await aWorld(app);
      const write = await writesOf(app)[name]!(world);
      const key = randomUUID();
      await send(world.caller, write, key);
      await query(`update signup_claims set status = 'withdrawn' where school_id = $1`, [world.school.id]);
      // With an organization, the right to what is the organization's would go.
      const stays = ['notifications', 'object_removals', 'signup_claims'];
      if (name !== 'createOrganization') stays.push('organizations');
      for (const table of [
        'permission_slip_response_students',
        ...TABLES.filter((one) => !stays.includes(one)),
      ])
        await query(`delete from ${table} where school_id = $1`, [world.school.id]);
      const { status, body } = await send(world.caller, write, key);
      expect([status, body.error?.code]).toEqual([404, 'not_found']);
    },
  );

  it('reports success when it is that of leaving a school', async () => {
    const { caller } = await aWorld(app);
    const write = { path: `/me/leave-school/${caller.membershipId}`, body: {} };
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1) expect((await send(caller, write, key)).status).toBe(204);
    expect((await send(caller, write, randomUUID())).status).toBe(404);
  });

  it('leaves the id of what it made, and nothing of the answer', async () => {
    const world = await aWorld(app);
    for (const name of OPERATIONS) await send(world.caller, await writesOf(app)[name]!(world), randomUUID());
    const rows = await query<{ created_id: string | null; answer: unknown }>(
      'select created_id, answer from idempotency_keys where user_id = $1',
      [world.caller.userId],
    );
    expect(rows).toHaveLength(OPERATIONS.length);
    expect(rows.filter(({ answer }) => answer !== null)).toEqual([]);
    const ids = rows.map(({ created_id: id }) => id).filter((id) => id !== null);
    // The receipt of a poll is told by its time alone, and reminders by their number.
    expect(ids.filter((id) => !/^[0-9a-f-]{36}$/.test(id)).sort()).toEqual([
      ...Array.from({ length: REMINDERS }, () => expect.stringMatching(/^\d$/)),
      expect.stringMatching(/^\d{4}-.*Z$/),
    ]);
    // Two photos, a parent of an organization, meals and the secret of a webhook name nothing.
    expect(ids).toHaveLength(OPERATIONS.length - 5);
  });
});
