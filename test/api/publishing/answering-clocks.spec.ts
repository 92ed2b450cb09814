import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPermissionSlip, aSlipQuestion, SlipClient } from '../../support/permission-slip.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { BOUNDARY_DAYS, boundariesOf, momentsOf } from '../../support/models/boundary-days.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const said = ({ status, body }: ApiAnswer): string => [status, body?.error?.reason].filter(Boolean).join(' ');
const lastsLong = { ttl: 400 * 86_400 };

/** A millisecond before it opens, when it opens, and so on until it is gone. */
const composeMiddleware = <T>(hidden: T, open: T, closed: T, gone: T): T[] => [
  hidden,
  open,
  open,
  closed,
  closed,
  gone,
];

async function atEach<T>(moments: Date[], look: () => Promise<T>): Promise<T[]> {
  const seen: T[] = [];
  for (const moment of moments) {
    t.clock.stopAt(moment.toISOString());
    seen.push(await look());
  }
  return seen;
}

async function aSchoolIn(timeZone: string) {
  t.clock.moveTo('2026-09-20T12:00:00Z');
  const school = await aSchool(t, { timeZone });
  const [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
  const parent = await school.parentOf([ada, ben]);
  return { school, ada, ben, parent: { ...parent, token: await tokenOf(t, parent, lastsLong) } };
}

const outstanding = async ({ token }: { token: string }, id: string): Promise<number> => {
  const { body } = await t.api.get('/me/outstanding', { token });
  return (body.items as { id: string }[]).filter((item) => item.id === id).length;
};

describe.each(BOUNDARY_DAYS)('To the very millisecond, in %s around %s,', (timeZone, day) => {
  const boundaries = boundariesOf(timeZone, day);
  const moments = momentsOf(boundaries);

  it('a permission slip is listed, read, answered, changed, withdrawn and printed, or is not', async () => {
    const { school, ada, ben, parent } = await aSchoolIn(timeZone);
    const slip = await aPermissionSlip(t, school, boundaries);
    const client = new SlipClient(t, slip.id);
    t.clock.stopAt(boundaries.opensAt.toISOString());
    const { body: own } = await client.answer(parent, { student_id: ada.id, decision: 'granted' });
    // From now on nothing that is sent is right: it is refused for that, if for nothing else.
    await aSlipQuestion(t, slip, { required: true });
    const wrong = { student_id: ben.id, decision: 'granted' };
    const seen = await atEach(moments, async () => {
      const { body } = await t.api.get(`/schools/${school.id}/permission-slips`, parent);
      const listed = body.permission_slips as { closed: boolean; outstanding: number }[];
      const detail = await client.get(parent);
      return [
        listed.map((one) => `${one.closed ? 'closed' : 'open'} ${one.outstanding}`).join(),
        `${detail.status} ${detail.body.my_responses?.length ?? 0}`,
        said(await client.answer(parent, wrong)),
        said(await client.change(parent, own.id, { decision: 'granted' })),
      ];
    });
    expect(seen).toEqual(
      composeMiddleware(
        ['', '404 0', '404', '404'],
        ['open 1', '200 1', '400 invalid_answers', '400 invalid_answers'],
        ['closed 0', '200 1', '400 closed', '400 edit_closed'],
        ['', '404 0', '404', '404'],
      ),
    );
    const withdrawn = await atEach(
      [boundaries.visibleUntil, boundaries.closesAt, new Date(boundaries.closesAt.getTime() - 1)],
      async () => said(await client.withdraw(parent, own.id)),
    );
    expect(withdrawn).toEqual(['404', '400 edit_closed', '204']);
    const { opensAt, visibleUntil } = boundaries;
    const printed = await atEach(
      [new Date(opensAt.getTime() - 1), opensAt, new Date(visibleUntil.getTime() - 1), visibleUntil],
      async () => [
        await printing(parent, `${slip.id}/pdf`),
        await printing(parent, `${slip.id}/responses/${own.id}/pdf`),
      ],
    );
    expect(printed).toEqual([
      [404, 404],
      [200, 200],
      [200, 200],
      [404, 404],
    ]);
  });

  it('a sign-up is listed, read, claimed, changed, withdrawn and asked for, or is not', async () => {
    const { school, parent } = await aSchoolIn(timeZone);
    const idle = { ...(await school.parent()) };
    const other = { ...idle, token: await tokenOf(t, idle, lastsLong) };
    const signup = await aSignup(t, school, { Cake: { capacity: 2 } }, boundaries);
    t.clock.stopAt(boundaries.opensAt.toISOString());
    const id = await signup.claimed(parent, 'Cake');
    const seen = await atEach(moments, async () => {
      const detail = await signup.get(parent);
      return [
        (await signup.list(parent)).map(({ closed }) => (closed ? 'closed' : 'open')).join(),
        `${detail.status} ${detail.body.closed}`,
        said(await signup.claim(other, 'Cake', { quantity: 9 })),
        said(await signup.change(parent, id, { quantity: 9 })),
        await outstanding(other, signup.id),
      ];
    });
    expect(seen).toEqual(
      composeMiddleware(
        ['', '404 undefined', '404', '404', 0],
        ['open', '200 false', '409 item_full', '409 item_full', 1],
        ['closed', '200 true', '400 closed', '400 closed', 0],
        ['', '404 undefined', '404', '404', 0],
      ),
    );
    const withdrawn = await atEach(
      [boundaries.visibleUntil, boundaries.closesAt, new Date(boundaries.closesAt.getTime() - 1)],
      async () => said(await signup.withdraw(parent, id)),
    );
    expect(withdrawn).toEqual(['400 withdrawal_closed', '400 withdrawal_closed', '204']);
  });

  it('a claim is taken a millisecond before the end and refused at the end', async () => {
    const { school, parent } = await aSchoolIn(timeZone);
    const signup = await aSignup(t, school, { Cake: {} }, boundaries);
    const { closesAt } = boundaries;
    const claimed = await atEach([new Date(closesAt.getTime() - 1), closesAt], async () =>
      said(await signup.claim(parent, 'Cake')),
    );
    expect(claimed).toEqual(['201', '400 closed']);
  });
});

async function printing({ token }: { token: string }, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${t.url}/api/v1/permission-slips/${path}`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}
