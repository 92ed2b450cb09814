import type { DirectoryClient } from './directory-client.js';
import { DirectoryError } from './directory-error.js';
import type { SyncedItem, SyncedType, SyncedValues } from './school-store.js';

/** How the items of a type are read: all of them, or those of some ids. What the caller may not read is left out. */
interface Reader {
  all: (school: ReadSchool) => Promise<SyncedItem[]>;
  some: (school: ReadSchool, ids: ReadonlySet<string>) => Promise<SyncedItem[]>;
}

export interface ReadSchool {
  api: DirectoryClient;
  schoolId: string;
}

type Listed<Type extends SyncedType> = (
  school: ReadSchool,
) => Promise<(SyncedValues[Type] & { id: string })[]>;
type ReadOne<Type extends SyncedType> = (school: ReadSchool, id: string) => Promise<SyncedValues[Type]>;

/** The service works on four reads of one caller at a time. */
const AT_A_TIME = 4;
/** With more ids the list is read: it is one answer. */
const MOST_SINGLE_READS = 20;

export const READERS: { [Type in SyncedType]: Reader } = {
  // A list shows them whole, or reading one by its id would count as having seen it.
  staff_member: listed(
    'staff_member',
    async (s) => (await s.api.GET('/schools/{schoolId}/staff', of(s))).data.staff,
  ),
  organization: listed(
    'organization',
    async (s) => (await s.api.GET('/schools/{schoolId}/organizations', of(s))).data.organizations,
  ),
  notice: listed('notice', async (s) => (await s.api.GET('/schools/{schoolId}/notices', of(s))).data.notices),
  document: listed(
    'document',
    async (s) => (await s.api.GET('/schools/{schoolId}/documents', of(s))).data.documents,
  ),
  menu: listed('menu', async (s) => (await s.api.GET('/schools/{schoolId}/menus', of(s))).data.menus),
  category: listed(
    'category',
    async (s) => (await s.api.GET('/schools/{schoolId}/categories', of(s))).data.categories,
  ),
  notification: listed(
    'notification',
    async (s) => (await s.api.GET('/schools/{schoolId}/notifications', of(s))).data.notifications,
  ),

  // The list is long and shows them whole; one that has changed is read by its id.
  student: listedOrSingle('student', listStudents, readStudent),
  event: listedOrSingle(
    'event',
    async (s) => (await s.api.GET('/schools/{schoolId}/calendar', of(s))).data.events,
    async ({ api, schoolId }, eventId) =>
      (
        await api.GET('/schools/{schoolId}/calendar/events/{eventId}', {
          params: { path: { schoolId, eventId } },
        })
      ).data,
  ),
  series: listedOrSingle(
    'series',
    async (s) => (await s.api.GET('/schools/{schoolId}/calendar/series', of(s))).data.series,
    async ({ api, schoolId }, seriesId) =>
      (
        await api.GET('/schools/{schoolId}/calendar/series/{seriesId}', {
          params: { path: { schoolId, seriesId } },
        })
      ).data,
  ),

  // The list names them alone.
  organization_roster: single(
    'organization_roster',
    async (s) => (await s.api.GET('/schools/{schoolId}/organizations', of(s))).data.organizations,
    async ({ api }, organizationId) =>
      (await api.GET('/organizations/{organizationId}/roster', { params: { path: { organizationId } } }))
        .data,
  ),
  poll: single(
    'poll',
    async (s) => (await s.api.GET('/schools/{schoolId}/polls', of(s))).data.polls,
    async ({ api }, pollId) => (await api.GET('/polls/{pollId}', { params: { path: { pollId } } })).data,
  ),
  signup: single(
    'signup',
    async (s) => (await s.api.GET('/schools/{schoolId}/signups', of(s))).data.signups,
    async ({ api }, signupId) =>
      (await api.GET('/signups/{signupId}', { params: { path: { signupId } } })).data,
  ),
  permission_slip: single(
    'permission_slip',
    async (s) => (await s.api.GET('/schools/{schoolId}/permission-slips', of(s))).data.permission_slips,
    async ({ api }, slipId) =>
      (await api.GET('/permission-slips/{slipId}', { params: { path: { slipId } } })).data,
  ),
  list: single(
    'list',
    async (s) => (await s.api.GET('/schools/{schoolId}/lists', of(s))).data.lists,
    async ({ api }, listId) => (await api.GET('/lists/{listId}', { params: { path: { listId } } })).data,
  ),

  features: alone('features', async (s) => ({
    id: s.schoolId,
    value: (await s.api.GET('/schools/{schoolId}/features', of(s))).data,
  })),
  me: alone('me', readMe),
};

