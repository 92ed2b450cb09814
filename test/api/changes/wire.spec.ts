import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { figure } from '../../support/proofs/figures.js';
import { CountedWay } from '../../support/changes/counted-way.js';
import { Follower } from '../../support/changes/follower.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
});
afterAll(() => t.close());

const AS_AN_APP = {
  'User-Agent': 'SchoolApp/4.2 (iPhone; iOS 20.1)',
  Accept: 'application/json',
  'Accept-Encoding': 'gzip, deflate, br',
  'Accept-Language': 'en-US',
};

const A_KB = 1_000;

describe('One changed phone number', () => {
  it('costs whoever follows the cursor at most 1 kB each way, headers included', async () => {
    const ada = await school.student();
    const mother = await school.parentOf(ada);
    const reader = await school.parent();
    const { token } = mother;
    const call = (phone: string) =>
      t.api.patch('/me/contact', { token, body: { first_name: 'Wren', last_name: 'Park', phone } });
    await call('+12125550100');
    const follower = await Follower.begin(t, school, reader);
    expect((await call('+12125550101')).status).toBe(200);
    const path = `/schools/${school.id}/changes?since=${encodeURIComponent(follower.cursor)}`;
    const way = await CountedWay.to(t.url);
    const headers = { ...AS_AN_APP, Authorization: `Bearer ${reader.token}` };
    const text = await (await fetch(`${way.url}/api/v1${path}`, { headers })).text();
    way.close();
    const { sent, received } = way;
    expect(text).toContain(`{"changes":[{"type":"student","id":"${ada.id}","change":"changed"}],"cursor":`);
    figure('Bytes that a client sends to hear of one changed phone number', sent, '1,000');
    figure('Bytes that it gets', received, '1,000');
    expect(sent).toBeLessThanOrEqual(A_KB);
    expect(received).toBeLessThanOrEqual(A_KB);
  });
});
