import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OrganizationGrantsRepository } from '../../src/features/organizations/organization-grants.repository.js';
import { OrganizationGrantsService } from '../../src/features/organizations/organization-grants.service.js';
import { anOperator, type Operator } from '../support/processes/operator.js';
import { TestClock } from '../support/test-clock.js';
import { transactionsOf } from '../support/database/transactions-of.js';

let operator: Operator;
const types = (line: string) => operator.types(line.split(' '));
const rows = <T = Record<string, unknown>>(sql: string): Promise<T[]> => operator.dataSource.query<T[]>(sql);

beforeAll(async () => {
  operator = await anOperator();
  await types('school create --name Demo --short-name demo --time-zone America/New_York');
  await types('school create --name Other --short-name other --time-zone America/New_York');
  await types('membership add --school demo --email ed@example.org --role parent');
  await types('membership add --school demo --email gone@example.org --role parent');
  await types('membership deactivate --school demo --email gone@example.org');
  await rows(
    `insert into organizations (school_id, kind, name, short_name, source, source_id, archived_at, created_at, updated_at)
     select s.id, 'club', o.name, o.name, 'content', o.name, o.archived_at, now(), now()
     from schools s, (values ('chess', null), ('old', now())) as o(name, archived_at) where s.short_name = 'demo'`,
  );
});
afterAll(() => operator.drop());
beforeEach(() => rows('delete from organization_grants'));

const ED = '--school demo --organization chess --email ed@example.org';

describe('grant, wrong usage', () => {
  it.each([
    'grant',
    'grant add --school demo --organization chess',
    `grant add ${ED} --expires-at tomorrow`,
    `grant add ${ED} --expires-at 2027-06-30`,
    `grant add ${ED} --expires-at 2027-06-30T17:00:00`,
    `grant add ${ED} --expires-at 2027-02-30T17:00:00Z`,
    `grant add ${ED} --expires-at 2027-06-30T25:00:00Z`,
    `grant revoke ${ED} --expires-at 2027-06-30T17:00:00Z`,
  ])('%s: exit status 2, and nothing on standard output', async (line) => {
    expect(await types(line)).toMatchObject({ status: 2, stdout: '' });
    expect(await rows('select 1 from organization_grants')).toEqual([]);
  });
});

describe('grant, refusals', () => {
  it.each([
    ['add --school nowhere --organization chess --email ed@example.org', 'There is no school'],
    [
      'add --school demo --organization nothing --email ed@example.org',
      'no organization with this short name',
    ],
    [
      'add --school other --organization chess --email ed@example.org',
      'no organization with this short name',
    ],
    ['add --school demo --organization chess --email nobody@example.org', 'no membership in this school'],
    ['add --school demo --organization chess --email gone@example.org', 'membership reactivate'],
    ['add --school demo --organization old --email ed@example.org', 'is archived'],
    ['revoke --school demo --organization chess --email ed@example.org', 'no grant on this organization'],
    [
      'revoke --school demo --organization nothing --email ed@example.org',
      'no organization with this short name',
    ],
  ])('%s: exit status 1 and one line', async (line, reason) => {
    const outcome = await types(`grant ${line} --json`);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toContain(reason);
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
    expect(await rows('select 1 from organization_grants')).toEqual([]);
  });
});

describe('grant', () => {
  const grant = async () =>
    (await rows('select id, starts_at, expires_at, revoked_at from organization_grants'))[0]!;
  const idOf = (stdout: string): string => (JSON.parse(stdout) as { grant_id: string }).grant_id;

  it('makes an editor until the time given, by short name or id, whatever the case of the email', async () => {
    const { stdout } = await types(
      'grant add --school demo --organization chess --email ED@Example.org --expires-at 2027-06-30T17:00:00-04:00 --json',
    );
    expect(await grant()).toMatchObject({
      id: idOf(stdout),
      expires_at: new Date('2027-06-30T21:00:00Z'),
      revoked_at: null,
    });
    const [{ id } = { id: '' }] = await rows<{ id: string }>(
      `select id from organizations where short_name = 'chess'`,
    );
    const again = await types(
      `grant add --school demo --organization ${id.toUpperCase()} --email ed@example.org`,
    );
    expect(again).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        new RegExp(`^ed@example\\.org may edit .* at demo .*${idOf(stdout)}`, 's'),
      ),
    });
  });

  it('states the expiry anew when added again, and keeps the one grant', async () => {
    const first = await types(`grant add ${ED} --expires-at 2027-06-30T17:00:00Z --json`);
    const { starts_at } = await grant();
    const second = await types(`grant add ${ED} --json`);
    expect(idOf(second.stdout)).toBe(idOf(first.stdout));
    expect(await grant()).toMatchObject({ starts_at, expires_at: null });
  });

  it('starts at once, where one that is stored was to start later; one that has started keeps its start', async () => {
    await types(`grant add ${ED}`);
    const { starts_at } = await grant();
    await types(`grant add ${ED}`);
    expect(await grant()).toMatchObject({ starts_at });
    await rows(`update organization_grants set starts_at = now() + interval '1 year'`);
    expect(await types(`grant add ${ED}`)).toMatchObject({ status: 0 });
    expect(await rows('select 1 from organization_grants where starts_at <= now()')).toHaveLength(1);
  });

  it('revokes, a second time too, and gives the right back', async () => {
    const { stdout } = await types(`grant add ${ED} --json`);
    expect(await types(`grant revoke ${ED} --json`)).toMatchObject({ status: 0, stdout });
    const { revoked_at } = await grant();
    expect(revoked_at).not.toBeNull();
    expect(await types(`grant revoke ${ED} --json`)).toMatchObject({ status: 0, stdout });
    expect(await grant()).toMatchObject({ revoked_at });
    await types(`grant add ${ED}`);
    expect(await grant()).toMatchObject({ revoked_at: null });
  });

  it('makes one grant of several at once', async () => {
    const { dataSource } = operator;
    const grants = new OrganizationGrantsService(
      transactionsOf(dataSource),
      new OrganizationGrantsRepository(),
      new TestClock(),
    );
    const [school] = await rows<{ id: string }>(`select id from schools where short_name = 'demo'`);
    const reference = { schoolId: school!.id, organization: 'chess', email: 'ed@example.org' };
    const ids = await Promise.all(Array.from({ length: 8 }, () => grants.add(reference, null)));
    expect(new Set(ids).size).toBe(1);
    expect(await rows('select 1 from organization_grants')).toHaveLength(1);
  });
});
