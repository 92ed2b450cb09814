import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { NotificationKind } from '../../../../src/features/alerts/alert.js';
import { AlertsService } from '../../../../src/features/alerts/alerts.service.js';
import { Notification } from '../../../../src/features/alerts/notifications/notification.entity.js';
import type { Student } from '../../../../src/features/directory/students/student.entity.js';
import { PermissionSlip } from '../../../../src/features/permission-slips/permission-slip.entity.js';
import type { ApiAnswer } from '../../../support/api-client.js';
import { anAttachment, asUploaded } from '../../../support/attachment.factory.js';
import { expectError, expectInvalid } from '../../../support/errors.js';
import { anOrganization } from '../../../support/organization.factory.js';
import { aSignatureInput } from '../../../support/permission-slip.factory.js';
import {
  aSchool,
  type TestGuardian,
  type TestMember,
  type TestSchool,
} from '../../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let ada: Student;
let mother: TestGuardian;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.admin();
  ({ student: ada, mother } = await school.family());
});

const TRIP = {
  ...{ title: 'Museum', body: '<p>By bus.</p>', statement: 'My child may go.', answer_per: 'student' },
  ...{ signature_required: true, second_guardian_required: false },
};

interface Sent {
  by?: TestMember;
  ifMatch?: string;
  key?: string;
}
const send = (method: string, path: string, body: unknown, { by = admin, ifMatch, key }: Sent = {}) =>
  t.api.send(method, path, {
    ...{ token: by.token, body },
    headers: { ...(ifMatch && { 'if-match': ifMatch }), ...(key && { 'idempotency-key': key }) },
  });
const create = (given: object = {}, sent?: Sent): Promise<ApiAnswer> =>
  send('POST', `/schools/${school.id}/permission-slips`, { ...TRIP, ...given }, sent);
const anId = async (given: object = {}, sent?: Sent): Promise<string> => (await create(given, sent)).body.id;
const inHours = (hours: number): string =>
  new Date(t.clock.now().getTime() + hours * 3_600_000).toISOString();
const opened = (given: object = {}): Promise<string> => anId({ opens_at: inHours(-1), ...given });
const managed = (id: string, sent?: Sent) =>
  send('GET', `/permission-slips/${id}/management`, undefined, sent);
const change = (id: string, body: object, sent?: Sent) =>
  send('PATCH', `/permission-slips/${id}/management`, body, sent);
const remove = (id: string, sent?: Sent) =>
  send('DELETE', `/permission-slips/${id}/management`, undefined, sent);
const read = (id: string, by: TestMember = mother) =>
  t.api.get(`/permission-slips/${id}`, { token: by.token });
const sign = (id: string, given: object = {}, version = 1): Promise<ApiAnswer> =>
  send(
    'POST',
    `/permission-slips/${id}/responses`,
    {
      student_id: ada.id,
      decision: 'granted',
      signature: aSignatureInput({ statement_version: version }),
      ...given,
    },
    { by: mother },
  );
const listed = async (by: TestMember = mother): Promise<string[]> =>
  (await t.api.get(`/schools/${school.id}/permission-slips`, { token: by.token })).body.permission_slips.map(
    ({ title }: { title: string }) => title,
  );
const told = async (kind: NotificationKind): Promise<(string | null)[]> => {
  while (await t.app.get(AlertsService).recordNextDue());
  const found = await t.dataSource.manager.findBy(Notification, { schoolId: school.id, kind });
  return found.map(({ membershipId }) => membershipId).sort();
};

