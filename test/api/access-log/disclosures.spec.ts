import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { readers, tomorrow } from '../../support/http/readers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo(tomorrow()));

const { read, disclosures, lines, aFamily } = readers(() => t);

describe('GET /me/disclosures', () => {
  it('refuses a call without a token, and asks for the second step', async () => {
    expectError(await t.api.get('/me/disclosures'), 401, 'not_authenticated');
    const token = await tokenOf(t, await (await aSchool(t)).parent(), { secondStepPending: true });
    expectError(await t.api.get('/me/disclosures', { token }), 401, 'mfa_required');
  });

  it('refuses a school that the caller is no active member of, invented, malformed or none', async () => {
    const { school, parent } = await aFamily();
    const deactivated = await school.parent();
    await school.deactivate(deactivated);
    for (const id of [(await aSchool(t)).id, randomUUID(), 'springfield', '', `${school.id}&schoolId=x`])
      expectError(await read(parent, `/me/disclosures?schoolId=${id}`), 403, 'not_authorized');
    expectError(await read(deactivated, `/me/disclosures?schoolId=${school.id}`), 403, 'not_authorized');
  });

  it('returns nothing for whom nobody has read, and for a person without a school', async () => {
    const { parent } = await aFamily();
    expect(await disclosures(parent)).toEqual([]);
    expect(await disclosures(await aPerson(t))).toEqual([]);
  });

  it('tells when, by which role and how often a student was read, and neither by whom nor what', async () => {
    const { school, ada, parent, reader } = await aFamily();
    await read(reader, `/students/${ada.id}`);
    await read(await school.parent(), `/students/${ada.id}`);
    await read(await school.admin('junior_admin'), `/students/${ada.id}`);
    const found = await disclosures(parent);
    const entry = {
      at: expect.stringMatching(/T10:15:\d\d\.\d{3}Z$/),
      school_id: school.id,
      operation: 'getStudent',
    };
    expect(found).toHaveLength(4);
    for (const [role, count] of [
      ['parent', 2],
      ['junior_admin', 1],
    ] as const)
      for (const subject of ['contact', 'address'])
        expect(found).toContainEqual({ ...entry, reader_role: role, subject, count });
  });

  it('counts a read of a student once, whatever it shows of the family', async () => {
    const { school, ada, parent, reader } = await aFamily();
    const ben = await school.student({ firstName: 'Ben', phone: '555 7' });
    await t.dataSource.query(`update students set email = 'ada@example.org' where id = $1`, [ada.id]);
    await school.guardian(ben, { membershipId: parent.membershipId });
    await read(reader, `/students/${ada.id}`);
    await read(reader, `/students/${ada.id}`);
    expect(await lines(parent)).toEqual(['getStudent address parent 2', 'getStudent contact parent 2']);
    await read(reader, `/students/${ben.id}`);
    expect(await lines(parent)).toEqual(['getStudent address parent 2', 'getStudent contact parent 3']);
  });

  it('tells each hour apart, the newest first', async () => {
    const { ada, parent, reader } = await aFamily();
    await read(reader, `/students/${ada.id}`);
    t.clock.advance(30 * 60_000);
    await read(reader, `/students/${ada.id}`);
    t.clock.advance(30 * 60_000);
    await read(reader, `/students/${ada.id}`);
    const contact = (await disclosures(parent)).filter(({ subject }) => subject === 'contact');
    expect(contact.map(({ at, count }) => `${at.slice(11, 16)} ${count}`)).toEqual(['11:15 1', '10:45 2']);
  });

  it('forgets after a year', async () => {
    const { ada, parent, reader } = await aFamily();
    await read(reader, `/students/${ada.id}`);
    t.clock.advance(364 * 86_400_000);
    expect(await disclosures(parent)).toHaveLength(2);
    t.clock.advance(2 * 86_400_000);
    expect(await disclosures(parent)).toEqual([]);
    // A month goes as a whole.
    t.clock.advance(31 * 86_400_000);
    await read(reader, `/students/${ada.id}`);
    t.clock.advance(60 * 60_000);
    await read(reader, `/students/${ada.id}`);
    await disclosures(parent);
    const [kept] = await t.dataSource.query(
      'select count(*)::int as n from disclosures where reader_membership_id = $1 and last_at < $2',
      [reader.membershipId, new Date(t.clock.now().getTime() - 365 * 86_400_000)],
    );
    expect(kept.n).toBe(0);
  });

  it('keeps to the school that is asked for, and covers all without one', async () => {
    const { school, ada, parent, reader } = await aFamily();
    const other = await aSchool(t);
    const ben = await other.student();
    const there = await other.parent({}, parent);
    await other.guardian(ben, { membershipId: there.membershipId });
    await read(reader, `/students/${ada.id}`);
    await read(await other.parent(), `/students/${ben.id}`);
    const schools = async (query: string) => [
      ...new Set((await disclosures(parent, query)).map((d) => d.school_id as string)),
    ];
    expect(await schools(`?schoolId=${other.id}`)).toEqual([other.id]);
    expect((await schools('')).sort()).toEqual([school.id, other.id].sort());
  });

  it('says nothing of a school in which the membership is deactivated', async () => {
    const { school, ada, parent, reader } = await aFamily();
    await read(reader, `/students/${ada.id}`);
    await school.deactivate(parent);
    expect(await disclosures(parent)).toEqual([]);
  });
});
