import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Student } from '../../../src/features/directory/students/student.entity.js';
import { StudentGeocodingService } from '../../../src/features/directory/students/student-geocoding.service.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { GeocoderStub } from '../../support/stubs/geocoder-stub.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

const DAY_MS = 24 * 60 * 60 * 1000;

let t: TestApp;
let stub: GeocoderStub;
beforeAll(async () => {
  stub = await GeocoderStub.start();
  t = await startTestApp({ geocoderUrl: stub.url, upstreamTimeoutMs: 10_000 });
});
afterAll(async () => {
  await t.close();
  await stub.stop();
});
beforeEach(() => {
  stub.requests.length = 0;
  stub.knowsNoMatch();
});

const notOnTheMap = { latitude: null, longitude: null };
const aStudentWithoutCoordinates = (school: TestSchool, given: Partial<Student> = {}): Promise<Student> =>
  school.studentAtHome({ ...notOnTheMap, ...given });
const stored = ({ id }: Student): Promise<Student> => t.dataSource.manager.findOneByOrFail(Student, { id });

async function look(student: Student, token: string): Promise<ApiAnswer['body']> {
  const { status, body } = await t.api.get(`/students/${student.id}`, { token });
  expect(status).toBe(200);
  return body;
}

describe('GET /students/:studentId, geocoding, for whom it does not run', () => {
  it.each(['a stranger', 'a parent of another child'])('%s, when the address is hidden', async (who) => {
    stub.finds(51.5, -0.12);
    const school = await aSchool(t);
    const ada = await aStudentWithoutCoordinates(school, { addressVisible: false });
    const caller =
      who === 'a stranger' ? await school.parent() : await school.parentOf(await school.student());
    expect(await look(ada, caller.token)).toMatchObject({ ...notOnTheMap, address: null });
    expect(stub.requests).toEqual([]);
    expect(await stored(ada)).toMatchObject(notOnTheMap);
  });

  it('a caller to whom the student is not visible', async () => {
    stub.finds(51.5, -0.12);
    const ada = await aStudentWithoutCoordinates(await aSchool(t));
    const { token } = await (await aSchool(t)).admin();
    expectError(await t.api.get(`/students/${ada.id}`, { token }), 404, 'not_found');
    expect(stub.requests).toEqual([]);
  });

  it('everyone, where the address is not a full one', async () => {
    const school = await aSchool(t);
    const { token } = await school.admin();
    await look(await aStudentWithoutCoordinates(school, { addressLine1: null }), token);
    await look(await aStudentWithoutCoordinates(school, { addressCity: null }), token);
    await look(await school.student(), token);
    expect(stub.requests).toEqual([]);
  });

  it('everyone, where there are coordinates', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome();
    const equator = await school.studentAtHome({ latitude: 0, longitude: 0 });
    const { token } = await school.admin();
    expect(await look(ada, token)).toMatchObject({ latitude: 40.5, longitude: -73.5 });
    expect(await look(equator, token)).toMatchObject({ latitude: 0, longitude: 0 });
    expect(stub.requests).toEqual([]);
  });

  it('readers of the roster and of the map', async () => {
    const school = await aSchool(t);
    await aStudentWithoutCoordinates(school);
    const { token } = await school.admin();
    await t.api.get(`/schools/${school.id}/students?full=true`, { token });
    await t.api.get(`/schools/${school.id}/map-markers`, { token });
    expect(stub.requests).toEqual([]);
  });
});