describe('POST /schools/{schoolId}/permission-slips', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'POST', path: (id) => `/schools/${id}/permission-slips` });

  it('refuses who publishes nothing, whatever they send', async () => {
    expectError(await create({ title: 7 }, { by: mother }), 403, 'not_authorized');
  });

  it.each([
    [{ title: ' ' }, ['title']],
    [{ body: '<p> </p>' }, ['body']],
    [{ statement: ' ' }, ['statement']],
    [{ answer_per: 'school' }, ['answer_per']],
    [{ signature_required: null }, ['signature_required']],
    [{ second_guardian_required: 'yes' }, ['second_guardian_required']],
    [{ opens_at: '2026-09-07T15:30:00Z', closes_at: '2026-09-07T15:30:00Z' }, ['closes_at']],
    [{ opens_at: '2026-09-07T15:30:00Z', visible_until: '2026-09-07T15:30:00Z' }, ['visible_until']],
    [{ questions: [{ type: 'single_choice', text: 'Which?' }] }, ['questions']],
    [{ questions: [{ type: 'yes_no', text: 'Nuts?', private: 'no' }] }, ['questions.0.private']],
    [{ body: '<img src="image:6f2d4e6e-5b7c-4a53-9d4c-0f6a0f3b1c2d" alt="">' }, ['body']],
  ])('refuses %j', async (given, paths) => {
    expectInvalid(await create(given), ...paths);
    expect(await t.dataSource.manager.countBy(PermissionSlip, { schoolId: school.id })).toBe(0);
  });

  it('refuses an editor for the school, files of others or for something else, and events that nobody sees', async () => {
    const [editor, chess] = [await school.parent(), await anOrganization(t, school)];
    await chess.grant(editor);
    expectError(await create({}, { by: editor }), 403, 'not_authorized');
    const foreign = await anAttachment(t, school, admin, { entityType: 'permission_slip' });
    const notices = await anAttachment(t, school, editor, { entityType: 'notice' });
    for (const file of [foreign, notices]) {
      const refused = await create(
        { organization_id: chess.id, attachments: [asUploaded(file)] },
        { by: editor },
      );
      expect([refused.status, refused.body.error.reason]).toEqual([400, 'foreign_key_not_owned']);
    }
    for (const event_id of [randomUUID(), 'no-event'])
      expectError(await create({ event_id }), 404, 'not_found');
    expect((await create({ organization_id: chess.id }, { by: editor })).status).toBe(201);
  });

  it('makes a draft that nobody but its managers sees', async () => {
    const id = await anId();
    expect([await listed(), await listed(admin)]).toEqual([[], []]);
    for (const by of [mother, admin]) expectError(await read(id, by), 404, 'not_found');
    expectError(await managed(id, { by: mother }), 404, 'not_found');
    expect((await managed(id)).body).toMatchObject({
      state: 'draft',
      opens_at: null,
      totals: { students: 1 },
    });
  });

  it('makes one that its audience signs from its opening on, and tells them', async () => {
    const file = await anAttachment(t, school, admin, { entityType: 'permission_slip' });
    const nuts = { type: 'yes_no', text: 'Nuts?', private: true, required_on_decline: true };
    const id = await opened({ questions: [nuts], attachments: [asUploaded(file)] });
    const { body } = await read(id);
    expect(body).toMatchObject({
      ...{ statement_version: 1, signature_required: true, can_manage: false },
      questions: [{ ...nuts, required: false }],
      attachments: [{ key: file.key, file_name: 'Map.png' }],
      my_students: [{ student_id: ada.id, state: 'needed' }],
    });
    expect(await told('slip_opened')).toContain(mother.membershipId);
    expect((await sign(id)).status).toBe(201);
  });

  it('refuses more of an organization than an editor may add', async () => {
    const [editor, chess] = [await school.parent(), await anOrganization(t, school)];
    await chess.grant(editor);
    await t.dataSource.query(
      `insert into permission_slips (school_id, organization_id, title, body, statement, audience_type, source, created_at, updated_at)
       select $1, $2, 'Trip ' || n, 'x', 'x', 'school', 'api', $3, $3 from generate_series(1, 2000) n`,
      [school.id, chess.id, t.clock.now()],
    );
    const refused = await create({ organization_id: chess.id }, { by: editor });
    expectError(refused, 409, 'conflict', 'limit_reached');
    expect((await create({ organization_id: chess.id })).status).toBe(201);
  });

  it('makes one of two that are sent at the same time with the same key', async () => {
    const key = randomUUID();
    const made = await Promise.all([create({}, { key }), create({}, { key })]);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(await t.dataSource.manager.countBy(PermissionSlip, { schoolId: school.id })).toBe(1);
  });
});

