import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { ChangeKind } from '../../src/platform/journal/change-kinds.js';
import type { CommittedChange } from '../../src/platform/journal/journal.repository.js';
import { JournalRepository } from '../../src/platform/journal/journal.repository.js';
import { JournalService } from '../../src/platform/journal/journal.service.js';
import { record } from '../../src/platform/journal/recorded-changes.js';
import { Transactions } from '../../src/platform/transaction/transactions.service.js';
import { aSchool } from '../support/school.factory.js';
import { aPublisher, type TestPublisher } from '../support/publisher.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let notices: TestPublisher;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  notices = await aPublisher(t, 'notices');
});

const changes = (): Promise<CommittedChange[]> =>
  t.dataSource.transaction((manager) =>
    t.app.get(JournalRepository, { strict: false }).readAfter(manager, notices.school.id, '0', 1_000),
  );
const kinds = async (): Promise<string[]> => (await changes()).map(({ kind }) => kind);
const transactions = (): Transactions => t.app.get(Transactions, { strict: false });
const recordIn = (manager: EntityManager, id: string): void =>
  record({ manager, schoolId: notices.school.id }, { kind: 'menu.changed', id });

describe('The journal', () => {
  it('holds what has happened to an item, in order, with ids and audiences alone', async () => {
    const id = await notices.anItem({ title: 'Snow day' });
    const audience = { type: 'graduation_years', graduation_years: [2030] };
    expect((await notices.send('PATCH', `/${id}`, { body: { audience } })).status).toBe(200);
    expect((await notices.send('DELETE', `/${id}`)).status).toBe(204);
    const found = await changes();
    expect(found.map(({ kind, sequence }) => [kind, Number(sequence)])).toEqual([
      ['notice.created', 1],
      ['notice.opened', 2],
      ['notice.updated', 3],
      ['notice.deleted', 4],
    ]);
    expect(found[2]).toMatchObject({
      itemType: 'notice',
      itemId: id,
      audience: { audienceType: 'graduation_years', audienceYears: [2030] },
      audienceBefore: { audienceType: 'school' },
    });
    expect(JSON.stringify(found)).not.toContain('Snow day');
  });

  it('holds nothing of what was refused', async () => {
    expect((await notices.send('POST', '', { body: { title: '' } })).status).toBe(400);
    expect(await kinds()).toEqual([]);
  });

  it('holds nothing of a transaction or a savepoint that was rolled back', async () => {
    const takenBack = new Error('taken back');
    const run = transactions().run(async (manager) => {
      recordIn(manager, 'first');
      await manager
        .transaction((inner) => {
          recordIn(inner, 'second');
          return Promise.reject(takenBack);
        })
        .catch(() => undefined);
      await manager.transaction((inner) => Promise.resolve(recordIn(inner, 'third')));
    });
    await run;
    await expect(
      transactions().run((manager) => {
        recordIn(manager, 'fourth');
        return Promise.reject(takenBack);
      }),
    ).rejects.toBe(takenBack);
    expect((await changes()).map(({ itemId }) => itemId)).toEqual(['first', 'third']);
  });

  it('numbers changes in the order of commits, however long a transaction takes', async () => {
    let goOn = (): void => undefined;
    const fastIsDone = new Promise<void>((resolve) => (goOn = resolve));
    const slow = transactions().run(async (manager) => {
      recordIn(manager, 'slow');
      await fastIsDone;
    });
    await transactions().run((manager) => Promise.resolve(recordIn(manager, 'fast')));
    goOn();
    await slow;
    expect((await changes()).map(({ itemId }) => itemId)).toEqual(['fast', 'slow']);
  });

  it('refuses a change outside of a transaction', () => {
    expect(() => recordIn(t.dataSource.manager, 'nothing')).toThrow('outside of a transaction');
  });
});

describe('A subscriber', () => {
  it('passes over a kind that only another version knows, and goes on behind it', async () => {
    const kind = 'notice.invented' as ChangeKind;
    const id = await notices.anItem();
    await transactions().run((manager) =>
      Promise.resolve(record({ manager, schoolId: notices.school.id }, { kind, id })),
    );
    while (await t.app.get(JournalService, { strict: false }).deliverBehind());
    const [invented] = (await changes()).filter((change) => change.kind === kind);
    const [position] = await t.dataSource.query<{ sequence: string }[]>(
      `select sequence from journal_positions where school_id = $1 and subscriber = 'alerts'`,
      [notices.school.id],
    );
    expect(Number(position!.sequence)).toBeGreaterThanOrEqual(Number(invented!.sequence));
  });

  it('gets each change once, in order, after it has failed and beside others that deliver', async () => {
    const service = t.app.get(JournalService, { strict: false });
    const seen: string[] = [];
    let failures = 2;
    service.subscribe({
      name: 'a test',
      isAwaited: () => true,
      handle: (_, delivered) => {
        const own = delivered.filter(({ schoolId }) => schoolId === notices.school.id);
        if (own.length > 0 && failures-- > 0) return Promise.reject(new Error('not now'));
        seen.push(...own.map(({ itemId }) => itemId));
        return Promise.resolve();
      },
    });
    const ids = Array.from({ length: 12 }, (_, at) => `menu ${at}`);
    for (const id of ids) await transactions().run((manager) => Promise.resolve(recordIn(manager, id)));
    await Promise.all([
      service.deliverBehind(),
      service.deliverBehind(),
      service.deliver([notices.school.id]),
    ]);
    while (await service.deliverBehind());
    expect(seen).toEqual(ids);
  });

  it('keeps no other school waiting when it fails in one', async () => {
    const service = t.app.get(JournalService, { strict: false });
    const other = await aSchool(t);
    const [first, second] = [notices.school.id, other.id].sort();
    const delivered: string[] = [];
    service.subscribe({
      name: 'another test',
      isAwaited: () => false,
      handle: (_, [change]) => {
        if (change!.schoolId === first) return Promise.reject(new Error('not here'));
        delivered.push(change!.schoolId);
        return Promise.resolve();
      },
    });
    for (const schoolId of [first!, second!])
      await transactions().run((manager) =>
        Promise.resolve(record({ manager, schoolId }, { kind: 'menu.changed', id: 'a menu' })),
      );
    await expect(service.deliverBehind()).rejects.toThrow('not here');
    expect(delivered).toContain(second);
  });
});
