import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Student } from '../../../src/features/directory/students/student.entity.js';
import { aSchool } from '../../support/school.factory.js';
import { GeocoderStub } from '../../support/stubs/geocoder-stub.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const DEADLINE_MS = 300;

let t: TestApp;
let stub: GeocoderStub;
beforeAll(async () => {
  stub = await GeocoderStub.start();
  t = await startTestApp({ geocoderUrl: stub.url, upstreamTimeoutMs: DEADLINE_MS });
});
afterAll(async () => {
  await t.close();
  await stub.stop();
});
beforeEach(() => {
  stub.requests.length = 0;
});

const failures: [string, () => void][] = [
  ['it answers 500', () => stub.failsWith(500)],
  ['it answers 429', () => stub.failsWith(429)],
  ['it never answers', () => stub.hangs()],
  ['it stops half way', () => stub.hangsHalfWay()],
  ['it hangs up', () => stub.dropsTheConnection()],
  ['it redirects', () => stub.redirectsTo('/elsewhere')],
  ['it answers no JSON', () => stub.answersText('<html>Welcome</html>')],
  ['it answers half of a JSON', () => stub.answersText('[{"lat":"40.5","lon"')],
  ['it answers nothing', () => stub.answersText('')],
  ['it answers 2 MB', () => stub.answers([{ lat: '40.5', lon: '-73.5', text: 'x'.repeat(2_000_000) }])],
  ['it answers an error in a 200', () => stub.answers({ error: 'no' })],
  ['it answers null', () => stub.answers(null)],
  ['a place has no coordinates', () => stub.answers([{ display_name: 'Springfield' }])],
  ['coordinates are null', () => stub.answers([{ lat: null, lon: null }])],
  ['coordinates are empty', () => stub.answers([{ lat: '', lon: ' ' }])],
  ['coordinates are no numbers', () => stub.answers([{ lat: 'north', lon: 'west' }])],
  ['coordinates are lists and flags', () => stub.answers([{ lat: [], lon: true }])],
  ['the latitude is off the globe', () => stub.answers([{ lat: '90.5', lon: '0' }])],
  ['the longitude is off the globe', () => stub.answers([{ lat: '0', lon: '-180.5' }])],
];

describe('GET /students/:studentId, a geocoder that fails', () => {
  it.each(failures)(
    'gives the student without coordinates when %s, and asks again next time',
    async (_what, fail) => {
      fail();
      const school = await aSchool(t);
      const ada = await school.studentAtHome({ latitude: null, longitude: null });
      const { token } = await school.parent();
      const begun = performance.now();
      const answer = await t.api.get(`/students/${ada.id}`, { token });
      expect(performance.now() - begun).toBeLessThan(20_000);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ name: 'Ada Park', latitude: null, longitude: null });
      expect(await t.dataSource.manager.findOneBy(Student, { id: ada.id })).toMatchObject({
        latitude: null,
        longitude: null,
        geocodeMissedAt: null,
      });
      expect(stub.requests.map((url) => url.pathname)).toEqual(['/search']);

      stub.answers([{ lat: 40.71, lon: -74.01 }]);
      const again = await t.api.get(`/students/${ada.id}`, { token });
      expect(again.body).toMatchObject({ latitude: 40.71, longitude: -74.01 });
    },
  );
});

it('gives the student at once while somebody holds their row, and finds the place again afterwards', async () => {
  stub.answers([{ lat: '40.5', lon: '-73.5' }]);
  const school = await aSchool(t);
  const ada = await school.studentAtHome({ latitude: null, longitude: null });
  const { token } = await school.parent();
  await t.dataSource.transaction(async (holder) => {
    await holder.query('select 1 from students where id = $1 for update', [ada.id]);
    const { status, body } = await t.api.get(`/students/${ada.id}`, { token });
    expect([status, body.latitude, body.longitude]).toEqual([200, 40.5, -73.5]);
  });
  await t.api.get(`/students/${ada.id}`, { token });
  expect(stub.requests).toHaveLength(2);
  expect(await t.dataSource.manager.findOneBy(Student, { id: ada.id })).toMatchObject({ latitude: 40.5 });
});
