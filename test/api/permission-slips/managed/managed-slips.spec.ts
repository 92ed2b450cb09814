import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PermissionSlip } from '../../../../src/features/permission-slips/permission-slip.entity.js';
import { SlipWritesRepository } from '../../../../src/features/permission-slips/slip-writes.repository.js';
import { DeletedItemsService } from '../../../../src/features/publishing/deleted-items.service.js';
import { anAttachment } from '../../../support/attachment.factory.js';
import { expectError, expectInvalid } from '../../../support/errors.js';
import { PICNIC, TestCalendar } from '../../../support/calendar.factory.js';
import { anOrganization } from '../../../support/organization.factory.js';
import { aPermissionSlip, aSlipQuestion, SlipClient } from '../../../support/permission-slip.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.member('junior_admin');
});

const list = (by: TestMember = admin, query = '') =>
  t.api.get(`/schools/${school.id}/permission-slips/managed${query}`, { token: by.token });
const titles = async (by: TestMember, query = ''): Promise<string[]> =>
  (await list(by, query)).body.permission_slips.map(({ title }: { title: string }) => title).sort();
const get = (id: string, by: TestMember = admin) =>
  t.api.get(`/permission-slips/${id}/management`, { token: by.token });
const csv = (id: string, by: TestMember = admin) =>
  t.api.get(`/permission-slips/${id}/responses.csv`, { token: by.token });
const aSlip = async (given: Partial<PermissionSlip> = {}): Promise<SlipClient> =>
  new SlipClient(t, (await aPermissionSlip(t, school, given)).id);
const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);

describe('GET /schools/{schoolId}/permission-slips/managed', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'GET',
    path: (id) => `/schools/${id}/permission-slips/managed`,
  });

  it('refuses who manages nothing, and an unknown state', async () => {
    expectError(await list(await school.parent(), '?state=5'), 403, 'not_authorized');
    expectInvalid(await list(admin, '?state=gone'), 'state');
  });

  it('shows an admin all of the school, and an editor those of their organizations', async () => {
    const [editor, chess] = [await school.parent(), await anOrganization(t, school)];
    await chess.grant(editor);
    await aSlip({ title: 'School', audienceType: 'admins' });
    await aSlip({ title: 'Chess', organizationId: chess.id });
    await aPermissionSlip(t, await aSchool(t), { title: 'Elsewhere' });
    expect(await titles(admin)).toEqual(['Chess', 'School']);
    expect(await titles(editor)).toEqual(['Chess']);
  });

  it('shows those in one state, and deleted ones only when they are asked for', async () => {
    const slips: Record<string, Partial<PermissionSlip>> = {
      draft: { opensAt: null },
      upcoming: { opensAt: inHours(1) },
      open: { closesAt: inHours(1) },
      closed: { closesAt: inHours(-1) },
      gone: { visibleUntil: inHours(-1) },
      deleted: { deletedAt: inHours(-1) },
    };
    for (const [title, given] of Object.entries(slips)) await aSlip({ title, ...given });
    expect(await titles(admin)).toEqual(['closed', 'draft', 'gone', 'open', 'upcoming']);
    for (const state of ['draft', 'upcoming', 'open', 'deleted'])
      expect(await titles(admin, `?state=${state}`)).toEqual([state]);
    expect(await titles(admin, '?state=closed')).toEqual(['closed', 'gone']);
  });

  it('counts the students of each audience, and what was answered for them', async () => {
    const [one, two] = [await school.family(), await school.family()];
    await school.student({ graduationYear: 2031 });
    const [all, year] = [
      await aSlip(),
      await aSlip({ audienceType: 'graduation_years', audienceYears: [2031] }),
    ];
    await all.answer(one.mother, { student_id: one.student.id, decision: 'granted' });
    await all.answer(two.mother, { student_id: two.student.id, decision: 'declined' });
    const { permission_slips: slips } = (await list()).body;
    const totals = (id: string) => slips.find((slip: { id: string }) => slip.id === id).totals;
    expect(totals(all.id)).toEqual({ students: 3, granted: 1, declined: 1, outstanding: 1 });
    expect(totals(year.id)).toEqual({ students: 1, granted: 0, declined: 0, outstanding: 1 });
  });
});

describe('GET /permission-slips/{slipId}/management', () => {
  it('refuses whoever is no manager: 403 where they see it', async () => {
    const parent = await school.parent();
    expectError(await get((await aSlip()).id, parent), 403, 'not_authorized');
    expectError(await get((await aSlip({ opensAt: inHours(1) })).id, parent), 404, 'not_found');
    expectError(await get((await aSlip()).id, await (await aSchool(t)).admin()), 404, 'not_found');
  });

  it('says for every student who has answered what, private answers included', async () => {
    const row = await aPermissionSlip(t, school, { secondGuardianRequired: true });
    const slip = new SlipClient(t, row.id);
    const question = await aSlipQuestion(t, row, { private: true });
    const { student, mother, father } = await school.family();
    const other = await school.student();
    const given = { student_id: student.id, decision: 'granted' };
    await slip.answer(mother, { ...given, answers: [{ question_id: question.id, text: 'Grandpa' }] });
    const stateOf = async (id: string) =>
      (await get(slip.id)).body.students.find(({ student_id }: { student_id: string }) => student_id === id);
    expect(await stateOf(other.id)).toMatchObject({ state: 'needed', decision: null, signed_by: [] });
    expect(await stateOf(student.id)).toMatchObject({
      ...{ state: 'needed', decision: 'granted' },
      responses: [{ answers: [{ text: 'Grandpa' }], signed_by_membership_id: mother.membershipId }],
    });
    const { body: second } = await slip.answer(father, given);
    expect(await stateOf(student.id)).toMatchObject({ state: 'granted', signed_by: { length: 2 } });
    await slip.withdraw(father, second.id);
    expect(await stateOf(student.id)).toMatchObject({
      ...{ state: 'withdrawn', responses: [{ state: 'withdrawn' }, { state: 'current' }] },
    });
  });

  it('leaves managers the reading by id of those whom the slip is addressed to', async () => {
    const [hidden, years] = [
      await aSlip({ opensAt: inHours(1) }),
      await aSlip({ audienceType: 'graduation_years', audienceYears: [1999] }),
    ];
    for (const slip of [hidden, years]) {
      expectError(await slip.get(admin), 404, 'not_found');
      expect((await get(slip.id)).status).toBe(200);
    }
    expect((await (await aSlip()).get(admin)).body).toMatchObject({ can_manage: true });
  });
});

