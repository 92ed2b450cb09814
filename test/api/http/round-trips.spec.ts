import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aList, type TestList } from '../../support/list.factory.js';
import { AccessLogRecorder } from '../../../src/features/access-log/access-log-recorder.service.js';
import { aMenu } from '../../support/menu.factory.js';
import { TestPublisher } from '../../support/publisher.factory.js';
import { aSignup, type TestSignup } from '../../support/signup.factory.js';
import { aPermissionSlip, aSlipQuestion, SlipClient } from '../../support/permission-slip.factory.js';
import { aPoll, type TestPoll } from '../../support/poll.factory.js';
import { aNotification } from '../../support/notification.factory.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { aStaffMember, anOrganization } from '../../support/organization.factory.js';
import { embedding, SchoolImages } from '../../support/files/embedded-images.js';
import { startGatedApp, type GatedApp } from '../../support/gated-app.factory.js';

let t: GatedApp;
let school: TestSchool;
let token: string;
let studentId: string;
let organizationId: string;
let list: TestList;
let eventId: string;
let documentId: string;
let notificationId: string;
let poll: TestPoll;
let signup: TestSignup;
let slipId: string;
beforeAll(async () => {
  t = await startGatedApp();
  school = await aSchool(t);
  const students = await Promise.all(Array.from({ length: 12 }, () => school.studentAtHome()));
  await Promise.all(students.flatMap((student) => [school.guardian(student), school.guardian(student)]));
  const parent = await school.parentOf(students);
  ({ token } = parent);
  list = await aList(t, school, parent, students);
  await list.addGuardian(await school.parent());
  studentId = students[0]!.id;
  ({ id: notificationId } = await aNotification(t, parent, { targetType: 'student', targetId: studentId }));
  const chess = await anOrganization(t, school, { shortName: 'chess' });
  organizationId = chess.id;
  const staff = await aStaffMember(t, school);
  await chess.leader({ staffMemberId: staff.id });
  for (const student of students) await chess.enroll(student);
  await chess.enroll(await school.studentAtHome());
  for (const date of ['2026-09-07', '2026-09-08']) await aMenu(t, school, { date });
  const calendar = new TestCalendar(t, school, (await school.admin()).token);
  await calendar.aSeries();
  await t.api.post(`/schools/${school.id}/calendar/subscriptions`, { token });
  await t.api.post(`/schools/${school.id}/menus/subscriptions`, { token });
  eventId = await calendar.anEvent({ tags: ['Fun'] });
  const ofChess = { organization_id: chess.id, audience: { type: 'school' } };
  await calendar.withResult(await calendar.anEvent(ofChess), chess);
  await calendar.anEvent({ ...ofChess, starts_at: '2199-01-01T12:00:00Z', ends_at: '2199-01-01T13:00:00Z' });
  const documents = new TestPublisher(t, 'documents', school, await school.admin());
  documentId = await documents.anItem({ attachments: [await documents.anUpload()] });
  poll = await aPoll(t, school);
  for (let responses = 0; responses < 5; responses += 1) await poll.aResponse();
  await aPoll(t, school);
  signup = await aSignup(t, school, { Cake: {}, Tea: {} });
  await signup.claimed(parent, 'Tea');
  for (let claims = 0; claims < 5; claims += 1) await signup.claimed(await school.parent(), 'Cake');
  const slip = await aPermissionSlip(t, school);
  ({ id: slipId } = slip);
  for (let questions = 0; questions < 5; questions += 1) await aSlipQuestion(t, slip);
  const slips = new SlipClient(t, slipId);
  for (const { id } of students.slice(1)) await slips.answer(parent, { student_id: id, decision: 'granted' });
  await aPermissionSlip(t, school, { answerPer: 'family' });
  await new TestPublisher(t, 'notices', school, await school.admin()).anItem({
    expires_at: '2199-01-01T00:00:00Z',
  });
});
afterAll(() => t.close());

describe('A read that everybody shares', () => {
  it.each([
    ['the roster', () => `/schools/${school.id}/students`],
    ['the full roster', () => `/schools/${school.id}/students?full=true`],
    ['map markers', () => `/schools/${school.id}/map-markers`],
    ['a student', () => `/students/${studentId}`],
    ['staff', () => `/schools/${school.id}/staff`],
    ['menus', () => `/schools/${school.id}/menus`],
    ['a week of menus', () => `/schools/${school.id}/menus/week?start=2026-09-06`],
    ['the calendar', () => `/schools/${school.id}/calendar`],
  ])('asks the database once for %s while nothing changes: for access', async (_, path) => {
    await t.api.get(path(), { token });
    // The record of the read is written later, for many at once.
    await t.app.get(AccessLogRecorder).flush();
    t.gate.statements = 0;
    expect((await t.api.get(path(), { token })).status).toBe(200);
    expect(t.gate.statements).toBe(1);
  });

  it('asks once for who one is, the first time as well, whoever asks in between', async () => {
    const others = [(await school.parent()).token, (await school.parent()).token];
    t.gate.statements = 0;
    for (const one of [...others, ...others])
      expect((await t.api.get('/me', { token: one })).status).toBe(200);
    expect(t.gate.statements).toBe(4);
  });

  it('asks twice when it has changed', async () => {
    await school.student();
    t.gate.statements = 0;
    expect((await t.api.get(`/schools/${school.id}/students`, { token })).status).toBe(200);
    expect(t.gate.statements).toBe(2);
  });
});

