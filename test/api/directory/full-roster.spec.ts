import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const fullRoster = (school: TestSchool, token?: string, more = ''): Promise<ApiAnswer> =>
  t.api.get(`/schools/${school.id}/students?full=true${more}`, { token });
const onlyStudent = async (school: TestSchool, token: string): Promise<ApiAnswer['body']> => {
  const { status, body } = await fullRoster(school, token);
  expect([status, body.students.length]).toEqual([200, 1]);
  return body.students[0];
};

describe('GET /schools/:schoolId/students?full=true', () => {
  it('refuses whom the roster refuses', async () => {
    const school = await aSchool(t);
    const stranger = await (await aSchool(t)).admin();
    const deactivated = await school.parent();
    await school.deactivate(deactivated);
    expectError(await fullRoster(school), 401, 'not_authenticated');
    expectError(await fullRoster(school, stranger.token), 403, 'not_authorized');
    expectError(await fullRoster(school, deactivated.token), 403, 'not_authorized');
  });

  it('gives coordinates, the own note and the contact of each guardian, primary first', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({ graduationYear: null });
    const ann = await school.guardian(ada, {
      firstName: 'Ann',
      lastName: 'Abel',
      email: 'ann@example.org',
      phone: null,
      relation: 'mother',
    });
    const caller = await school.parentOf(ada, { lastName: 'Zorn', isPrimary: true, relation: 'father' });
    await t.api.put(`/students/${ada.id}/note`, { token: caller.token, body: { body: 'Allergic to nuts' } });
    const { status, body } = await fullRoster(school, caller.token);
    expect(status).toBe(200);
    expect(body).toEqual({
      students: [
        {
          id: ada.id,
          first_name: 'Ada',
          last_name: 'Park',
          name: 'Ada Park',
          graduation_year: null,
          has_photo: false,
          latitude: 40.5,
          longitude: -73.5,
          note: 'Allergic to nuts',
          guardians: [
            {
              id: caller.guardianId,
              membership_id: caller.membershipId,
              name: 'Maria Zorn',
              relation: 'father',
              has_photo: false,
              email: caller.email,
              phone: '+1 555 0100',
              restricted: false,
            },
            {
              id: ann.id,
              membership_id: null,
              name: 'Ann Abel',
              relation: 'mother',
              has_photo: false,
              email: 'ann@example.org',
              phone: null,
              restricted: false,
            },
          ],
        },
      ],
    });
  });

  it('takes a deactivated membership for none, from that moment on', async () => {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({ addressVisible: false });
    const parent = await school.parentOf(ada, { profileVisibility: 'name_only' });
    const viewers = [await school.parent(), await school.parentOf(ada), await school.admin()];
    const membershipSeen = async ({ token }: { token: string }) => {
      const detail = await t.api.get(`/students/${ada.id}`, { token });
      return [await onlyStudent(school, token), detail.body].map(
        ({ guardians }) =>
          guardians.find(({ id }: { id: string }) => id === parent.guardianId).membership_id as unknown,
      );
    };
    for (const viewer of viewers)
      expect(await membershipSeen(viewer)).toEqual([parent.membershipId, parent.membershipId]);
    await school.deactivate(parent);
    for (const viewer of viewers) expect(await membershipSeen(viewer)).toEqual([null, null]);
    const [stranger, coGuardian] = await Promise.all(
      viewers.map(async ({ token }) => onlyStudent(school, token)),
    );
    expect([stranger.latitude, coGuardian.latitude]).toEqual([null, 40.5]);
  });

  it('gives the contact of who is deactivated to admins alone, as the student’s own page does', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const contact = { email: 'gone@example.org', phone: '+1 555 0142' };
    const parent = await school.parentOf(ada, contact);
    const [stranger, coGuardian, admin] = [
      await school.parent(),
      await school.parentOf(ada),
      await school.admin(),
    ];
    const seen = async ({ token }: { token: string }): Promise<unknown[]> => {
      const { body } = await t.api.get(`/students/${ada.id}`, { token });
      return [await onlyStudent(school, token), body].map(({ guardians }) => {
        const { email, phone } = guardians.find(({ id }: { id: string }) => id === parent.guardianId);
        return { email, phone };
      });
    };
    for (const viewer of [stranger, coGuardian, admin])
      expect(await seen(viewer)).toEqual([contact, contact]);
    await school.deactivate(parent);
    const none = { email: null, phone: null };
    for (const viewer of [stranger, coGuardian]) expect(await seen(viewer)).toEqual([none, none]);
    expect(await seen(admin)).toEqual([contact, contact]);
  });

  it('ignores q and graduationYear, whatever they hold', async () => {
    const school = await aSchool(t);
    await school.student({ firstName: 'Ada', graduationYear: 2030 });
    await school.student({ firstName: 'Ben', graduationYear: 2031 });
    const { token } = await school.parent();
    for (const more of ['&q=ada', '&graduationYear=2031', '&q=%00&q=x', '&graduationYear=soon']) {
      const { status, body } = await fullRoster(school, token, more);
      expect([status, body.students.length]).toEqual([200, 2]);
    }
  });

  it('leaves out archived students and those of other schools', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    await school.student({ archivedAt: new Date() });
    await (await aSchool(t)).student();
    expect((await onlyStudent(school, (await school.admin()).token)).id).toBe(ada.id);
  });

  it('sorts by last name, then first name', async () => {
    const school = await aSchool(t);
    await school.student({ firstName: 'Ben', lastName: 'Park' });
    await school.student({ firstName: 'Ada', lastName: 'Park' });
    await school.student({ firstName: 'Cleo', lastName: 'abel' });
    const { body } = await fullRoster(school, (await school.parent()).token);
    expect(body.students.map((s: { name: string }) => s.name)).toEqual(['Cleo abel', 'Ada Park', 'Ben Park']);
  });
});

