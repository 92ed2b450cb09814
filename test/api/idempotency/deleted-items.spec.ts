import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { expectError } from '../../support/errors.js';
import { type PhotoApp, startPhotoApp } from '../../support/files/photo-app.js';
import { aWorld, writesOf } from '../../support/http/replayable-writes.js';

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());

/** What was made is deleted below the address at which it was made. */
const MADE = [
  'createCalendarSubscription',
  'createCategory',
  'createDocument',
  'createEvent',
  'createEventSeries',
  'createMenuSubscription',
  'createAppPassword',
  'createMenus',
  'createNotice',
  'createSignupClaim',
];

interface Made {
  id?: string;
  ids?: string[];
  subscription?: { id: string };
}

it.each(MADE)('answers 404 to a repeated %s once what it made is deleted', async (name) => {
  const world = await aWorld(app);
  const { path, body } = await writesOf(app)[name]!(world);
  const { token } = world.caller;
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => app.t.api.post(path, { token, body, headers });
  const made = await send();
  const repeated = await send();
  expect([made.status, repeated.status]).toEqual([201, 201]);
  const { id, ids, subscription } = made.body as Made;
  const item = `${path}/${id ?? ids?.[0] ?? subscription?.id}`;
  expect([(await app.t.api.delete(item, { token })).status]).toEqual([204]);
  expectError(await send(), 404, 'not_found');
});
