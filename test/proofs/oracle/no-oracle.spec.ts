import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { aList } from '../../support/list.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import { aNotification } from '../../support/notification.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const { paths } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, Record<string, unknown>>;
};

/** Every documented operation whose path names a school, a student or a list first: method and path. */
const operationsOn = (parameter: string): [string, string][] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    path.includes(`/{${parameter}}`) && !path.slice(0, path.indexOf(`{${parameter}}`)).includes('{')
      ? Object.keys(operations).map((method): [string, string] => [
          method.toUpperCase(),
          path.replace('/api/v1', ''),
        ])
      : [],
  );

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Byte for byte, but for the request id and the date: with a body that may be right, and with one that never is. */
const refusal = async (method: string, path: string, token: string) => ({
  ...(await refusalOf(method, path, token, '{"body":"Mine"}')),
  withoutBody: await refusalOf(method, path, token, '{}'),
});

async function refusalOf(method: string, path: string, token: string, body: string) {
  const response = await fetch(`${t.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body }),
  });
  const headers = [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return { status: response.status, headers, body: await response.text() };
}

const withId = (path: string, id: string): string =>
  path.replace(/\{\w+\}/, id).replace(/\{\w+\}/g, () => randomUUID());

async function aForeignSchool(): Promise<TestSchool> {
  const school = await aSchool(t);
  await school.studentAtHome();
  return school;
}

describe('A school of others', () => {
  it('comes up in every operation of a school', () => {
    expect(operationsOn('schoolId').length).toBeGreaterThanOrEqual(5);
  });

  it.each(operationsOn('schoolId'))(
    'differs in nothing from an invented one: %s %s',
    async (method, path) => {
      const caller = await (await aSchool(t)).admin();
      const foreign = await aForeignSchool();
      const left = await aForeignSchool();
      const membership = await left.parent({}, caller);
      await left.deactivate(membership);
      const withoutFeatures = await aForeignSchool();
      await withoutFeatures.setFeatures({ staff_directory: false, calendar: false, polls: false });

      const invented = await refusal(method, withId(path, randomUUID()), caller.token);
      expect(invented.status).toBe(403);
      for (const id of [foreign.id, left.id, withoutFeatures.id, 'malformed', '%00']) {
        expect(await refusal(method, withId(path, id), caller.token)).toEqual(invented);
      }
    },
  );
});

describe('A student of others', () => {
  it('comes up in every operation of a student', () => {
    expect(operationsOn('studentId').length).toBeGreaterThanOrEqual(5);
  });

  it.each(operationsOn('studentId'))(
    'differs in nothing from an invented one: %s %s',
    async (method, path) => {
      const school = await aSchool(t);
      const caller = await school.admin();
      const foreign = await (await aSchool(t)).studentAtHome();
      const archived = await school.student({ archivedAt: new Date() });
      const left = await aSchool(t);
      const formerlyOwn = await left.student();
      await left.deactivate(await left.parent({}, caller));

      const invented = await refusal(method, withId(path, randomUUID()), caller.token);
      // Photos hide a student by 403 (contract decision b).
      expect(invented.status).toBe(path.includes('/photo') ? 403 : 404);
      for (const id of [foreign.id, archived.id, formerlyOwn.id, 'malformed', '%00']) {
        expect(await refusal(method, withId(path, id), caller.token)).toEqual(invented);
      }
    },
  );
});

describe('A list of others', () => {
  it('comes up in every operation of a list', () => {
    expect(operationsOn('listId').length).toBeGreaterThanOrEqual(11);
  });

  it.each(operationsOn('listId'))('differs in nothing from an invented one: %s %s', async (method, path) => {
    const [school, elsewhere] = [await aSchool(t), await aSchool(t)];
    const caller = await school.admin();
    const ada = await school.student();
    const another = await aList(t, school, await school.parentOf(ada), [ada]);
    const foreign = await aList(t, elsewhere, await elsewhere.parent());
    const member = await elsewhere.parent({}, caller);
    const formerlyOwn = await aList(t, elsewhere, member);
    await elsewhere.deactivate(member);

    const invented = await refusal(method, withId(path, randomUUID()), caller.token);
    expect(invented.status).toBe(404);
    for (const id of [another.id, foreign.id, formerlyOwn.id, 'malformed', '%00']) {
      expect(await refusal(method, withId(path, id), caller.token)).toEqual(invented);
    }
  });
});

describe('A notification of others', () => {
  it('comes up in every operation of a notification', () => {
    expect(operationsOn('notificationId')).toHaveLength(2);
  });

  it.each(operationsOn('notificationId'))(
    'differs in nothing from an invented one: %s %s',
    async (method, path) => {
      const [school, elsewhere] = [await aSchool(t), await aSchool(t)];
      const caller = await school.admin();
      const another = await aNotification(t, await school.parent());
      const foreign = await aNotification(t, await elsewhere.parent());
      const member = await elsewhere.parent({}, caller);
      const formerlyOwn = await aNotification(t, member);
      await elsewhere.deactivate(member);
      const tooOld = await aNotification(t, caller, { createdAt: new Date(0) });

      const invented = await refusal(method, withId(path, randomUUID()), caller.token);
      expect(invented.status).toBe(404);
      for (const id of [another.id, foreign.id, formerlyOwn.id, tooOld.id, 'malformed', '%00']) {
        expect(await refusal(method, withId(path, id), caller.token)).toEqual(invented);
      }
    },
  );
});

/** A parent who edits an organization, and another one of the same school. */
async function anEditorElsewhere(
  school: TestSchool,
): Promise<{ caller: TestMember; organizationId: string }> {
  const caller = await school.parent();
  await (await anOrganization(t, school)).grant(caller);
  return { caller, organizationId: (await anOrganization(t, school)).id };
}

describe('A sign-up of others', () => {
  it('comes up in every operation of a sign-up', () => {
    expect(operationsOn('signupId')).toHaveLength(10);
  });

  it.each(operationsOn('signupId'))(
    'differs in nothing from an invented one: %s %s',
    async (method, path) => {
      const [school, elsewhere, off] = [await aSchool(t), await aSchool(t), await aSchool(t)];
      const { caller, organizationId } = await anEditorElsewhere(school);
      await off.parent({}, caller);
      const tomorrow = new Date(Date.now() + 86_400_000);
      const hidden = [
        await aSignup(t, elsewhere, {}),
        await aSignup(t, school, {}, { organizationId, opensAt: tomorrow }),
        await aSignup(t, school, {}, { organizationId, visibleUntil: new Date('2021-01-01T00:00:00Z') }),
        await aSignup(t, off, {}),
      ];
      await off.setFeatures({ signups: false });
      const invented = await refusal(method, withId(path, randomUUID()), caller.token);
      expect(invented.status).toBe(404);
      for (const id of [...hidden.map((signup) => signup.id), 'malformed', '%00'])
        expect(await refusal(method, withId(path, id), caller.token)).toEqual(invented);
    },
  );
});

describe('A poll of others', () => {
  it('comes up in every operation of a poll', () => {
    expect(operationsOn('pollId')).toHaveLength(7);
  });

  it.each(operationsOn('pollId'))('differs in nothing from an invented one: %s %s', async (method, path) => {
    const [school, elsewhere, left] = [await aSchool(t), await aSchool(t), await aSchool(t)];
    const { caller, organizationId } = await anEditorElsewhere(school);
    const foreign = await aPoll(t, elsewhere);
    const formerlyOwn = await aPoll(t, left);
    await left.deactivate(await left.parent({}, caller));
    const early = await aPoll(t, school, { organizationId, opensAt: new Date(Date.now() + 3_600_000) });
    const withoutPolls = await aSchool(t);
    await withoutPolls.parent({}, caller);
    const off = await aPoll(t, withoutPolls);
    await withoutPolls.setFeatures({ polls: false });

    const invented = await refusal(method, withId(path, randomUUID()), caller.token);
    expect(invented.status).toBe(404);
    for (const id of [foreign.id, formerlyOwn.id, early.id, off.id, 'malformed', '%00']) {
      expect(await refusal(method, withId(path, id), caller.token)).toEqual(invented);
    }
  });
});

describe('A permission slip of others', () => {
  it('comes up in every operation of a permission slip', () => {
    expect(operationsOn('slipId')).toHaveLength(14);
  });

  it.each(operationsOn('slipId'))('differs in nothing from an invented one: %s %s', async (method, path) => {
    const [school, elsewhere, left] = [await aSchool(t), await aSchool(t), await aSchool(t)];
    const { caller, organizationId } = await anEditorElsewhere(school);
    const foreign = await aPermissionSlip(t, elsewhere);
    const formerlyOwn = await aPermissionSlip(t, left);
    await left.deactivate(await left.parent({}, caller));
    const opensAt = new Date(Date.now() + 3_600_000);
    const early = await aPermissionSlip(t, school, { organizationId, opensAt });
    const visibleUntil = new Date(Date.now() - 60_000);
    const gone = await aPermissionSlip(t, school, { organizationId, visibleUntil });
    const withoutSignups = await aSchool(t);
    await withoutSignups.parent({}, caller);
    const off = await aPermissionSlip(t, withoutSignups);
    await withoutSignups.setFeatures({ signups: false });

    const invented = await refusal(method, withId(path, randomUUID()), caller.token);
    expect(invented.status).toBe(404);
    for (const id of [foreign.id, formerlyOwn.id, early.id, gone.id, off.id, 'malformed', '%00']) {
      expect(await refusal(method, withId(path, id), caller.token)).toEqual(invented);
    }
  });
});
