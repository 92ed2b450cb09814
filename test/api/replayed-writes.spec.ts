import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { PICNIC, PRACTICE } from '../support/a-calendar.js';
import { aList } from '../support/a-list.js';
import { aPermissionSlip } from '../support/a-permission-slip.js';
import { aPoll } from '../support/a-poll.js';
import { aSchool, type TestMember, type TestSchool } from '../support/a-school.js';
import { aSignup } from '../support/a-signup.js';
import { anOrganization, type TestOrganization } from '../support/an-organization.js';
import type { ApiAnswer } from '../support/api-client.js';
import { aPhoto } from '../support/images.js';
import { startPhotoApp, type PhotoApp } from '../support/photo-app.js';
import { textOf } from '../architecture/source-files.js';

/*
 * Contract section 0, rule 10, over every operation that takes Idempotency-Key: a repeated request does nothing more, and
 * shows what the caller may see by now.
 */

const [PHONE, STREET] = ['+12125550199', 'canary Hidden Lane 7'];

let app: PhotoApp;
beforeAll(async () => (app = await startPhotoApp()));
afterAll(() => app.close());

/** An editor who is a parent as well, so that one person may call everything. */
interface World {
  school: TestSchool;
  caller: TestMember;
  studentId: string;
  chess: TestOrganization;
  /** Another family's guardian, whose contact and address are shown until they hide them. */
  father: TestMember;
  fathersStudentId: string;
}

interface Write {
  method?: string;
  path: string;
  body: object;
}

async function aWorld(): Promise<World> {
  const { t } = app;
  const school = await aSchool(t);
  const ada = await school.student();
  const caller = await school.parentOf(ada);
  const chess = await anOrganization(t, school);
  await chess.grant(caller);
  const ben = await school.studentAtHome({ addressLine1: STREET });
  const father = await school.parent({ phone: PHONE });
  const { membershipId, email } = father;
  await school.guardian(ben, { membershipId, email, phone: PHONE });
  return { school, caller, studentId: ada.id, chess, father, fathersStudentId: ben.id };
}

const WRITES: Record<string, (world: World) => Promise<Write> | Write> = {
  createSignupClaim: async ({ school }) => {
    const signup = await aSignup(app.t, school, { Cake: {} });
    return { path: `/signups/${signup.id}/claims`, body: { item_id: signup.items.Cake, comment: 'Mine' } };
  },
  createMenuSubscription: ({ school }) => ({
    path: `/schools/${school.id}/menus/subscriptions`,
    body: { name: 'Lunch' },
  }),
  createCalendarSubscription: ({ school }) => ({
    path: `/schools/${school.id}/calendar/subscriptions`,
    body: { name: 'Mine' },
  }),
  answerPermissionSlip: async (world) => answerOf(world, (await aPermissionSlip(app.t, world.school)).id),
  changeSlipResponse: async (world) => {
    const { path, body } = answerOf(world, (await aPermissionSlip(app.t, world.school)).id);
    const answered = await app.t.api.post(path, { token: world.caller.token, body });
    return { method: 'PATCH', path: `${path}/${answered.body.id}`, body: { ...body, decision: 'declined' } };
  },
  createList: ({ school }) => ({ path: `/schools/${school.id}/lists`, body: { name: 'Bus' } }),
  addListGuardian: async ({ school, caller, father, fathersStudentId }) => ({
    path: `/lists/${(await aList(app.t, school, caller)).id}/guardians`,
    body: { guardian_membership_id: father.membershipId, linked_student_id: fathersStudentId },
  }),
  addOrganizationPhoto: (world) => photoOf(world, `/organizations/${world.chess.id}/photos`),
  confirmStudentPhoto: (world) => photoOf(world, `/students/${world.studentId}/photo`),
  confirmMyPhoto: (world) => photoOf(world, '/me/photo'),
  addOrganizationParent: ({ chess, father }) => ({
    path: `/organizations/${chess.id}/parents`,
    body: { membership_id: father.membershipId },
  }),
  respondToPoll: async ({ school }) => {
    const poll = await aPoll(app.t, school, {}, [2]);
    const [question] = poll.questions;
    const answers = [{ question_id: question!.id, choice_id: question!.choices[0] }];
    return { path: `/polls/${poll.id}/respond`, body: { answers } };
  },
  createNotice: ({ school, chess }) => ({
    path: `/schools/${school.id}/notices`,
    body: { title: 'Hi', body: 'Hi', expires_at: '2099-01-01T00:00:00Z', organization_id: chess.id },
  }),
  createDocument: ({ school, chess }) => ({
    path: `/schools/${school.id}/documents`,
    body: { title: 'Rules', organization_id: chess.id, attachments: [] },
  }),
  createEvent: ({ school, chess }) => ({
    path: `/schools/${school.id}/calendar/events`,
    body: { ...PICNIC, organization_id: chess.id },
  }),
  createEventSeries: ({ school, chess }) => ({
    path: `/schools/${school.id}/calendar/series`,
    body: { ...PRACTICE, organization_id: chess.id },
  }),
};

