import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Category } from '../../../src/features/categories/category.entity.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const category = (school: TestSchool, name: string, position: number): Promise<Category> =>
  t.dataSource.manager.save(
    t.dataSource.manager.create(Category, { schoolId: school.id, name, color: '#1A2b3C', position }),
  );

describe('GET /schools/:schoolId/categories', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/categories` });

  it('returns nothing in a school without categories', async () => {
    const school = await aSchool(t);
    const { status, body } = await t.api.get(`/schools/${school.id}/categories`, {
      token: (await school.parent()).token,
    });
    expect([status, body]).toEqual([200, { categories: [] }]);
  });

  it('keeps the order that a senior admin gave, and leaves out those of other schools', async () => {
    const school = await aSchool(t);
    const trips = await category(school, 'Trips', 1);
    const sports = await category(school, 'Sports', 0);
    const arts = await category(school, 'Arts', 2);
    await category(await aSchool(t), 'Elsewhere', 0);
    const { token } = await school.parent();
    const { body } = await t.api.get(`/schools/${school.id}/categories`, { token });
    expect(body).toEqual({
      categories: [
        { id: sports.id, name: 'Sports', color: '#1A2b3C', position: 0 },
        { id: trips.id, name: 'Trips', color: '#1A2b3C', position: 1 },
        { id: arts.id, name: 'Arts', color: '#1A2b3C', position: 2 },
      ],
    });
  });

  it('answers every role, whatever the school has turned off', async () => {
    const school = await aSchool(t);
    await category(school, 'Trips', 0);
    await school.setFeatures({ notices: false, document_library: false, staff_directory: false });
    for (const member of [await school.parent(), await school.admin('junior_admin'), await school.admin()]) {
      const { status, body } = await t.api.get(`/schools/${school.id}/categories`, { token: member.token });
      expect([status, body.categories.length]).toEqual([200, 1]);
    }
  });
});
