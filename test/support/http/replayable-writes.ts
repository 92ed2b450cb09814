import { randomUUID } from 'node:crypto';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { PICNIC, PRACTICE } from '../calendar.factory.js';
import { aRound } from '../confirmation.factory.js';
import { aList } from '../list.factory.js';
import { aPermissionSlip } from '../permission-slip.factory.js';
import { aPoll } from '../poll.factory.js';
import { aNoticeRow } from '../publication.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../school.factory.js';
import { aSignup } from '../signup.factory.js';
import { anOrganization, type TestOrganization } from '../organization.factory.js';
import { aPhoto } from '../files/images.js';
import type { PhotoApp } from '../files/photo-app.js';
import { webhookRows } from '../webhook.factory.js';

export const [PHONE, STREET] = ['+12125550199', 'canary Hidden Lane 7'];

/** An editor who is a parent as well, so that one person may call everything. */
export interface World {
  school: TestSchool;
  caller: TestMember;
  studentId: string;
  chess: TestOrganization;
  /** Another family's guardian, whose contact and address are shown until they hide them. */
  father: TestMember;
  fathersStudentId: string;
}

export interface Write {
  method?: string;
  path: string;
  body: object;
}

export async function aWorld({ t }: PhotoApp): Promise<World> {
  const school = await aSchool(t, { addressBooks: true });
  const ada = await school.student();
  const caller = await school.parentOf(ada);
  const chess = await anOrganization(t, school);
  await chess.grant(caller);
  const ben = await school.studentAtHome({ addressLine1: STREET });
  const father = await school.parent({ phone: PHONE });
  const { membershipId, email } = father;
  await school.guardian(ben, { membershipId, email, phone: PHONE });
  return { school, caller, studentId: ada.id, chess, father, fathersStudentId: ben.id };
}

export const becomeSeniorAdmin = ({ t }: PhotoApp, { caller: { membershipId: id } }: World) =>
  t.dataSource.manager.update(Membership, { id }, { role: 'senior_admin' });