/** It makes nothing that could be read again, and nothing is left of the right to do it. */
const WITHOUT_A_RIGHT = ['leaveSchool'];
/** The answer is an id alone. */
const IDS_ALONE = ['createNotice', 'createDocument'];
const OPERATIONS = Object.keys(WRITES);

const answerOf = ({ studentId }: World, slipId: string): Write => ({
  path: `/permission-slips/${slipId}/responses`,
  body: { student_id: studentId, decision: 'granted', answers: [] },
});

const photoOf = async ({ caller }: World, path: string): Promise<Write> => ({
  path,
  body: { photo_key: await app.upload(path, caller.token, 'image/png', await aPhoto('image/png')) },
});

const send = ({ token }: TestMember, { method = 'POST', path, body }: Write, key: string) =>
  app.t.api.send(method, path, { token, body, headers: { 'idempotency-key': key } });

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => app.t.dataSource.query(sql, params);

const TABLES = [
  'signup_claims',
  'menu_subscriptions',
  'calendar_subscriptions',
  'permission_slip_responses',
  'lists',
  'list_guardians',
  'organization_photos',
  'student_photos',
  'parent_photos',
  'organization_parents',
  'poll_responses',
  'notices',
  'documents',
  'events',
  'event_series',
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
  it('is tried here for every operation that takes a key', () => {
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
      const world = await aWorld();
      const write = await WRITES[name]!(world);
      const key = randomUUID();
      const first = await send(world.caller, write, key);
      expect([200, 201]).toContain(first.status);
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
    const world = await aWorld();
    const write = await WRITES[name]!(world);
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
    expect([200, 201]).toContain(status);
    expect(seen(text)).toEqual([]);
  });

  it.each(OPERATIONS)('%s shows nothing of what is gone', async (name) => {
    const world = await aWorld();
    const write = await WRITES[name]!(world);
    const key = randomUUID();
    const first = await send(world.caller, write, key);
    await query(`update signup_claims set status = 'withdrawn' where school_id = $1`, [world.school.id]);
    for (const table of [
      'permission_slip_response_students',
      ...TABLES.filter((table) => !['notifications', 'object_removals', 'signup_claims'].includes(table)),
    ])
      await query(`delete from ${table} where school_id = $1`, [world.school.id]);
    const { status, body } = await send(world.caller, write, key);
    if (IDS_ALONE.includes(name)) expect({ status, body }).toEqual(told(first));
    else expect([status, body.error.code]).toEqual([404, 'not_found']);
  });

  it('of leaving a school has been heard', async () => {
    const { caller } = await aWorld();
    const write = { path: `/me/leave-school/${caller.membershipId}`, body: {} };
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1) expect((await send(caller, write, key)).status).toBe(204);
    expect((await send(caller, write, randomUUID())).status).toBe(404);
  });

  it('is remembered by the id of what it made, and by nothing of the answer', async () => {
    const world = await aWorld();
    for (const name of OPERATIONS) await send(world.caller, await WRITES[name]!(world), randomUUID());
    const rows = await query<{ created_id: string | null; answer: unknown }>(
      'select created_id, answer from idempotency_keys where user_id = $1',
      [world.caller.userId],
    );
    expect(rows).toHaveLength(OPERATIONS.length);
    expect(rows.filter(({ answer }) => answer !== null)).toEqual([]);
    const ids = rows.map(({ created_id: id }) => id).filter((id) => id !== null);
    expect(ids.filter((id) => !/^[0-9a-f-]{36}$/.test(id))).toEqual([]);
    // The receipt of a poll, two photos and a parent of an organization name nothing.
    expect(ids).toHaveLength(OPERATIONS.length - 4);
  });
});
