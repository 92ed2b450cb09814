import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OrganizationPhoto } from '../../../src/features/organizations/photos/organization-photo.entity.js';
import { ObjectRemovals } from '../../../src/platform/storage/object-removals.service.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool } from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { expectError } from '../../support/errors.js';
import { aPhoto } from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { startForRace } from '../../support/processes/two-processes.js';
import { race, rounds, timeFor } from '../../support/proofs/rounds.js';

const MAX = 200;
const ROUNDS = rounds(8);
jest.setTimeout(timeFor(ROUNDS));

let app: PhotoApp;
let chess: TestOrganization;
let token: string;
let photos: string;
beforeAll(async () => {
  app = await startPhotoApp(startForRace);
});
afterAll(() => app.close());
beforeEach(() => aClub());

async function aClub(): Promise<void> {
  const school = await aSchool(app.t);
  chess = await anOrganization(app.t, school);
  const editor = await chess.anEditor();
  token = editor.token;
  photos = `/organizations/${chess.id}/photos`;
}

const rows = () => app.t.dataSource.manager.findBy(OrganizationPhoto, { organizationId: chess.id });
const objects = (): string[] => app.objects().filter((key) => key.includes(chess.id));
const upload = async (): Promise<string> => app.upload(photos, token, 'image/png', await aPhoto('image/png'));
const uploads = (n: number): Promise<string[]> => Promise.all(Array.from({ length: n }, upload));
const confirmAll = (keys: string[]): Promise<ApiAnswer[]> =>
  Promise.all(keys.map((key) => app.confirm(photos, token, key)));
const counted = (answers: ApiAnswer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
const deleted = (key: string): Promise<ApiAnswer> =>
  app.t.api.delete(`${photos}/${key.split('/')[2]!.split('.')[0]!}`, { token });

/** As the clean-up of a day later leaves it. Then it is today again: the second process has no other day. */
async function sweepTomorrow(): Promise<void> {
  await app.sweepTomorrow();
  app.t.clock.moveTo(new Date().toISOString());
}

/** Every row has its object, and no object is without a row. */
async function expectRowsAndObjectsAgree(): Promise<void> {
  await sweepTomorrow();
  const keys = (await rows()).map(({ id }) => `organization-photos/${chess.id}/${id}.png`);
  expect(objects()).toEqual(keys.sort());
}

describe('one upload that is confirmed many times at once', () => {
  it('becomes one photo', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = await upload();
      const answers = await confirmAll([key, key, key, key, key]);
      expect([counted(answers, 201), counted(answers, 400)]).toEqual([1, 4]);
      expect(await rows()).toHaveLength(round + 1);
    }
    await expectRowsAndObjectsAgree();
  });
});

describe('an organization with 199 photos', () => {
  async function aClubWithPhotos(): Promise<void> {
    await aClub();
    for (let n = 0; n < MAX - 1; n += 1) await chess.photo({ caption: 'row' });
  }

  const overTheMost = (answers: ApiAnswer[]): ApiAnswer[] =>
    answers.filter(({ body }) => body?.error?.reason === 'limit_reached');

  race('takes one of many at once, and another when one has gone', async () => {
    await aClubWithPhotos();
    const keys = await uploads(6);
    const answers = await confirmAll(keys);
    expect([counted(answers, 201), overTheMost(answers).length]).toEqual([1, 5]);
    expect(await rows()).toHaveLength(MAX);
    const refused = keys[answers.findIndex(({ status }) => status === 400)]!;
    expectError(await app.confirm(photos, token, refused), 400, 'validation_failed', 'limit_reached');
    expect((await deleted(keys[answers.findIndex(({ status }) => status === 201)]!)).status).toBe(204);
    expect((await app.confirm(photos, token, refused)).status).toBe(201);
    await sweepTomorrow();
    expect(objects()).toEqual([refused]);
  });

  race('never has more while photos go and come', async () => {
    await aClubWithPhotos();
    const keys = await uploads(8);
    const [first] = await rows();
    const answers = await Promise.all([
      ...keys.map((key) => app.confirm(photos, token, key)),
      app.t.api.delete(`${photos}/${first!.id}`, { token }),
    ]);
    const added = counted(answers, 201);
    expect([1, 2]).toContain(added);
    expect(overTheMost(answers)).toHaveLength(8 - added);
    expect(await rows()).toHaveLength(MAX - 2 + added);
  });
});

describe('a photo that is confirmed and deleted at once', () => {
  it('exists with its object, or not at all', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = await upload();
      const [confirmed, gone] = await Promise.all([
        app.confirm(photos, token, key),
        deleted(key),
        app.t.app.get(ObjectRemovals).sweep(),
      ]);
      expect([confirmed.status, [204, 404].includes(gone.status)]).toEqual([201, true]);
    }
    await expectRowsAndObjectsAgree();
  });

  race('is deleted once', async () => {
    const key = await upload();
    await app.confirm(photos, token, key);
    const answers = await Promise.all([key, key, key, key].map(deleted));
    expect([counted(answers, 204), counted(answers, 404)]).toEqual([1, 3]);
    expect(objects()).toEqual([]);
  });
});

describe('a confirmation that dies at its commit', () => {
  it('leaves an upload to confirm again, and after a day nothing else', async () => {
    await app.t.dataSource.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create constraint trigger dies after insert on organization_photos deferrable initially deferred
        for each row when (new.organization_id = '${chess.id}') execute function refuse()`);
    const [key, other] = await uploads(2);
    for (const each of [key, other])
      expectError(await app.confirm(photos, token, each), 500, 'internal_error');
    await app.t.dataSource.query('drop trigger dies on organization_photos; drop function refuse');
    expect(objects()).toContain(other);
    expect((await app.confirm(photos, token, key)).status).toBe(201);
    await expectRowsAndObjectsAgree();
    expect(objects()).toEqual([key]);
  });
});
