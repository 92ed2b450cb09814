import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, head } from '../proofs/limits/clients.js';
import { pathOf } from '../storage/embedded-app.js';
import { anOrganization } from '../support/organization.factory.js';
import { expectError } from '../support/errors.js';
import { aPhoto } from '../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../support/files/photo-app.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { tokenOf } from '../support/tokens.js';
import { upload } from '../support/upload.factory.js';

/* One upload address holds one upload, and what one person has on its way counts as what they have not saved. */

let app: PhotoApp;
let school: TestSchool;
let parent: TestMember;
let admin: TestMember;
let photo: Buffer;
beforeAll(async () => {
  app = await startPhotoApp();
  photo = await aPhoto('image/png');
});
afterAll(() => app.close());
beforeEach(async () => {
  school = await aSchool(app.t);
  [parent, admin] = [await school.parent(), await school.admin('senior_admin')];
});

const clients: Client[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.leave();
});

const drafts = (): string[] => {
  try {
    return readdirSync(join(app.t.settings.dataDir, 'objects', '.drafts'));
  } catch {
    return [];
  }
};

async function anAddress(): Promise<{ path: string; key: string }> {
  const { body } = await app.address('/me/photo', parent.token, 'image/png');
  return { path: pathOf(body.upload_url as string), key: body.photo_key as string };
}

/** A client that has sent so many bytes of an upload. */
async function sending(path: string, bytes: number, all = 5_000_000): Promise<Client> {
  const client = await Client.to(app.t.url);
  clients.push(client);
  client.says(
    `${head('PUT', path, 'Content-Type: image/png', `Content-Length: ${all}`)}${'x'.repeat(bytes)}`,
  );
  return client;
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await delay(20);
};

describe('An upload address', () => {
  it('serves one writer: the one who has begun last goes on, and nothing is left of those before', async () => {
    const { path, key } = await anAddress();
    const stalled = await sending(path, 1_000_000);
    await until(() => drafts().length === 1);
    const put = await fetch(`${app.t.url}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(photo),
    });
    expect(put.status).toBe(200);
    await stalled.closed();
    await until(() => drafts().length === 0);
    expect(await app.confirm('/me/photo', parent.token, key)).toMatchObject({ status: 200 });
  });

  it('holds one draft on the disk, however many send to it at once', async () => {
    const { path } = await anAddress();
    const all = await Promise.all(Array.from({ length: 40 }, () => sending(path, 200_000)));
    await until(() => all.filter(({ isClosed }) => isClosed).length === 39);
    expect(drafts()).toHaveLength(1);
  });

  it('refuses who sends on when another one has begun', async () => {
    const { path } = await anAddress();
    const first = await sending(path, 1_000_000);
    await until(() => drafts().length === 1);
    await sending(path, 1_000_000);
    await until(() => drafts().length === 1 || drafts().length === 2);
    await delay(100);
    first.says('x'.repeat(100_000));
    await until(() => first.statuses.length > 0 || first.isClosed);
    expect([[409], []]).toContainEqual(first.statuses);
  });

  it('takes nothing any more when what was sent to it was confirmed', async () => {
    const { path, key } = await anAddress();
    const put = () =>
      fetch(`${app.t.url}${path}`, {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: new Uint8Array(photo),
      });
    expect((await put()).status).toBe(200);
    expect(await app.confirm('/me/photo', parent.token, key)).toMatchObject({ status: 200 });
    expect((await put()).status).toBe(403);
  });
});

describe('A person', () => {
  it('holds at most twenty photos that are not confirmed, 5 MB each, and as many more as they confirm', async () => {
    const organization = await anOrganization(app.t, school);
    const of = `/organizations/${organization.id}/photos`;
    const ask = () => app.address(of, admin.token, 'image/png');
    const asked = [];
    for (let at = 0; at < 20; at += 1) asked.push(await ask());
    expect(asked.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expectError(await ask(), 409, 'conflict', 'limit_reached');
    expectError(await upload(app.t, school.id, admin.token), 409, 'conflict', 'limit_reached');
    expect(await app.address('/me/photo', parent.token, 'image/png')).toMatchObject({ status: 200 });
    const { body } = asked[0]!;
    await app.send(body.upload_url, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(photo),
    });
    expect((await app.confirm(of, admin.token, body.photo_key)).status).toBeLessThan(300);
    expect((await ask()).status).toBe(200);
  });

  it('asks for the same address again and again', async () => {
    for (let at = 0; at < 25; at += 1)
      expect((await app.address('/me/photo', parent.token, 'image/png')).status).toBe(200);
  });

  it('gets them back after a day', async () => {
    const organization = await anOrganization(app.t, school);
    const of = `/organizations/${organization.id}/photos`;
    for (let at = 0; at < 20; at += 1) await app.address(of, admin.token, 'image/png');
    expectError(await app.address(of, admin.token, 'image/png'), 409, 'conflict', 'limit_reached');
    await app.sweepTomorrow();
    const token = await tokenOf(app.t, admin);
    expect((await app.address(of, token, 'image/png')).status).toBe(200);
  });
});
