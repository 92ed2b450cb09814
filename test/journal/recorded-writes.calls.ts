import { InvitationsService } from '../../src/features/invitations/invitations.service.js';
import { CalendarEvent } from '../../src/features/calendar/events/calendar-event.entity.js';
import type { PhotoApp } from '../support/files/photo-app.js';
import {
  aWorld,
  becomeSeniorAdmin,
  type World,
  type Write,
  writesOf,
} from '../support/http/replayable-writes.js';
import { aRound } from '../support/confirmation.factory.js';
import { aList } from '../support/list.factory.js';
import { aNoticeRow } from '../support/publication.factory.js';
import { aMenu } from '../support/menu.factory.js';
import { aNotification } from '../support/notification.factory.js';
import { aStaffMember } from '../support/organization.factory.js';

type Body = Record<string, unknown> & { id: string };

/** A school where the caller is on the roster of an organization, and in the staff directory. */
export async function aJournalWorld(app: PhotoApp): Promise<World> {
  const world = await aWorld(app);
  await world.chess.addParent(world.caller);
  await aStaffMember(app.t, world.school, { email: world.caller.email });
  return world;
}

/** A request for each write operation that says something in the journal, by its id. */
export function recordedWritesOf(app: PhotoApp): Record<string, (world: World) => Promise<Write> | Write> {
  const makes = writesOf(app);
  const { t } = app;

  /** The answer of an operation that makes something. */
  const made = async (world: World, name: string): Promise<{ path: string; body: Body }> => {
    const { path, body } = await makes[name]!(world);
    const answer = await t.api.post(path, { token: world.caller.token, body });
    if (answer.status >= 300) throw new Error(`${name}: ${answer.text}`);
    return { path, body: answer.body as Body };
  };
  const changing =
    (name: string, body: object, method = 'PATCH') =>
    async (world: World): Promise<Write> => {
      const item = await made(world, name);
      return { method, path: `${item.path}/${item.body.id}`, body };
    };
  const removing = (name: string) => changing(name, {}, 'DELETE');
  const ofChess =
    (method: string, path: string, body: object = {}) =>
    ({ chess }: World): Write => ({ method, path: `/organizations/${chess.id}${path}`, body });

  const managing =
    (create: string, method: string, body: object = {}) =>
    async (world: World): Promise<Write> => {
      const { path, body: item } = await made(world, create);
      return { method, path: `/${path.split('/').at(-1)}/${item.id}/management`, body };
    };

  const aListOf = async (world: World) => aList(t, world.school, world.caller);
  const aGame = async ({ school, chess, caller }: World): Promise<string> => {
    const event = {
      ...{ title: 'Game', organization_id: chess.id },
      ...{ starts_at: '2026-09-05T16:00:00Z', ends_at: '2026-09-05T17:00:00Z' },
    };
    const path = `/schools/${school.id}/calendar/events`;
    const { body } = await t.api.post(path, { token: caller.token, body: event });
    const startsAt = new Date(Date.now() - 60_000);
    await t.dataSource.manager.update(CalendarEvent, { id: (body as Body).id }, { startsAt });
    return (body as Body).id;
  };
  const askingEvent = ({ school, chess }: World, more: object = {}) => ({
    path: `/schools/${school.id}/calendar/events`,
    body: {
      ...{ title: 'Match', organization_id: chess.id, rsvp: { by: 'person' } },
      ...{ starts_at: '2099-01-01T10:00:00Z', ends_at: '2099-01-01T11:00:00Z', ...more },
    },
  });
  const anAskingEvent = async (world: World): Promise<string> => {
    const { path, body } = askingEvent(world);
    const made = await t.api.post(path, { token: world.caller.token, body });
    return `${path}/${(made.body as Body).id}`;
  };
  const aMenuOfAdmin = async (world: World): Promise<string> => {
    const { path, body } = await made(world, 'createMenus');
    return `${path}/${(body.ids as string[])[0]}`;
  };
  const resultOf = async (world: World): Promise<string> =>
    `/organizations/${world.chess.id}/results/${await aGame(world)}`;
  const put = (path: string, token: string, body: object) => t.api.put(path, { token, body });

  return {
    ...makes,
    acknowledgeNotice: async ({ school }) => {
      const { id } = await aNoticeRow(t, school, { acknowledgeVersion: 'a' });
      return { path: `/schools/${school.id}/notices/${id}/acknowledgement`, body: {} };
    },
    addListStudent: async (world) => ({
      path: `/lists/${(await aListOf(world)).id}/students`,
      body: { student_id: world.studentId },
    }),
    addOrganizationStudent: (world) => ofChess('POST', '/students', { student_id: world.studentId })(world),
    changeDocument: changing('createDocument', { title: 'Other rules' }),
    changeEvent: changing('createEvent', { title: 'Another' }),
    changeEventSeries: changing('createEventSeries', { title: 'Another' }),
    changeList: async (world) => ({
      ...{ method: 'PATCH', path: `/lists/${(await aListOf(world)).id}`, body: { name: 'Other' } },
    }),
    changeCategory: changing('createCategory', { color: '#332211' }),
    changeMenu: async (world) => ({
      ...{ method: 'PATCH', path: await aMenuOfAdmin(world), body: { items: 'Soup' } },
    }),
    changeNotice: changing('createNotice', { title: 'Another' }),
    changeOrganization: ofChess('PATCH', '', { website: 'https://chess.example.org' }),
    changeSignupClaim: changing('createSignupClaim', { comment: 'Another' }),
    confirmMyRecords: async ({ school }) => ({
      ...{ path: `/me/confirmation/${await aRound(t, school)}`, body: {} },
    }),
    confirmRegistration: async ({ school, caller, fathersStudentId }) => {
      const students = [{ studentId: fathersStudentId, relation: 'guardian' as const }];
      const invitation = { schoolId: school.id, email: caller.email, role: 'parent' as const, students };
      await t.app.get(InvitationsService, { strict: false }).invite(invitation);
      return { path: '/registration/confirm', body: {} };
    },
    createMenuImage: async ({ school }) => {
      const menu = await aMenu(t, school);
      return { path: `/schools/${school.id}/menus/${menu.id}/image`, body: {} };
    },
    putSchoolDetails: async (world) => {
      await becomeSeniorAdmin(app, world);
      return {
        method: 'PUT',
        path: `/schools/${world.school.id}/school-details`,
        body: { title: 'About us' },
      };
    },
    changePoll: managing('createPoll', 'PATCH', { title: 'Another' }),
    deletePoll: managing('createPoll', 'DELETE'),
    changeSignup: managing('createSignup', 'PATCH', { title: 'Another' }),
    deleteSignup: managing('createSignup', 'DELETE'),
    changePermissionSlip: managing('createPermissionSlip', 'PATCH', { title: 'Another' }),
    deletePermissionSlip: managing('createPermissionSlip', 'DELETE'),
    deleteCategory: removing('createCategory'),
    deleteMenu: async (world) => ({ method: 'DELETE', path: await aMenuOfAdmin(world), body: {} }),
    orderCategories: async (world) => {
      const { path, body: first } = await made(world, 'createCategory');
      const { body: second } = await made(world, 'createCategory');
      return { method: 'PUT', path: `${path}/order`, body: { ids: [second.id, first.id] } };
    },
    deleteDocument: removing('createDocument'),
    deleteEvent: removing('createEvent'),
    deleteEventSeries: removing('createEventSeries'),
    deleteList: async (world) => ({
      ...{ method: 'DELETE', path: `/lists/${(await aListOf(world)).id}`, body: {} },
    }),
    deleteMyPhoto: () => ({ method: 'DELETE', path: '/me/photo', body: {} }),
    deleteNotice: removing('createNotice'),
    deleteOrganizationPhoto: removing('addOrganizationPhoto'),
    deleteStudentPhoto: ({ studentId }) => ({
      ...{ method: 'DELETE', path: `/students/${studentId}/photo`, body: {} },
    }),
    leaveSchool: ({ caller }) => ({ path: `/me/leave-school/${caller.membershipId}`, body: {} }),
    markNotificationRead: async ({ caller }) => ({
      path: `/notifications/${(await aNotification(t, caller)).id}/read`,
      body: {},
    }),
    markNotificationsRead: async ({ caller, school }) => {
      await aNotification(t, caller);
      await aNotification(t, caller);
      return { path: `/schools/${school.id}/notifications/read`, body: {} };
    },
    putNote: ({ studentId }) => ({ method: 'PUT', path: `/students/${studentId}/note`, body: { body: 'A' } }),
    answerEvent: async (world) => ({
      ...{ method: 'PUT', path: `${await anAskingEvent(world)}/rsvp` },
      body: { answers: [{ answer: 'yes' }] },
    }),
    createEvent: (world) => askingEvent(world, { send_alert: true }),
    putOrganizationResult: async (world) => ({
      ...{ method: 'PUT', path: await resultOf(world), body: { outcome: 'win' } },
    }),
    removeListGuardian: removing('addListGuardian'),
    removeListStudent: async (world) => {
      const { id } = await aListOf(world);
      const path = `/lists/${id}/students`;
      const { studentId, caller } = world;
      await t.api.post(path, { token: caller.token, body: { student_id: studentId } });
      return { method: 'DELETE', path: `${path}/${studentId}`, body: {} };
    },
    removeOrganizationParent: (world) => ofChess('DELETE', `/parents/${world.caller.membershipId}`)(world),
    removeOrganizationResult: async (world) => {
      const path = await resultOf(world);
      await put(path, world.caller.token, { outcome: 'win' });
      return { method: 'DELETE', path, body: {} };
    },
    removeOrganizationStudent: async (world) => {
      await world.chess.enroll({ id: world.studentId } as never);
      return ofChess('DELETE', `/students/${world.studentId}`)(world);
    },
    replaceOrganizationLeadership: (world) => {
      const leaders = [{ type: 'parent', person_id: world.caller.membershipId, title: 'Coach' }];
      return ofChess('PUT', '/leadership', { leaders })(world);
    },
    settleCorrection: async (world) => {
      const { body } = await made(world, 'proposeCorrection');
      await becomeSeniorAdmin(app, world);
      return { method: 'PATCH', path: `/corrections/${body.id}`, body: { state: 'done' } };
    },
    setMyAddressVisibility: () => ({
      ...{ method: 'PATCH', path: '/me/address-visibility', body: { address_visible: false } },
    }),
    setMyProfileVisibility: () => ({
      ...{ method: 'PATCH', path: '/me/profile-visibility', body: { profile_visibility: 'name_only' } },
    }),
    starStudent: ({ studentId }) => ({ path: `/students/${studentId}/star`, body: {} }),
    unstarStudent: async ({ studentId, caller }) => {
      const path = `/students/${studentId}/star`;
      await t.api.post(path, { token: caller.token });
      return { method: 'DELETE', path, body: {} };
    },
    updateMyContact: () => ({
      ...{ method: 'PATCH', path: '/me/contact' },
      body: { first_name: 'Wren', last_name: 'Lark', phone: '' },
    }),
    withdrawSignupClaim: removing('createSignupClaim'),
    withdrawSlipResponse: removing('answerPermissionSlip'),
  };
}
