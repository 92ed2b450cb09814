import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let caller: TestMember;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  caller = await school.parent();
});
afterAll(() => t.close());

const answer = async (method: string, path: string) => {
  const { status, headers } = await fetch(`${t.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${caller.token}` },
  });
  return [status, headers.get('allow')];
};

describe('An address', () => {
  it.each([
    ['in capitals', () => '/API/V1/ME'],
    ['with a slash at its end', () => '/api/v1/me/'],
    ['of a school, in capitals', () => `/Api/v1/SCHOOLS/${school.id}/Map-Markers`],
    [
      'of a school, with a slash at its end and a query',
      () => `/api/v1/schools/${school.id}/students/?full=true`,
    ],
    ['deeper than what it is about', () => '/api/v1/me/claims'],
  ])('%s means what Express would take it for', async (_what, path) => {
    expect(await answer('GET', path())).toEqual([200, null]);
    expect(await answer('HEAD', path())).toEqual([200, null]);
  });

  it.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v1'],
    ['GET', '/api/v1//me'],
    ['GET', '/api/v2/me'],
    ['GET', '/api/v1/me/nothing'],
    ['DELETE', '/api/v1/me'],
    ['OPTIONS', '/api/v1/me'],
    ['OPTIONS', '/api/v1/nothing'],
  ])('leads to 404 when there is no such operation: %s %s', async (method, path) => {
    expect(await answer(method, path)).toEqual([404, null]);
  });
});
