import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDemoApp, type DemoApp } from '../../support/schools/the-demo-school.js';

let t: DemoApp;
let [parent, admin, school] = ['', '', ''];
beforeAll(async () => {
  t = await startDemoApp();
  [parent, admin] = [await t.token('parent'), await t.token('senior')];
  school = (await t.api.get('/me', { token: admin })).body.memberships[0].school_id;
}, 300_000);
afterAll(() => t.close());

describe('The demo school', () => {
  it('asks its families, some of whom have confirmed, and mails nobody about it', async () => {
    const { body } = await t.api.get(`/schools/${school}/confirmation`, { token: admin });
    expect(body).toMatchObject({ round: { closed_at: null, due_on: expect.any(String) }, confirmed: 12 });
    expect(body.outstanding).toBeGreaterThan(100);
    expect(t.mails().filter(({ headers }) => headers.subject?.includes('still right'))).toEqual([]);
    const { body: waiting } = await t.api.get('/me/outstanding', { token: parent });
    expect(waiting.items.map(({ kind }: { kind: string }) => kind)).toContain('confirmation');
  });

  it('shows a correction to settle', async () => {
    const { body } = await t.api.get(`/schools/${school}/corrections?state=open`, { token: admin });
    expect(body.corrections).toMatchObject([{ field: 'phone', proposed: '(802) 555-0177' }]);
    expect((await t.api.get('/me/corrections', { token: parent })).body).toEqual(body);
  });
});