describe('GET /students/:studentId, geocoding', () => {
  it('asks for the address, and for nothing that names the student', async () => {
    stub.finds(40.71, -74.01);
    const school = await aSchool(t);
    const ada = await aStudentWithoutCoordinates(school, {
      addressLine1: 'Rue de l’Église 5 & Co',
      addressLine2: 'c/o Park',
      addressRegion: null,
    });
    await look(ada, (await school.parent()).token);
    expect(stub.requests.map((url) => [url.pathname, Object.fromEntries(url.searchParams)])).toEqual([
      [
        '/search',
        {
          format: 'jsonv2',
          limit: '1',
          street: 'Rue de l’Église 5 & Co',
          city: 'Springfield',
          postalcode: '12345',
          country: 'US',
        },
      ],
    ]);
  });

  it('answers with the coordinates, keeps them and does not ask again', async () => {
    stub.finds(40.7123456, -74.0123456);
    const found = { latitude: 40.7123456, longitude: -74.0123456 };
    const school = await aSchool(t);
    const ada = await aStudentWithoutCoordinates(school);
    const { token } = await school.parent();
    expect(await look(ada, token)).toMatchObject(found);
    expect(await stored(ada)).toMatchObject(found);
    expect(await look(ada, token)).toMatchObject(found);
    expect(stub.requests).toHaveLength(1);
    const { body } = await t.api.get(`/schools/${school.id}/map-markers`, { token });
    expect(body.markers).toMatchObject([found]);
  });

  it('runs for own guardians and admins although the address is hidden', async () => {
    stub.finds(40.71, -74.01);
    const school = await aSchool(t);
    const ada = await aStudentWithoutCoordinates(school, { addressVisible: false });
    const ben = await aStudentWithoutCoordinates(school, { addressVisible: false });
    const found = { latitude: 40.71, longitude: -74.01, address_visible: false };
    expect(await look(ada, (await school.parentOf(ada)).token)).toMatchObject(found);
    expect(await look(ben, (await school.admin('junior_admin')).token)).toMatchObject(found);
    expect(await look(ben, (await school.parent()).token)).toMatchObject(notOnTheMap);
  });

  it('asks once for five readers at the same time', async () => {
    const { release } = stub.findsWhenReleased(40.71, -74.01);
    const school = await aSchool(t);
    const ada = await aStudentWithoutCoordinates(school);
    const { token } = await school.parent();
    const asked = stub.nextRequest();
    const readers = [1, 2, 3, 4, 5].map(() => look(ada, token));
    await asked;
    // The others have come as far meanwhile: these go the same way behind them.
    for (let more = 0; more < 5; more += 1) await t.api.get('/me', { token });
    release();
    for (const body of await Promise.all(readers)) expect(body).toMatchObject({ latitude: 40.71 });
    expect(stub.requests).toHaveLength(1);
  });

  it('asks once, too, for a reader who came before the answer and goes on after it', async () => {
    stub.finds(40.71, -74.01);
    const school = await aSchool(t);
    const ada = await aStudentWithoutCoordinates(school);
    const { token } = await school.parent();
    const { address } = (await t.api.get(`/students/${ada.id}`, { token })).body;
    const asBefore = { ...address, postalCode: address.postal_code };
    const geocoding = t.app.get(StudentGeocodingService);
    expect(await geocoding.locate(ada, asBefore)).toEqual({ latitude: 40.71, longitude: -74.01 });
    // Of another address nothing is told, though that has coordinates.
    expect(await geocoding.locate(ada, { ...asBefore, line1: 'Elsewhere 2' })).toBeNull();
    expect(stub.requests).toHaveLength(1);
  });

  it('leaves an address that has changed meanwhile', async () => {
    const { release } = stub.findsWhenReleased(40.71, -74.01);
    const school = await aSchool(t);
    const ada = await aStudentWithoutCoordinates(school);
    const { token } = await school.parent();
    const asked = stub.nextRequest();
    const reader = look(ada, token);
    await asked;
    await t.dataSource.manager.update(Student, { id: ada.id }, { addressLine1: 'New Street 2' });
    release();
    await reader;
    expect(await stored(ada)).toMatchObject({ addressLine1: 'New Street 2', ...notOnTheMap });
    stub.finds(52.1, 4.3);
    expect(await look(ada, token)).toMatchObject({ latitude: 52.1, longitude: 4.3 });
  });

  it('hides the place of an address beside the one that took its place meanwhile', async () => {
    const { release } = stub.findsWhenReleased(40.71, -74.01);
    const school = await aSchool(t);
    const ada = await aStudentWithoutCoordinates(school);
    const { token } = await school.parent();
    const asked = stub.nextRequest();
    const before = look(ada, token);
    await asked;
    await t.dataSource.manager.update(Student, { id: ada.id }, { addressLine1: 'New Street 2' });
    const askedAgain = stub.nextRequest();
    const after = look(ada, token);
    await askedAgain;
    release();
    await Promise.all([before, after]);
    expect(stub.requests.map(({ href }) => href.includes('New'))).toEqual([false, true]);
  });

  it('leaves coordinates that have come meanwhile', async () => {
    const { release } = stub.findsWhenReleased(40.71, -74.01);
    const school = await aSchool(t);
    const ada = await aStudentWithoutCoordinates(school);
    const { token } = await school.parent();
    const asked = stub.nextRequest();
    const reader = look(ada, token);
    await asked;
    await t.dataSource.manager.update(Student, { id: ada.id }, { latitude: 1.5, longitude: 2.5 });
    release();
    await reader;
    expect(await stored(ada)).toMatchObject({ latitude: 1.5, longitude: 2.5 });
  });
});

describe('GET /students/:studentId, geocoding without a match', () => {
  it('asks again only after a day', async () => {
    const school = await aSchool(t);
    const ada = await aStudentWithoutCoordinates(school);
    const parent = await school.parent();
    const token = await tokenOf(t, parent, { ttl: 100 * 60 * 60 });
    expect(await look(ada, token)).toMatchObject(notOnTheMap);
    await look(ada, token);
    t.clock.advance(DAY_MS - 60_000);
    await look(ada, token);
    expect(stub.requests).toHaveLength(1);
    t.clock.advance(120_000);
    stub.finds(40.71, -74.01);
    expect(await look(ada, token)).toMatchObject({ latitude: 40.71 });
    expect(stub.requests).toHaveLength(2);
    expect(await stored(ada)).toMatchObject({ latitude: 40.71, geocodeMissedAt: null });
  });

  it('remembers it for that student alone', async () => {
    const school = await aSchool(t);
    const { token } = await school.parent();
    await look(await aStudentWithoutCoordinates(school), token);
    await look(await aStudentWithoutCoordinates(school), token);
    expect(stub.requests).toHaveLength(2);
  });
});
