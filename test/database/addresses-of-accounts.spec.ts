import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AddressesOfAccounts1796600300000 } from '../../migrations/1796600300000-addresses-of-accounts.js';
import { aPerson, type Person } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let people: Person[];
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  people = await Promise.all([aPerson(t), aPerson(t), aPerson(t)]);
  await t.dataSource.transaction(async (manager) => {
    // As before the table was there: no trigger refuses it.
    await manager.query('set local session_replication_role = replica');
    await manager.query('delete from user_addresses');
  });
});

async function migrate(): Promise<void> {
  const runner = t.dataSource.createQueryRunner();
  await new AddressesOfAccounts1796600300000().up(runner).finally(() => runner.release());
}
const addresses = (): Promise<{ email: string; user_id: string; is_verified: boolean }[]> =>
  t.dataSource.query(
    `select email, user_id, verified_at is not null as is_verified from user_addresses
     where user_id = any ($1) order by email`,
    [people.map(({ userId }) => userId)],
  );
const firstOnes = () =>
  people
    .map(({ email, userId }) => ({ email, user_id: userId, is_verified: true }))
    .sort((a, b) => (a.email < b.email ? -1 : 1));

it('gives each account its first address, once', async () => {
  await migrate();
  expect(await addresses()).toEqual(firstOnes());
  await migrate();
  expect(await addresses()).toEqual(firstOnes());
});

it('waits for whoever changes an address meanwhile, and leaves nothing of the old one', async () => {
  const other = t.dataSource.createQueryRunner();
  await other.startTransaction();
  people[0]!.email = `${randomUUID()}@example.org`;
  await other.query('update users set email = $2 where id = $1', [people[0]!.userId, people[0]!.email]);
  const migrated = migrate();
  await delay(200);
  await other.commitTransaction();
  await other.release();
  await migrated;
  expect(await addresses()).toEqual(firstOnes());
});
