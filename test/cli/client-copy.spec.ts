import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DOCS_CLIENT_ID } from '../../src/features/oauth/applications.repository.js';
import { EmptySlot } from '../support/schools/backups.js';

let [here, there]: EmptySlot[] = [];

beforeAll(async () => {
  [here, there] = [await EmptySlot.make(), await EmptySlot.make()];
});
afterAll(async () => {
  for (const each of [here, there]) await each?.remove();
});

const copy = (clientId: string) =>
  here!.types('client', 'copy', '--client-id', clientId, '--to', there!.envFile, '--json');

const applications = ({ database }: EmptySlot) =>
  database.dataSource.query<Record<string, unknown>[]>(
    'select id, name, secret_hash, redirect_uris, revoked_at from applications order by name',
  );

describe('client copy', () => {
  it('refuses what is not there, is revoked, or is in every installation', async () => {
    const old = await here!.types('client', 'create', '--name', 'Old', '--json');
    const id = old.json.client_id as string;
    await here!.types('client', 'revoke', '--client-id', id);
    for (const unknown of ['nonsense', id, '5c400100-0000-4000-8000-00000000abcd'])
      expect(await copy(unknown)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('There is no application with this client id.'),
      });
    await here!.types('client', 'list');
    expect(await copy(DOCS_CLIENT_ID)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Every installation has this one'),
    });
    expect(await applications(there!)).toEqual([]);
  });

  it('makes the same credentials good in the other installation, and is in the trail of both', async () => {
    const made = await here!.types('client', 'create', '--name', 'Phone', '--json');
    const id = made.json.client_id as string;
    expect(await copy(id)).toMatchObject({ status: 0, json: { client_id: id, copied: true } });
    const [own] = (await applications(here!)).filter((one) => one.id === id);
    expect(await applications(there!)).toEqual([own]);
    for (const { database } of [here!, there!])
      expect(
        await database.dataSource.query(
          `select operation from audit_entries where operation = 'client copy'`,
        ),
      ).toHaveLength(1);
  });

  it('refuses a second copy, and one that was revoked there', async () => {
    const [{ id }] = (await applications(there!)) as [{ id: string }];
    const refused = { status: 1, stderr: expect.stringContaining('has this application already') };
    expect(await copy(id)).toMatchObject(refused);
    await there!.types('client', 'revoke', '--client-id', id);
    expect(await copy(id)).toMatchObject(refused);
    expect((await applications(there!))[0]!.revoked_at).not.toBeNull();
  });
});
