import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PICNIC, TestCalendar } from '../../../support/calendar.factory.js';
import { anOrganization } from '../../../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t, { name: 'Knossos 𐘀' });
  admin = await school.admin();
});

const SLIP = {
  ...{ title: 'Museum', body: '<p>By bus.</p>', statement: 'My child may go.', answer_per: 'student' },
  ...{ signature_required: false, second_guardian_required: false },
};
const create = (given: object, key?: string) =>
  t.api.send('POST', `/schools/${school.id}/permission-slips`, {
    token: admin.token,
    body: { ...SLIP, ...given },
    headers: key ? { 'idempotency-key': key } : {},
  });
const managed = (id: string) => t.api.get(`/permission-slips/${id}/management`, { token: admin.token });
const change = (id: string, body: object) =>
  t.api.patch(`/permission-slips/${id}/management`, { token: admin.token, body });

describe('Letters of a permission slip that no font has', () => {
  it('name nothing of what is sent where all is printed', async () => {
    await t.dataSource.query(`update schools set name = 'Athens' where id = $1`, [school.id]);
    const { status, body } = await create({
      title: 'Μουσείο 博物館 متحف',
      body: '<p>Łódź &amp; 👩‍👩‍👧‍👦</p>',
      statement: 'Ja, gern! ✓',
    });
    expect([status, body]).toEqual([201, { id: body.id, unprintable: [] }]);
    expect((await managed(body.id)).body.unprintable).toEqual([]);
  });

  it('are told of every text that is printed, and refuse nothing', async () => {
    const chess = await anOrganization(t, school, { name: 'Chess 𐘁' });
    const calendar = new TestCalendar(t, school, admin.token);
    const { body: event } = await calendar.createEvent({ ...PICNIC, title: 'Trip 𐘂', location: 'Crete 𐘃' });
    const { status, body } = await create({
      title: 'Museum 𐘄',
      body: '<p>By <strong>b&#67079;s</strong>.</p>',
      statement: 'Yes 𐘆',
      organization_id: chess.id,
      event_id: event.id,
      questions: [{ type: 'single_choice', text: 'Which? 𐘈', choices: [{ text: '𐘉' }, { text: 'None' }] }],
    });
    expect(status).toBe(201);
    const letters = [...'𐘄𐘆𐘇𐘁𐘈𐘉𐘂𐘃𐘀'];
    const named = letters.map((letter) => `U+${letter.codePointAt(0)!.toString(16).toUpperCase()} ${letter}`);
    expect(body.unprintable).toEqual(named);
    expect((await managed(body.id)).body.unprintable).toEqual(named);
  });

  it('are told again when a slip is changed, or its creation repeated', async () => {
    const made = await create({ title: '𐘅' }, 'key-1');
    expect(made.body.unprintable).toEqual(['U+10605 𐘅', 'U+10600 𐘀']);
    expect((await create({ title: '𐘅' }, 'key-1')).body).toEqual(made.body);
    const { status, body } = await change(made.body.id, { title: 'Museum' });
    expect([status, body.unprintable]).toEqual([200, ['U+10600 𐘀']]);
    expect((await change(made.body.id, { statement: 'No 𐘊' })).body.unprintable[0]).toBe('U+1060A 𐘊');
  });

  it('are named up to twenty', async () => {
    const linear = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x10600 + at)).join('');
    const { body } = await create({ title: linear, statement: linear });
    expect(body.unprintable).toHaveLength(20);
  });
});