/** A request for each operation that takes Idempotency-Key, by its id, but for leaving a school. */
export const writesOf = (app: PhotoApp): Record<string, (world: World) => Promise<Write> | Write> => ({
  createSignupClaim: async ({ school }) => {
    const signup = await aSignup(app.t, school, { Cake: {} });
    return { path: `/signups/${signup.id}/claims`, body: { item_id: signup.items.Cake, comment: 'Mine' } };
  },
  proposeCorrection: ({ studentId }) => ({
    path: `/students/${studentId}/corrections`,
    body: { field: 'phone', proposed: '+12125550100' },
  }),
  sendConfirmationReminders: async (world) => {
    await becomeSeniorAdmin(app, world);
    await aRound(app.t, world.school);
    return { path: `/schools/${world.school.id}/confirmation/reminders`, body: {} };
  },
  createMenuSubscription: ({ school }) => ({
    path: `/schools/${school.id}/menus/subscriptions`,
    body: { name: 'Lunch' },
  }),
  createAppPassword: ({ school }) => ({
    path: `/schools/${school.id}/app-passwords`,
    body: { name: 'Phone' },
  }),
  createCalendarSubscription: ({ school }) => ({
    path: `/schools/${school.id}/calendar/subscriptions`,
    body: { name: 'Mine' },
  }),
  answerPermissionSlip: async (world) => answerOf(world, (await aPermissionSlip(app.t, world.school)).id),
  changeSlipResponse: async (world) => {
    const { path, body } = answerOf(world, (await aPermissionSlip(app.t, world.school)).id);
    const answered = await app.t.api.post(path, { token: world.caller.token, body });
    return { method: 'PATCH', path: `${path}/${answered.body.id}`, body: { ...body, decision: 'declined' } };
  },
  createCategory: async (world) => {
    await becomeSeniorAdmin(app, world);
    return { path: `/schools/${world.school.id}/categories`, body: { name: randomUUID(), color: '#112233' } };
  },
  createWebhook: async (world) => {
    await becomeSeniorAdmin(app, world);
    return {
      path: `/schools/${world.school.id}/webhooks`,
      body: { url: 'https://app.example.org/hook', kinds: ['menu.changed'] },
    };
  },
  renewWebhookSecret: (world) => ofAWebhook(app, world, 'secret'),
  testWebhook: (world) => ofAWebhook(app, world, 'test'),
  createOrganization: async (world) => {
    await becomeSeniorAdmin(app, world);
    return {
      path: `/schools/${world.school.id}/organizations`,
      body: { kind: 'club', name: 'Go', short_name: 'go' },
    };
  },
  createMenus: async (world) => {
    await becomeSeniorAdmin(app, world);
    return {
      path: `/schools/${world.school.id}/menus`,
      body: { date: '2026-10-05', meal_type: 'lunch', items: 'Pizza' },
    };
  },
  createList: ({ school }) => ({ path: `/schools/${school.id}/lists`, body: { name: 'Bus' } }),
  addListGuardian: async ({ school, caller, father, fathersStudentId }) => ({
    path: `/lists/${(await aList(app.t, school, caller)).id}/guardians`,
    body: { guardian_membership_id: father.membershipId, linked_student_id: fathersStudentId },
  }),
  addOrganizationPhoto: (world) => photoOf(app, world, `/organizations/${world.chess.id}/photos`),
  confirmStudentPhoto: (world) => photoOf(app, world, `/students/${world.studentId}/photo`),
  confirmMyPhoto: (world) => photoOf(app, world, '/me/photo'),
  addOrganizationParent: ({ chess, father }) => ({
    path: `/organizations/${chess.id}/parents`,
    body: { membership_id: father.membershipId },
  }),
  respondToPoll: async ({ school }) => {
    const poll = await aPoll(app.t, school, {}, [2]);
    const [question] = poll.questions;
    const answers = [{ question_id: question!.id, choice_id: question!.choices[0] }];
    return { path: `/polls/${poll.id}/respond`, body: { answers } };
  },
  createPoll: ({ school, chess }) => ({
    path: `/schools/${school.id}/polls`,
    body: {
      ...{ title: 'Picnic', results_visibility: 'always', anonymous: false, organization_id: chess.id },
      questions: [{ text: 'When?', choices: [{ text: 'Now' }, { text: 'Later' }] }],
    },
  }),
  sendPollReminders: async ({ school, chess }) => {
    const poll = await aPoll(app.t, school, { organizationId: chess.id });
    return { path: `/polls/${poll.id}/reminders`, body: {} };
  },
  sendEventReminders: async ({ school, caller, chess }) => {
    const path = `/schools/${school.id}/calendar/events`;
    const body = {
      ...{ title: 'Match', starts_at: '2099-01-01T10:00:00Z', ends_at: '2099-01-01T11:00:00Z' },
      ...{ organization_id: chess.id, rsvp: { by: 'person' } },
    };
    const event = await app.t.api.post(path, { token: caller.token, body });
    return { path: `${path}/${event.body.id as string}/rsvps/reminders`, body: {} };
  },
  createSignup: ({ school, chess }) => ({
    path: `/schools/${school.id}/signups`,
    body: {
      ...{ title: 'Bake sale', claim_per: 'person', claimant_visibility: 'names', organization_id: chess.id },
      items: [{ title: 'Cake' }],
    },
  }),
  recordSignupClaim: async ({ school, chess, father }) => {
    const signup = await aSignup(app.t, school, { Cake: {} }, { organizationId: chess.id });
    const body = { item_id: signup.items.Cake, membership_id: father.membershipId };
    return { path: `/signups/${signup.id}/management/claims`, body };
  },
  sendSignupReminders: async ({ school, chess, father }) => {
    const signup = await aSignup(app.t, school, { Cake: {} }, { organizationId: chess.id });
    await signup.claimed(father, 'Cake');
    return { path: `/signups/${signup.id}/reminders`, body: {} };
  },
  createPermissionSlip: ({ school, chess }) => ({
    path: `/schools/${school.id}/permission-slips`,
    body: {
      ...{ title: 'Museum', body: 'By bus', statement: 'My child may go', organization_id: chess.id },
      ...{ answer_per: 'student', signature_required: true, second_guardian_required: false },
    },
  }),
  sendPermissionSlipReminders: async ({ school, chess }) => {
    const slip = await aPermissionSlip(app.t, school, { organizationId: chess.id });
    return { path: `/permission-slips/${slip.id}/reminders`, body: {} };
  },
  recordPaperResponse: async ({ school, chess, studentId }) => {
    const slip = await aPermissionSlip(app.t, school, { organizationId: chess.id });
    const body = {
      ...{ student_id: studentId, decision: 'granted', signed_by_name: 'Rosa Lind', relation: 'aunt' },
      signed_on: '2026-01-05',
    };
    return { path: `/permission-slips/${slip.id}/paper-responses`, body };
  },
  createNotice: ({ school, chess }) => ({
    path: `/schools/${school.id}/notices`,
    body: { title: 'Hi', body: 'Hi', expires_at: '2099-01-01T00:00:00Z', organization_id: chess.id },
  }),
  sendNoticeReminders: async ({ school, chess }) => {
    const { id } = await aNoticeRow(app.t, school, { organizationId: chess.id, acknowledgeVersion: 'a' });
    return { path: `/schools/${school.id}/notices/${id}/reminders`, body: {} };
  },
  createDocument: ({ school, chess }) => ({
    path: `/schools/${school.id}/documents`,
    body: { title: 'Rules', organization_id: chess.id, attachments: [] },
  }),
  createEvent: ({ school, chess }) => ({
    path: `/schools/${school.id}/calendar/events`,
    body: { ...PICNIC, organization_id: chess.id },
  }),
  createEventSeries: ({ school, chess }) => ({
    path: `/schools/${school.id}/calendar/series`,
    body: { ...PRACTICE, organization_id: chess.id },
  }),
});

const answerOf = ({ studentId }: World, slipId: string): Write => ({
  path: `/permission-slips/${slipId}/responses`,
  body: { student_id: studentId, decision: 'granted', answers: [] },
});

const photoOf = async (app: PhotoApp, { caller }: World, path: string): Promise<Write> => ({
  path,
  body: { photo_key: await app.upload(path, caller.token, 'image/png', await aPhoto('image/png')) },
});

async function ofAWebhook(app: PhotoApp, world: World, operation: string): Promise<Write> {
  await becomeSeniorAdmin(app, world);
  const { webhookId } = await webhookRows(app.t, world.school);
  return { path: `/schools/${world.school.id}/webhooks/${webhookId}/${operation}`, body: {} };
}