describe('PATCH /permission-slips/{slipId}/management', () => {
  it('refuses whoever is no manager, whatever they send', async () => {
    expectError(await change(await opened(), { title: 7 }, { by: mother }), 403, 'not_authorized');
    expectError(await change(await anId(), { title: 7 }, { by: mother }), 404, 'not_found');
    expectError(await change(randomUUID(), {}), 404, 'not_found');
  });

  it('refuses what names another state, and changes nothing', async () => {
    const id = await opened();
    const before = (await managed(id)).body;
    expectError(await change(id, { title: 'New' }, { ifMatch: '"0"' }), 409, 'conflict', 'stale');
    expectInvalid(await change(id, { statement: null }), 'statement');
    expect((await managed(id)).body).toEqual(before);
  });

  it('changes what is given alone', async () => {
    const id = await opened({ summary: 'A day out', questions: [{ type: 'yes_no', text: 'Nuts?' }] });
    const { body } = await change(id, { title: 'Zoo', closes_at: inHours(5) });
    expect(body).toMatchObject({
      ...{ title: 'Zoo', summary: 'A day out', statement: TRIP.statement, statement_version: 1 },
      questions: [{ text: 'Nuts?' }],
    });
    expect((await managed(id)).body).toEqual(body);
  });

  it('raises the version with the statement or the text, which nobody signs unseen', async () => {
    const id = await opened();
    const { body: signed } = await sign(id);
    expect((await change(id, { statement: 'They may go by train.' })).body.statement_version).toBe(2);
    expect((await change(id, { body: '<p>By train.</p>' })).body.statement_version).toBe(3);
    expect((await read(id)).body.my_responses).toMatchObject([
      { statement_version: 1, statement_sha256: signed.statement_sha256 },
    ]);
    const resigned = await send(
      'PATCH',
      `/permission-slips/${id}/responses/${signed.id}`,
      { decision: 'declined', signature: aSignatureInput({ statement_version: 2 }) },
      { by: mother },
    );
    expectError(resigned, 409, 'conflict', 'stale');
  });

  it('refuses other questions, other signatures and another opening once there are answers', async () => {
    const id = await opened();
    await sign(id);
    for (const given of [
      { questions: [{ type: 'yes_no', text: 'Nuts?' }] },
      { answer_per: 'family' },
      { signature_required: false },
      { second_guardian_required: true },
      { opens_at: null },
      { opens_at: inHours(2) },
    ])
      expectError(await change(id, given), 409, 'conflict', 'has_answers');
    expect((await change(id, { closes_at: inHours(1), title: 'Zoo', questions: [] })).status).toBe(200);
  });

  it('keeps the files that are sent back, and no others', async () => {
    const files = [
      await anAttachment(t, school, admin, { entityType: 'permission_slip' }),
      await anAttachment(t, school, admin, { entityType: 'permission_slip' }),
    ];
    const id = await opened({ attachments: files.map(asUploaded) });
    const [, kept] = (await managed(id)).body.attachments;
    const { body } = await change(id, { attachments: [kept] });
    expect(body.attachments).toEqual([kept]);
    const address = `/permission-slips/${id}/attachments/${kept.id}/download-url`;
    expect((await t.api.get(address, { token: mother.token })).status).toBe(200);
    const stranger = await (await aSchool(t)).admin();
    expectError(await t.api.get(address, { token: stranger.token }), 404, 'not_found');
  });
});

describe('DELETE /permission-slips/{slipId}/management', () => {
  it('refuses whoever is no manager', async () => {
    expectError(await remove(await opened(), { by: mother }), 403, 'not_authorized');
  });

  it('hides it from everybody at once, and can be undone for 30 days', async () => {
    const id = await opened();
    await sign(id);
    expect((await remove(id)).status).toBe(204);
    expectError(await remove(id), 404, 'not_found');
    expect(await listed()).toEqual([]);
    for (const answer of [await read(id), await sign(id, { decision: 'declined' })])
      expectError(answer, 404, 'not_found');
    expect((await managed(id)).body).toMatchObject({ state: 'deleted' });
    expectError(await change(id, { title: 'Zoo' }), 404, 'not_found');
    expect((await change(id, { deleted: false })).body).toMatchObject({ state: 'open', deleted_at: null });
    expect((await read(id)).body.my_responses).toHaveLength(1);
  });
});
