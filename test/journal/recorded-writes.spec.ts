import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CHANGE_KINDS, type ChangeKind } from '../../src/platform/journal/change-kinds.js';
import type { CommittedChange } from '../../src/platform/journal/journal.repository.js';
import { JournalRepository } from '../../src/platform/journal/journal.repository.js';
import { operationsIn, type Json } from '../architecture/openapi-rules.js';
import { textOf } from '../architecture/source-files.js';
import { type PhotoApp, startPhotoApp } from '../support/files/photo-app.js';
import type { World } from '../support/http/replayable-writes.js';
import { aJournalWorld, recordedWritesOf } from './recorded-writes.calls.js';
import { NOT_RECORDED, RECORDED, RECORDED_ELSEWHERE } from './recorded-writes.table.js';

/*
 * What a full read would show differently is in the journal (contract section 25): every write operation of the OpenAPI
 * document is in one of the two tables, and one that records is sent here.
 */

const WRITES = new Set(['post', 'put', 'patch', 'delete']);

const writesIn = (document: Json): string[] =>
  operationsIn(document)
    .filter(({ place }) => WRITES.has(place.split(' ')[0]!))
    .map(({ operation }) => String(operation.operationId));

const missingIn = (operations: string[]): string[] =>
  operations.filter((id) => !(id in RECORDED) && !(id in NOT_RECORDED));

describe('A write operation of the OpenAPI document', () => {
  const operations = writesIn(JSON.parse(textOf('docs/openapi.json')) as Json);

  it('records what it changes, or says why it does not', () => {
    expect(missingIn(operations).map((id) => `${id}: name its kinds, or say why it has none`)).toEqual([]);
  });

  it('fails this test when it is new', () => {
    expect(missingIn([...operations, 'renameStudent'])).toEqual(['renameStudent']);
  });

  it('stays in one of the tables while it is there', () => {
    const named = [...Object.keys(RECORDED), ...Object.keys(NOT_RECORDED)];
    expect(named.filter((id) => !operations.includes(id))).toEqual([]);
    expect(Object.keys(RECORDED).filter((id) => id in NOT_RECORDED)).toEqual([]);
  });
});

describe('A kind of change', () => {
  it.each(Object.keys(CHANGE_KINDS) as ChangeKind[])('happens by an operation, or elsewhere: %s', (kind) => {
    const byOperations = Object.values(RECORDED).some((kinds) => kinds.includes(kind));
    expect(byOperations).toBe(!(kind in RECORDED_ELSEWHERE));
  });
});

describe('The journal', () => {
  let app: PhotoApp;
  beforeAll(async () => {
    app = await startPhotoApp();
  });
  afterAll(() => app.close());

  const changesOf = ({ school }: World, after: string): Promise<CommittedChange[]> =>
    app.t.dataSource.transaction((manager) =>
      app.t.app.get(JournalRepository, { strict: false }).readAfter(manager, school.id, after, 1_000),
    );

  /** What a request records; notifications that arrive by it are of the alerts. */
  async function recordedBy(name: string): Promise<CommittedChange[]> {
    const world = await aJournalWorld(app);
    const { method = 'POST', path, body } = await recordedWritesOf(app)[name]!(world);
    const before = (await changesOf(world, '0')).at(-1)?.sequence ?? '0';
    const send = method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
    const answer = await app.t.api[send](path, { token: world.caller.token, body });
    expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
    return (await changesOf(world, before)).filter(({ kind }) => kind !== 'notification.arrived');
  }

  it.each(Object.keys(RECORDED))('holds what %s changes, and no text', async (name) => {
    const changes = await recordedBy(name);
    expect([...new Set(changes.map(({ kind }) => kind))].sort()).toEqual(RECORDED[name]);
    expect(JSON.stringify(changes.map(({ ids, audience }) => [ids, audience]))).not.toMatch(/Wren|@|Another/);
  });

  it('names the one member who sees a star', async () => {
    const [star] = await recordedBy('starStudent');
    expect(star!.ids).toEqual({ readers: [star!.membershipId] });
  });

  it('holds one row for all notifications that a request reads', async () => {
    const [read, ...more] = await recordedBy('markNotificationsRead');
    expect(more).toEqual([]);
    expect(read!.ids!['notifications']).toHaveLength(2);
    expect(read!.ids!['readers']).toEqual([read!.membershipId, read!.membershipId]);
  });

  it('holds nothing of a request that changes nothing', async () => {
    const world = await aJournalWorld(app);
    const { token } = world.caller;
    const path = `/students/${world.studentId}/star`;
    for (const send of ['post', 'post', 'delete', 'delete'] as const) await app.t.api[send](path, { token });
    await app.t.api.post(`/schools/${world.school.id}/notifications/read`, { token });
    await app.t.api.post(`/schools/${world.school.id}/calendar/subscriptions`, { token, body: {} });
    expect((await changesOf(world, '0')).map(({ kind }) => kind)).toEqual([
      'student.starred',
      'student.unstarred',
    ]);
  });
});
