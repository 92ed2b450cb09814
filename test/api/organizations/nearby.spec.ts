import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type Person, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { hidesTheOrganizationFromOutsiders } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

interface Street {
  school: TestSchool;
  chess: TestOrganization;
  /** At Main Street 1. */
  ada: Student;
  caller: TestGuardian;
}

async function aStreet(given: Partial<Student> = {}): Promise<Street> {
  const school = await aSchool(t);
  const chess = await anOrganization(t, school);
  const ada = await school.studentAtHome(given);
  await chess.enroll(ada);
  return { school, chess, ada, caller: await school.parentOf(ada) };
}

async function neighbour({ school, chess }: Street, firstName: string, given: Partial<Student> = {}) {
  const student = await school.studentAtHome({ firstName, ...given });
  await chess.enroll(student);
  return student;
}

const near = ({ chess }: Street, { token }: Person, { id }: { id: string }): Promise<ApiAnswer> =>
  t.api.get(`/organizations/${chess.id}/nearby?studentId=${id}`, { token });

async function seen(street: Street, person: Person = street.caller): Promise<[string, number][]> {
  const { status, body } = await near(street, person, street.ada);
  expect(status).toBe(200);
  return body.families.map((f: { name: string; distance_km: number }) => [f.name, f.distance_km]);
}

describe('GET /organizations/:organizationId/nearby', () => {
  hidesTheOrganizationFromOutsiders(() => t, {
    method: 'GET',
    path: (id) => `/organizations/${id}/nearby?studentId=${randomUUID()}`,
  });

  it('refuses a question that names no student, or two', async () => {
    const { chess, caller } = await aStreet();
    for (const query of ['', '?studentId=a&studentId=b']) {
      expectInvalid(await t.api.get(`/organizations/${chess.id}/nearby${query}`, caller), 'studentId');
    }
  });

  it("knows no student but the caller's own, for admins and editors neither", async () => {
    const street = await aStreet();
    const { school, chess, ada, caller } = street;
    const ben = await neighbour(street, 'Ben');
    const archived = await school.student({ archivedAt: new Date() });
    await school.guardian(archived, { membershipId: caller.membershipId });
    const editor = await chess.anEditor();
    for (const id of [ben.id, archived.id, randomUUID(), 'ada', '%00', '']) {
      expectError(await near(street, caller, { id }), 404, 'not_found');
    }
    for (const other of [editor, await school.admin(), await school.parentOf(ben)]) {
      expectError(await near(street, other, ada), 404, 'not_found');
    }
  });

  it('knows no own student of another school', async () => {
    const street = await aStreet();
    const elsewhere = await aSchool(t);
    const cy = await elsewhere.studentAtHome();
    const there = await elsewhere.parent({}, street.caller);
    await elsewhere.guardian(cy, { membershipId: there.membershipId });
    expectError(await near(street, street.caller, cy), 404, 'not_found');
  });

  it('gives the families of the roster, nearest first, in kilometres along the great circle', async () => {
    const street = await aStreet({ latitude: 52.52, longitude: 13.405 });
    await neighbour(street, 'Paris', { latitude: 48.8566, longitude: 2.3522 });
    await neighbour(street, 'Fiji', { latitude: -17.7134, longitude: 178.065 });
    await neighbour(street, 'Antipode', { latitude: -52.52, longitude: 13.405 - 180 });
    const door = await neighbour(street, 'Door', { latitude: 52.5201, longitude: 13.405 });
    await street.school.guardian(door, { firstName: 'Otto', relation: 'father', email: 'otto@example.org' });
    const { body } = await near(street, street.caller, street.ada);
    expect(body.families[0]).toEqual({
      student_id: door.id,
      name: 'Door Park',
      distance_km: 0.01,
      guardians: [
        {
          id: expect.any(String),
          membership_id: null,
          name: 'Otto Park',
          relation: 'father',
          has_photo: false,
          email: 'otto@example.org',
          phone: '+1 555 0100',
        },
      ],
    });
    expect(body.families.map((f: { name: string; distance_km: number }) => [f.name, f.distance_km])).toEqual([
      ['Door Park', 0.01],
      ['Paris Park', 877.46],
      ['Fiji Park', 15_919.96],
      ['Antipode Park', 20_015.11],
    ]);
  });

  it('lists brothers and sisters one each, those at one door by name, and 20 at most', async () => {
    const street = await aStreet();
    await Promise.all(Array.from({ length: 20 }, () => neighbour(street, 'Far', { latitude: 41 })));
    await neighbour(street, 'Zoe');
    await neighbour(street, 'Ben');
    const families = await seen(street);
    expect(families).toHaveLength(20);
    expect(families.slice(0, 3)).toEqual([
      ['Ben Park', 0],
      ['Zoe Park', 0],
      ['Far Park', 55.6],
    ]);
  });

  it('leaves out the own family, who is not on the roster, archived or on no map', async () => {
    const street = await aStreet();
    const { school, caller } = street;
    const brother = await neighbour(street, 'Brother');
    await school.guardian(brother, { membershipId: caller.membershipId });
    await neighbour(street, 'Archived', { archivedAt: new Date() });
    await neighbour(street, 'Nowhere', { latitude: null, longitude: null });
    await school.studentAtHome({ firstName: 'Elsewhere' });
    expect(await seen(street)).toEqual([]);
  });

  it('returns nothing for a student on no map, who need not be on the roster', async () => {
    const street = await aStreet({ latitude: null, longitude: null });
    await neighbour(street, 'Ben');
    expect(await seen(street)).toEqual([]);
    const sister = await street.school.studentAtHome({ firstName: 'Sister' });
    await street.school.guardian(sister, { membershipId: street.caller.membershipId });
    expect((await near(street, street.caller, sister)).body.families).toMatchObject([{ name: 'Ben Park' }]);
  });

  it('leaves out families that hide their address, but for an admin who has a child there', async () => {
    const street = await aStreet({ addressVisible: false });
    await neighbour(street, 'Hidden', { addressVisible: false });
    await neighbour(street, 'Open');
    expect(await seen(street)).toEqual([['Open Park', 0]]);
    const admin = await street.school.admin();
    await street.school.guardian(street.ada, { membershipId: admin.membershipId });
    expect(await seen(street, admin)).toEqual([
      ['Hidden Park', 0],
      ['Open Park', 0],
    ]);
  });

  it('takes a deactivated membership for none', async () => {
    const street = await aStreet();
    const parent = await street.school.parentOf(await neighbour(street, 'Ben'));
    const membershipSeen = async (): Promise<unknown> =>
      (await near(street, street.caller, street.ada)).body.families[0].guardians[0].membership_id;
    expect(await membershipSeen()).toBe(parent.membershipId);
    await street.school.deactivate(parent);
    expect(await membershipSeen()).toBeNull();
  });

  it('shows no contact of a guardian who shows the name only', async () => {
    const street = await aStreet();
    await street.school.guardian(await neighbour(street, 'Ben'), { profileVisibility: 'name_only' });
    const { body } = await near(street, street.caller, street.ada);
    expect(body.families[0].guardians).toMatchObject([{ name: 'Maria Park', email: null, phone: null }]);
  });
});