const of = ({ schoolId }: ReadSchool) => ({ params: { path: { schoolId } } });

async function listStudents({ api, schoolId }: ReadSchool): Promise<SyncedValues['student'][]> {
  const full = { params: { path: { schoolId }, query: { full: 'true' } } } as const;
  return (await api.GET('/schools/{schoolId}/students', full)).data.students;
}

/** A student as the roster has them. */
async function readStudent({ api }: ReadSchool, studentId: string): Promise<SyncedValues['student']> {
  const { data } = await api.GET('/students/{studentId}', { params: { path: { studentId } } });
  const { id, first_name, last_name, name, graduation_year, has_photo } = data;
  const { latitude, longitude, guardians, notes } = data;
  const note = notes[0]?.body ?? null;
  return {
    id,
    first_name,
    last_name,
    name,
    graduation_year,
    has_photo,
    latitude,
    longitude,
    guardians,
    note,
  };
}

async function readMe({
  api,
  schoolId,
}: ReadSchool): Promise<{ id: string; value: SyncedValues['me'] } | null> {
  const { data } = await api.GET('/me');
  const membership = data.memberships.find((one) => one.school_id === schoolId);
  if (!membership) return null;
  const contact = (await api.GET('/me/contact')).data;
  return { id: membership.membership_id, value: { membership, contact } };
}

function listed<Type extends SyncedType>(type: Type, list: Listed<Type>): Reader {
  const all = async (school: ReadSchool) =>
    ((await orNone(() => list(school))) ?? []).map((value) => ({ type, id: value.id, value }));
  const some = async (school: ReadSchool, ids: ReadonlySet<string>) =>
    (await all(school)).filter(({ id }) => ids.has(id));
  return { all, some };
}

function listedOrSingle<Type extends SyncedType>(
  type: Type,
  list: Listed<Type>,
  read: ReadOne<Type>,
): Reader {
  const { all, some } = listed(type, list);
  return {
    all,
    some: (school, ids) =>
      ids.size > MOST_SINGLE_READS ? some(school, ids) : readEach(type, school, ids, read),
  };
}

function single<Type extends SyncedType>(
  type: Type,
  list: (school: ReadSchool) => Promise<{ id: string }[]>,
  read: ReadOne<Type>,
): Reader {
  const all = async (school: ReadSchool) => {
    const ids = ((await orNone(() => list(school))) ?? []).map(({ id }) => id);
    return readEach(type, school, ids, read);
  };
  return { all, some: (school, ids) => readEach(type, school, ids, read) };
}

function alone<Type extends SyncedType>(
  type: Type,
  read: (school: ReadSchool) => Promise<{ id: string; value: SyncedValues[Type] } | null>,
): Reader {
  const all = async (school: ReadSchool) => {
    const found = await orNone(() => read(school));
    return found ? [{ type, ...found }] : [];
  };
  return { all, some: all };
}

async function readEach<Type extends SyncedType>(
  type: Type,
  school: ReadSchool,
  ids: Iterable<string>,
  read: ReadOne<Type>,
): Promise<SyncedItem[]> {
  const items: SyncedItem[] = [];
  const waiting = [...ids];
  const readOn = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const one = id;
      const value = await orNone(() => read(school, one));
      if (value !== null) items.push({ type, id: one, value });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, readOn));
  return items;
}

/** Null for what is not there for the caller, or not any more; a feature that is off is 403. */
async function orNone<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DirectoryError && (error.code === 'not_found' || error.code === 'not_authorized'))
      return null;
    throw error;
  }
}
