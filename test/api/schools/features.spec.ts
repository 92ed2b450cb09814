import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSchool } from '../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const ALL_ON = {
  lunch_menus: true,
  calendar: true,
  staff_directory: true,
  document_library: true,
  notices: true,
  polls: true,
  signups: true,
};

describe('GET /schools/:schoolId/features', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/features` });

  it('tells toggles, time zone, counts and the role of the caller', async () => {
    const school = await aSchool(t, { name: 'Elm Street School', timeZone: 'Europe/Oslo', locale: 'nb-NO' });
    t.clock.moveTo('2026-10-25T00:59:59.000Z');
    const { token } = await school.parent();
    const { status, body } = await t.api.get(`/schools/${school.id}/features`, { token });
    expect(status).toBe(200);
    expect(body).toEqual({
      school_id: school.id,
      school_name: 'Elm Street School',
      time_zone: 'Europe/Oslo',
      locale: 'nb-NO',
      features: ALL_ON,
      counts: {
        notices_unread: 0,
        documents_new: 0,
        polls_open: 0,
        signups_open: 0,
        permission_slips_outstanding: 0,
        notifications_unread: 0,
        organizations: 0,
      },
      role: 'parent',
      generated_at: expect.stringMatching(/^2026-10-25T0[01]:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('answers whatever is off, and shows it', async () => {
    const school = await aSchool(t);
    const allOff = Object.fromEntries(Object.keys(ALL_ON).map((name) => [name, false]));
    const { token } = await school.parent();
    await school.setFeatures({ polls: false });
    const some = await t.api.get(`/schools/${school.id}/features`, { token });
    expect(some.body.features).toEqual({ ...ALL_ON, polls: false });
    await school.setFeatures(allOff);
    const none = await t.api.get(`/schools/${school.id}/features`, { token });
    expect([none.status, none.body.features]).toEqual([200, allOff]);
  });

  it.each(['parent', 'junior_admin', 'senior_admin'] as const)('names the role of a %s', async (role) => {
    const school = await aSchool(t);
    const { token } = await school.member(role);
    expect((await t.api.get(`/schools/${school.id}/features`, { token })).body.role).toBe(role);
  });
});