describe('A read of the directory', () => {
  it.each([
    ['map markers of an organization', () => `/schools/${school.id}/map-markers?org=chess`, 'markers'],
    ['school features', () => `/schools/${school.id}/features`, 'time_zone'],
    ['notifications', () => `/schools/${school.id}/notifications`, 'notifications'],
    ['a link of a notification', () => `/notifications/${notificationId}/link`, 'web_url'],
    ['organizations', () => `/schools/${school.id}/organizations`, 'organizations'],
    ['an organization', () => `/organizations/${organizationId}`, 'leadership'],
    ['the roster of an organization', () => `/organizations/${organizationId}/roster`, 'students'],
    ['the schedule of an organization', () => `/organizations/${organizationId}/schedule`, 'events'],
    ['the results of an organization', () => `/organizations/${organizationId}/results`, 'results'],
    ['families nearby', () => `/organizations/${organizationId}/nearby?studentId=${studentId}`, 'families'],
    ['calendar subscriptions', () => `/schools/${school.id}/calendar/subscriptions`, 'subscriptions'],
    ['menu subscriptions', () => `/schools/${school.id}/menus/subscriptions`, 'subscriptions'],
    ['a watch', () => `/schools/${school.id}/watch`, 'timeline'],
    ['series', () => `/schools/${school.id}/calendar/series`, 'series'],
    ['an event', () => `/schools/${school.id}/calendar/events/${eventId}`, 'tags'],
    ['documents', () => `/schools/${school.id}/documents`, 'documents'],
    ['a document', () => `/schools/${school.id}/documents/${documentId}`, 'attachments'],
    ['notices', () => `/schools/${school.id}/notices`, 'notices'],
    ['polls', () => `/schools/${school.id}/polls`, 'polls'],
    ['a poll', () => `/polls/${poll.id}`, 'questions'],
    ['sign-ups', () => `/schools/${school.id}/signups`, 'signups'],
    ['a sign-up', () => `/signups/${signup.id}`, 'items'],
    ['own claims', () => '/me/claims', 'claims'],
    ['permission slips', () => `/schools/${school.id}/permission-slips`, 'permission_slips'],
    ['a permission slip', () => `/permission-slips/${slipId}`, 'my_responses'],
    ['what is outstanding', () => '/me/outstanding', 'items'],
    ['lists', () => `/schools/${school.id}/lists`, 'lists'],
    ['a list', () => `/lists/${list.id}`, 'students'],
    ['map markers of a list', () => `/schools/${school.id}/map-markers?list=${list.id}`, 'markers'],
    ['the parents on a list', () => `/lists/${list.id}/guardians`, null],
    ['message recipients', () => `/lists/${list.id}/message-recipients`, null],
    ['candidates', () => `/lists/${list.id}/candidates`, null],
  ])('asks the database twice for %s, however much there is: access and answer', async (_, path, member) => {
    const first = await t.api.get(path(), { token });
    expect((member === null ? first.body : first.body[member]).length).toBeGreaterThan(0);
    // The record of the read is written later, for many at once.
    await t.app.get(AccessLogRecorder).flush();
    t.gate.statements = 0;
    const { status } = await t.api.get(path(), { token });
    expect([status, t.gate.statements]).toEqual([200, 2]);

    const ifNoneMatch = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await t.api.get(path(), { token, headers: ifNoneMatch })).status).toBe(304);
    expect(t.gate.statements).toBe(4);
  });

  it('asks twice for the address of an embedded image, however many items embed it', async () => {
    const images = new SchoolImages(t, school);
    const id = await images.row({ unusedSince: null });
    for (let n = 0; n < 20; n += 1) await images.notice(embedding(id));
    await images.document(embedding(id));
    t.gate.statements = 0;
    const { status } = await t.api.get(`/schools/${school.id}/images/${id}/download-url`, { token });
    expect([status, t.gate.statements]).toEqual([200, 2]);
  });

  it('asks once for /me: the answer comes along with access', async () => {
    t.gate.statements = 0;
    const { status, body } = await t.api.get('/me', { token });
    expect([status, body.memberships[0].students.length, t.gate.statements]).toEqual([200, 12, 1]);
  });

  it('asks twice for an export too', async () => {
    t.gate.statements = 0;
    const { status, text } = await t.api.get(`/lists/${list.id}/export.vcf`, { token });
    expect([status, t.gate.statements]).toEqual([200, 2]);
    expect(text.match(/BEGIN:VCARD/g)).toHaveLength(25);
  });
});