describe('GET /permission-slips/{slipId}/responses.csv', () => {
  it('refuses whoever is no manager', async () => {
    expectError(await csv((await aSlip()).id, await school.parent()), 403, 'not_authorized');
  });

  it('writes a row for each student, with no formula in it', async () => {
    const row = await aPermissionSlip(t, school);
    const question = await aSlipQuestion(t, row, { text: '=Allergies' });
    const { student, mother } = await school.family();
    await school.student({ lastName: 'Zzz' });
    await new SlipClient(t, row.id).answer(mother, {
      ...{ student_id: student.id, decision: 'granted', note: '@home' },
      answers: [{ question_id: question.id, text: '+1' }],
    });
    const { text, headers } = await csv(row.id);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [heading, signed, owed] = text.replace('﻿', '').trimEnd().split('\r\n');
    expect(heading).toBe(
      "Student,Graduation year,State,Signed by,Relation,Signed at,On paper,'=Allergies,Note",
    );
    expect(signed).toMatch(/,granted,[^,]+,,,,'\+1,'@home$/);
    expect(owed).toMatch(/Zzz,\d*,needed,,,,,,$/);
  });
});

describe('A deleted slip', () => {
  it('goes after 30 days with its files, unless it was answered or an import would bring it again', async () => {
    const deletedAt = inHours(-30 * 24);
    const made = { source: 'api', sourceId: null, deletedAt };
    const old = await aSlip({ ...made, title: 'old' });
    await anAttachment(t, school, admin, { entityType: 'permission_slip', permissionSlipId: old.id });
    await aSlip({ ...made, title: 'recent', deletedAt: inHours(-29 * 24) });
    await aSlip({ title: 'imported', deletedAt });
    const answered = await aSlip({ ...made, title: 'answered', deletedAt: null });
    const { student, mother } = await school.family();
    await answered.answer(mother, { student_id: student.id, decision: 'granted' });
    await t.dataSource.query('update permission_slips set deleted_at = $2 where id = $1', [
      answered.id,
      deletedAt,
    ]);
    while (await t.app.get(DeletedItemsService).removeNext(t.app.get(SlipWritesRepository)));
    const rows = await t.dataSource.query<{ title: string }[]>(
      'select title from permission_slips where school_id = $1 order by title',
      [school.id],
    );
    expect(rows.map(({ title }) => title)).toEqual(['answered', 'imported', 'recent']);
    const due = await t.dataSource.query<unknown[]>('select from object_removals where key like $1', [
      `permission_slips/${school.id}/%`,
    ]);
    expect(due).toHaveLength(1);
  });
});

describe('Letters of a permission slip that no font has', () => {
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
  const change = (id: string, body: object) =>
    t.api.patch(`/permission-slips/${id}/management`, { token: admin.token, body });

  it('name nothing of what is sent where all is printed', async () => {
    const { status, body } = await create({
      title: 'Μουσείο 博物館 متحف',
      body: '<p>Łódź &amp; 👩‍👩‍👧‍👦</p>',
      statement: 'Ja, gern! ✓',
    });
    expect([status, body]).toEqual([201, { id: body.id, unprintable: [] }]);
    expect((await get(body.id)).body.unprintable).toEqual([]);
  });

  it('refuse nothing, and are told of every text that is printed', async () => {
    await t.dataSource.query(`update schools set name = 'Knossos 𐘀' where id = $1`, [school.id]);
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
    expect((await get(body.id)).body.unprintable).toEqual(named);
  });

  it('show again when a slip is changed, or its creation repeated', async () => {
    const made = await create({ title: '𐘅' }, 'key-1');
    expect(made.body.unprintable).toEqual(['U+10605 𐘅']);
    expect((await create({ title: '𐘅' }, 'key-1')).body).toEqual(made.body);
    const { status, body } = await change(made.body.id, { title: 'Museum' });
    expect([status, body.unprintable]).toEqual([200, []]);
    expect((await change(made.body.id, { statement: 'No 𐘊' })).body.unprintable[0]).toBe('U+1060A 𐘊');
  });

  it('stop at twenty', async () => {
    const linear = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x10600 + at)).join('');
    const { body } = await create({ title: linear, statement: linear });
    expect(body.unprintable).toHaveLength(20);
  });
});
