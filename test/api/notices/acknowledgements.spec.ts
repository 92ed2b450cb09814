import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomUUID } from 'node:crypto';
import { Notice } from '../../../src/features/notices/notice.entity.js';
import { NoticeAcknowledgement } from '../../../src/features/notices/acknowledgements/notice-acknowledgement.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError } from '../../support/errors.js';
import { aPublisher, type TestPublisher } from '../../support/publisher.factory.js';
import type { TestMember } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let notices: TestPublisher;
let parent: TestMember;
let other: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  notices = await aPublisher(t, 'notices');
  parent = await notices.school.parent({ firstName: 'Ann', lastName: 'Adams' });
  other = await notices.school.parent({ firstName: 'Bea', lastName: 'Adams' });
});

type Signed = { token: string };
const path = (id: string): string => `/schools/${notices.school.id}/notices/${id}`;
const acknowledge = (id: string, { token }: Signed = parent, headers = {}): Promise<ApiAnswer> =>
  t.api.post(`${path(id)}/acknowledgement`, { token, headers });
const list = (id: string, { token }: Signed = notices): Promise<ApiAnswer> =>
  t.api.get(`${path(id)}/acknowledgements`, { token });
const remind = (id: string, { token }: Signed = notices, headers = {}): Promise<ApiAnswer> =>
  t.api.post(`${path(id)}/reminders`, { token, headers });
const asking = (more: Record<string, unknown> = {}): Promise<string> =>
  notices.anItem({ title: 'Gym is closed', acknowledge: true, ...more });
const owed = async ({ token }: Signed): Promise<string[]> => {
  const { body } = await t.api.get('/me/outstanding', { token });
  return body.items
    .filter(({ kind }: { kind: string }) => kind === 'notice')
    .map(({ id }: { id: string }) => id);
};
const move = (id: string, changes: Partial<Notice>): Promise<unknown> =>
  t.dataSource.manager.update(Notice, { schoolId: notices.school.id, id }, changes);
const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);

