import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { startImportApp, type ImportApp } from '../a-fed-app.js';

let t: ImportApp;
let school: TestSchool;
let ada: Student;
let maria: TestGuardian;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  ada = await school.studentAtHome();
  maria = await school.parentOf(ada);
});

const HOME = { line1: '1 Elm Street', city: 'Springfield' };

/** Ben, a child of Maria's. */
const bring = async (given: object = { address: HOME }, to = school): Promise<void> => {
  const guardians = [{ first_name: 'Maria', last_name: 'Park', email: maria.email }];
  const ben = { source_id: 'ben', first_name: 'Ben', last_name: 'Park', guardians, ...given };
  const report = await t.bring(to.id, { students: [ben] });
  expect(report.errors).toEqual([]);
};
const choose = async (address_visible: boolean): Promise<void> => {
  const body = { address_visible };
  expect((await t.api.patch('/me/address-visibility', { token: maria.token, body })).status).toBe(204);
};
/** By a parent of another family. */
const seen = async (at = school): Promise<unknown> => {
  const { token } = await at.parent();
  const { students } = (await t.api.get(`/schools/${at.id}/students`, { token })).body;
  const ben = (students as { id: string; first_name: string }[]).find(
    ({ first_name }) => first_name === 'Ben',
  )!;
  return (await t.api.get(`/students/${ben.id}`, { token })).body.address?.line1 ?? null;
};

describe('The address that a content file brings of a child whose family hides that of another', () => {
  it('stays hidden, at the same school and at another', async () => {
    await choose(false);
    await bring();
    expect(await seen()).toBeNull();
    const elsewhere = await aSchool(t);
    await elsewhere.parent({}, maria);
    await bring(undefined, elsewhere);
    expect(await seen(elsewhere)).toBeNull();
  });

  it('stays hidden where the child was there before it', async () => {
    await choose(false);
    await bring({});
    await bring();
    expect(await seen()).toBeNull();
  });

  it('shows again with the others, and stays so', async () => {
    await choose(false);
    await bring();
    await choose(true);
    await bring({ address: HOME, phone: '555-0150' });
    expect(await seen()).toBe(HOME.line1);
  });

  it('shows where the family shows the other, and hides with both whatever the file says', async () => {
    await bring();
    expect(await seen()).toBe(HOME.line1);
    await choose(false);
    const elsewhere = await aSchool(t);
    await elsewhere.parent({}, maria);
    await bring({ address: HOME, address_visible: true }, elsewhere);
    expect(await seen(elsewhere)).toBeNull();
  });
});