describe('GET /schools/:schoolId/students?full=true, notes', () => {
  it('shows a note to nobody but its author, not to the other guardian and not to an admin', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const author = await school.parentOf(ada);
    const others = [await school.parentOf(ada), await school.parent(), await school.admin()];
    await t.api.put(`/students/${ada.id}/note`, { token: author.token, body: { body: 'Mine' } });
    expect((await onlyStudent(school, author.token)).note).toBe('Mine');
    for (const { token } of others) expect((await onlyStudent(school, token)).note).toBeNull();
  });
});

describe('GET /schools/:schoolId/students?full=true, a guardian who shows the name only', () => {
  async function aShyGuardian() {
    const school = await aSchool(t);
    const ada = await school.student();
    const shy = await school.parentOf(ada, { profileVisibility: 'name_only', firstName: 'Shy' });
    const contact = async (token: string) => {
      const { guardians } = await onlyStudent(school, token);
      const { name, email, phone } = guardians.find((g: { id: string }) => g.id === shy.guardianId);
      return { name, email, phone };
    };
    return { school, ada, shy, contact };
  }
  const hidden = { name: 'Shy Park', email: null, phone: null };

  it('masks them for a stranger', async () => {
    const { school, contact } = await aShyGuardian();
    expect(await contact((await school.parent()).token)).toEqual(hidden);
  });

  it('masks them for the other guardian of the same student', async () => {
    const { school, ada, contact } = await aShyGuardian();
    expect(await contact((await school.parentOf(ada)).token)).toEqual(hidden);
  });

  it('shows them to junior and senior admins', async () => {
    const { school, shy, contact } = await aShyGuardian();
    const shown = { name: 'Shy Park', email: shy.email, phone: '+1 555 0100' };
    expect(await contact((await school.admin('junior_admin')).token)).toEqual(shown);
    expect(await contact((await school.admin('senior_admin')).token)).toEqual(shown);
  });

  it('shows them to themselves', async () => {
    const { shy, contact } = await aShyGuardian();
    expect(await contact(shy.token)).toEqual({ name: 'Shy Park', email: shy.email, phone: '+1 555 0100' });
  });

  it('masks them without a login too', async () => {
    const school = await aSchool(t);
    await school.guardian(await school.student(), { profileVisibility: 'name_only' });
    const { guardians } = await onlyStudent(school, (await school.parent()).token);
    expect(guardians).toMatchObject([{ membership_id: null, email: null, phone: null }]);
  });

  it('leaves the guardian beside them unmasked', async () => {
    const { school, ada } = await aShyGuardian();
    const open = await school.guardian(ada, { email: 'open@example.org' });
    const { guardians } = await onlyStudent(school, (await school.parent()).token);
    expect(guardians.find((g: { id: string }) => g.id === open.id)).toMatchObject({
      email: 'open@example.org',
      phone: '+1 555 0100',
    });
  });
});

describe('GET /schools/:schoolId/students?full=true, a family that hides the address', () => {
  async function aHiddenHome() {
    const school = await aSchool(t);
    const ada = await school.studentAtHome({ addressVisible: false });
    const place = async (token: string) => {
      const { latitude, longitude } = await onlyStudent(school, token);
      return { latitude, longitude };
    };
    return { school, ada, place };
  }

  it('returns no coordinates for a stranger', async () => {
    const { school, place } = await aHiddenHome();
    expect(await place((await school.parent()).token)).toEqual({ latitude: null, longitude: null });
  });

  it('returns coordinates for every own guardian and for admins', async () => {
    const { school, ada, place } = await aHiddenHome();
    const callers = [
      await school.parentOf(ada),
      await school.parentOf(ada, { relation: 'father' }),
      await school.admin('junior_admin'),
      await school.admin('senior_admin'),
    ];
    for (const { token } of callers) expect(await place(token)).toEqual({ latitude: 40.5, longitude: -73.5 });
  });

  it('hides the home of that student only', async () => {
    const { school } = await aHiddenHome();
    await school.studentAtHome({ firstName: 'Ben' });
    const { body } = await fullRoster(school, (await school.parent()).token);
    expect(body.students.map((s: { latitude: unknown }) => s.latitude)).toEqual([null, 40.5]);
  });
});