describe('POST /schools/:schoolId/notices/:noticeId/acknowledgement', () => {
  it('hides notices that are not there for the caller, and those that do not ask', async () => {
    const outsider = await (await aPublisher(t, 'notices')).school.parent();
    expectError(await acknowledge(await asking(), outsider), 403, 'not_authorized');
    const hidden = await asking({ audience: { type: 'admins' } });
    const over = await asking();
    await move(over, { expiresAt: inHours(-1), startsAt: inHours(-2) });
    for (const id of ['notice', randomUUID(), hidden, over, await notices.anItem()])
      expectError(await acknowledge(id), 404, 'not_found');
  });

  it('refuses a manager whom the notice is not addressed to', async () => {
    const id = await asking({ audience: { type: 'graduation_years', graduation_years: [2030] } });
    expectError(await acknowledge(id, notices), 403, 'not_authorized');
  });

  it('records the text once, however often and at once it is said', async () => {
    const id = await asking();
    const [{ body: before }] = [await notices.as(parent).get(id)];
    expect(before).toMatchObject({ acknowledge_required: true, acknowledged_at: null });
    const answers = await Promise.all(Array.from({ length: 12 }, () => acknowledge(id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const { title, body } = before;
    expect(await t.dataSource.manager.findBy(NoticeAcknowledgement, { noticeId: id })).toMatchObject([
      {
        membershipId: parent.membershipId,
        version: createHash('sha256').update(`${title}\n${body}`).digest('hex'),
      },
    ]);
    const { body: after } = await notices.as(parent).get(id);
    expect(after.acknowledged_at).toEqual(expect.any(String));
    expect((await notices.as(other).get(id)).body.acknowledged_at).toBeNull();
  });

  it('stays outstanding when the notice is read alone', async () => {
    const id = await asking();
    await notices.as(parent).get(id);
    expect(await owed(parent)).toEqual([id]);
    await acknowledge(id);
    expect([await owed(parent), await owed(other)]).toEqual([[], [id]]);
  });

  it('stays asked for until the notice ends, and never of its author', async () => {
    const id = await asking({ audience: { type: 'school' } });
    expect([await owed(parent), await owed(notices)]).toEqual([[id], []]);
    await move(id, { expiresAt: inHours(-1), startsAt: inHours(-2) });
    expect(await owed(parent)).toEqual([]);
  });

  it('asks again when the title or the body is another one', async () => {
    const id = await asking();
    for (const change of [{ title: 'Gym is open' }, { body: '<p>At eight</p>' }]) {
      await acknowledge(id);
      await notices.change(id, { pinned: true });
      expect(await owed(parent)).toEqual([]);
      await notices.change(id, change);
      expect(await owed(parent)).toEqual([id]);
    }
    const rows = await t.dataSource.manager.findBy(NoticeAcknowledgement, { noticeId: id });
    expect(new Set(rows.map(({ version }) => version)).size).toBe(2);
  });

  it('ceases to be asked for once its manager asks no more, and stays on record', async () => {
    const id = await asking();
    await acknowledge(id);
    await notices.change(id, { acknowledge: false });
    expect([await owed(other), (await notices.as(parent).get(id)).body.acknowledge_required]).toEqual([
      [],
      false,
    ]);
    await notices.change(id, { acknowledge: true });
    expect([await owed(parent), await owed(other)]).toEqual([[], [id]]);
  });
});

describe('GET /schools/:schoolId/notices/:noticeId/acknowledgements', () => {
  it('refuses members who do not manage the notice, and hides what they do not see', async () => {
    expectError(await list(await asking(), parent), 403, 'not_authorized');
    for (const id of ['notice', randomUUID(), await asking({ audience: { type: 'admins' } })])
      expectError(await list(id, parent), 404, 'not_found');
    expectError(await list(await notices.anItem()), 404, 'not_found');
  });

  it('names who has and who has not, and which text was acknowledged', async () => {
    const id = await asking();
    await acknowledge(id, other);
    await notices.change(id, { title: 'Gym is open' });
    await acknowledge(id, parent);
    await notices.school.deactivate(await notices.school.parent({ firstName: 'Gus' }));
    const { body } = await list(id);
    expect(body).toMatchObject({ acknowledged: 1, outstanding: 1 });
    expect(body.people).toEqual([
      {
        ...{ membership_id: parent.membershipId, name: 'Ann Adams' },
        ...{ acknowledged_at: expect.any(String), version: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
      {
        ...{ membership_id: other.membershipId, name: 'Bea Adams' },
        ...{ acknowledged_at: null, version: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ]);
    expect(body.people[0].version).not.toBe(body.people[1].version);
    const csv = await t.api.get(`${path(id)}/acknowledgements.csv`, { token: notices.token });
    const lines = csv.text.trim().split('\r\n');
    expect([lines.length, lines[0]]).toEqual([3, 'Name,Acknowledged at,Has acknowledged an earlier text']);
    expect(lines[1]).toMatch(/^Ann Adams,\d{4}-\d\d-\d\d \d\d:\d\d,$/);
    expect(lines[2]).toMatch(/^Bea Adams,,yes$/);
    expectError(
      await t.api.get(`${path(id)}/acknowledgements.csv`, { token: parent.token }),
      403,
      'not_authorized',
    );
  });
});

describe('POST /schools/:schoolId/notices/:noticeId/reminders', () => {
  it('refuses members who do not manage the notice, and notices that nobody can acknowledge now', async () => {
    expectError(await remind(await asking(), parent), 403, 'not_authorized');
    expectError(await remind(await notices.anItem()), 404, 'not_found');
    const over = await asking();
    await move(over, { expiresAt: inHours(-1), startsAt: inHours(-2) });
    expectError(await remind(over), 409, 'conflict', 'closed');
    const coming = await asking({ starts_at: inHours(1).toISOString() });
    expectError(await remind(coming), 409, 'conflict', 'not_open');
  });

  it('reaches those who have not, once in 24 hours', async () => {
    const id = await asking();
    await acknowledge(id);
    const answers = await Promise.all([remind(id), remind(id), remind(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(answers.find(({ status }) => status === 202)!.body).toEqual({ recipients: 1 });
    expectError(await remind(id), 409, 'conflict', 'too_soon');
    const told = async ({ token }: Signed): Promise<string[]> => {
      const { body } = await t.api.get(`/schools/${notices.school.id}/notifications`, { token });
      return body.notifications.map(({ kind }: { kind: string }) => kind).sort();
    };
    expect([await told(parent), await told(other)]).toEqual([
      ['notice_created'],
      ['notice_created', 'notice_reminder'],
    ]);
    await move(id, { lastReminderAt: inHours(-24) });
    expect((await remind(id)).body).toEqual({ recipients: 1 });
  });

  it('answers a repeated request as the first', async () => {
    const [id, key] = [await asking(), { 'Idempotency-Key': randomUUID() }];
    const [first, second] = [await remind(id, notices, key), await remind(id, notices, key)];
    expect([first.status, second.status, second.body]).toEqual([202, 202, first.body]);
  });
});
