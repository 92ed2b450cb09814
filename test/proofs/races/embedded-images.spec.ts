import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { embedding, HOUR, SchoolImages } from '../../support/files/embedded-images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { startForRace } from '../../support/processes/two-processes.js';
import { rounds, timeFor } from '../../support/proofs/rounds.js';

const ROUNDS = rounds(12);
jest.setTimeout(timeFor(ROUNDS));

let app: PhotoApp;
let school: TestSchool;
let admin: TestMember;
let images: SchoolImages;
let teams: TestOrganization[];
beforeAll(async () => {
  app = await startPhotoApp(startForRace);
});
afterAll(() => app.close());
beforeEach(async () => {
  school = await aSchool(app.t);
  admin = await school.admin();
  images = new SchoolImages(app.t, school);
  teams = await Promise.all(Array.from({ length: 6 }, () => anOrganization(app.t, school)));
});

const own = (): Promise<string> => images.row({ uploadedByMembershipId: admin.membershipId });
const describe_ = async (team: TestOrganization, description: string): Promise<number> => {
  const { status } = await app.t.api.patch(`/organizations/${team.id}`, {
    token: admin.token,
    body: { description },
  });
  return status;
};
const all = (description: (index: number) => string): Promise<number[]> =>
  Promise.all(teams.map((team, index) => describe_(team, description(index))));

const DONE = Array.from({ length: 6 }, () => 200);

describe('Items that are saved at the same time', () => {
  it('keep an image that one drops while another one adds it', async () => {
    const id = await own();
    const [dropping, adding] = teams as [TestOrganization, TestOrganization];
    for (let round = 0; round < ROUNDS; round += 1) {
      await describe_(dropping, embedding(id));
      await describe_(adding, '');
      const answers = await Promise.all([describe_(dropping, ''), describe_(adding, embedding(id))]);
      expect([answers, await images.isUsed(id)]).toEqual([[200, 200], true]);
    }
  });

  it('let one go that all of them drop', async () => {
    const id = await own();
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await all(() => embedding(id))).toEqual(DONE);
      expect(await images.isUsed(id)).toBe(true);
      expect(await all(() => '')).toEqual(DONE);
      expect(await images.isUsed(id)).toBe(false);
    }
  });

  it('never wait for each other in a circle, whatever the order of their images', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, own));
    for (let round = 0; round < ROUNDS; round += 1) {
      const shuffled = (): string => embedding(...ids.toSorted(() => Math.random() - 0.5));
      expect(await all(shuffled)).toEqual(DONE);
      expect(await all(() => '')).toEqual(DONE);
    }
    for (const id of ids) expect(await images.isUsed(id)).toBe(false);
  });
});

describe('An upload that makes room', () => {
  it('never removes an image that is being embedded', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [old, kept] = await Promise.all([
        images.row({ unusedSince: new Date(app.t.clock.now().getTime() - 25 * HOUR) }),
        own(),
      ]);
      const [, status] = await Promise.all([images.upload(admin), describe_(teams[0]!, embedding(kept))]);
      expect([status, await images.isUsed(kept), await images.find(old)]).toEqual([200, true, null]);
    }
  });
});
