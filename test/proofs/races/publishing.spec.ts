import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { OrganizationGrant } from '../../../src/features/organizations/organization-grant.entity.js';
import { aPublisher, KINDS } from '../../support/publisher.factory.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { race, rounds, timeFor } from '../../support/proofs/rounds.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';

const ROUNDS = rounds(5);
jest.setTimeout(timeFor(ROUNDS));

let t: TestApp;
beforeAll(async () => {
  // When the publishers of the tests live.
  t = await startForRace({}, { NODE_ENV: 'test', CLOCK: '2026-09-01T12:00:00Z' });
});
afterAll(() => t.close());

describe.each(KINDS)('A write to %s', (kind) => {
  race('has its right until it is done: whoever revokes the grant meanwhile waits', async () => {
    const admin = await aPublisher(t, kind);
    const team = await admin.anOrganization();
    const editor = await admin.anEditor(team);
    const id = await admin.anItem({ organization_id: team.id, audience: { type: 'school' } });
    const done: string[] = [];
    const parallel: Promise<unknown>[] = [];
    await t.dataSource.transaction(async (manager) => {
      await manager.query(`select from ${kind} where id = $1 for update`, [id]);
      parallel.push(editor.change(id, { title: 'In time' }).then(({ status }) => done.push(`${status}`)));
      await untilWaiting(t.dataSource);
      parallel.push(
        t.dataSource.manager
          .update(OrganizationGrant, { organizationId: team.id }, { revokedAt: t.clock.now() })
          .then(() => done.push('revoked')),
      );
      await untilWaiting(t.dataSource, 2);
      expect(done).toEqual([]);
    });
    await Promise.all(parallel);
    expect(done.sort()).toEqual(['200', 'revoked']);
    t.clock.advance(1);
    expect((await editor.change(id, { title: 'Too late' })).status).toBe(403);
    expect((await admin.get(id)).body.title).toBe('In time');
  });

  it('and a member who leaves wait for one another, and neither fails', async () => {
    const admin = await aPublisher(t, kind);
    const team = await admin.anOrganization();
    for (let round = 0; round < ROUNDS; round += 1) {
      const editor = await admin.anEditor(team);
      const attachments = [await editor.anUpload()];
      const id = await editor.anItem({ organization_id: team.id, attachments });
      const [left, ...changed] = await Promise.all([
        t.api.post(`/me/leave-school/${editor.member.membershipId}`, { token: editor.member.token }),
        editor.change(id, { title: 'New' }),
        admin.change(id, { title: 'Newer' }),
        editor.get(id),
        admin.create({ organization_id: team.id, audience: { type: 'school' } }),
      ]);
      expect(left.status).toBe(204);
      expect([200, 403]).toContain(changed[0].status);
      expect(changed[1].status).toBe(200);
      // 404: the member left between the access guard's statement and the one that reads the item.
      expect([200, 403, 404]).toContain(changed[2].status);
      expect(changed[3].status).toBe(201);
      expect((await admin.get(id)).body.created_by_name).toBeNull();
    }
  });

  race('is let through once of two that know the same state', async () => {
    const admin = await aPublisher(t, kind);
    const id = await admin.anItem();
    const headers = { 'if-match': (await admin.get(id)).headers.get('etag') ?? '' };
    t.clock.advance(1000);
    const changes = await t.dataSource.transaction(async (manager) => {
      await manager.query(`select from ${kind} where id = $1 for update`, [id]);
      const both = [1, 2].map((number) => admin.change(id, { title: `Title ${number}` }, headers));
      await untilWaiting(t.dataSource, 2);
      return { both };
    });
    const answers = await Promise.all(changes.both);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('or its deletion comes first, and never half of both', async () => {
    const admin = await aPublisher(t, kind);
    for (let round = 0; round < ROUNDS; round += 1) {
      const attachments = [await admin.anUpload()];
      const id = await admin.anItem();
      const [removed, changed, read] = await Promise.all([
        admin.remove(id),
        admin.change(id, { attachments }),
        admin.get(id),
      ]);
      expect(removed.status).toBe(204);
      expect([200, 404]).toContain(changed.status);
      expect([200, 404]).toContain(read.status);
      const [{ count }] = await t.dataSource.query<[{ count: number }]>(
        'select count(*)::int from attachments where key = $1',
        [attachments[0]!.key],
      );
      expect(count).toBe(changed.status === 200 ? 0 : 1);
    }
  });
});
