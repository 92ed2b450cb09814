import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aSchool } from '../../support/school.factory.js';
import { SchoolImages } from '../../support/files/embedded-images.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

it('GET /me/export has the images that the person uploaded, and no others', async () => {
  const school = await aSchool(t);
  const [admin, other] = [await school.admin(), await school.admin()];
  const images = new SchoolImages(t, school);
  const id = await images.row({ uploadedByMembershipId: admin.membershipId, unusedSince: null });
  await images.row({ uploadedByMembershipId: other.membershipId });
  const { body } = await t.api.get('/me/export', { token: admin.token });
  expect(body.photos).toEqual([
    {
      key: `images/${school.id}/${id}.png`,
      school_id: school.id,
      content_type: 'image/png',
      width: 4,
      height: 3,
      size_bytes: 99,
      caption: null,
      updated_at: expect.any(String),
    },
  ]);
});
