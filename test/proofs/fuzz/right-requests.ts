import { CALLERS, type Caller } from '../authorization/grid.js';
import { OPERATIONS as MATRIX } from '../authorization/matrix.table.js';
import { OPERATIONS, type Operation } from './document.js';
import type { FuzzCaller, FuzzWorld } from './world.js';

/** A request that its operation takes, or refuses for a reason of its own. */
export interface Right {
  operation: Operation;
  caller: FuzzCaller;
  /** Below the version's prefix, with its query; ids as «name: target». */
  path: string;
  body: object | undefined;
  isLetIn: boolean;
}

/** A thing for the ids of a world to stand for themselves: `ids.studentId.archived` is «studentId: archived». */
const namesOf = (ids: FuzzWorld['ids']): FuzzWorld['ids'] =>
  Object.fromEntries(
    Object.entries(ids).map(([name, targets]) => [
      name,
      Object.fromEntries(Object.keys(targets).map((target) => [target, `«${name}: ${target}»`])),
    ]),
  );

/** The text with the ids of this world. */
export const withIds = (text: string, ids: FuzzWorld['ids']): string =>
  text.replace(/«(\w+): ([^»]+)»/g, (all, name: string, target: string) => ids[name]?.[target] ?? all);

/** One of each operation that is let in, with as full a body as there is. */
export function fullestRequests(world: FuzzWorld): Right[] {
  const letIn = rightRequests(world).filter(({ isLetIn }) => isLetIn);
  const fields = ({ body }: Right): number => Object.keys(body ?? {}).length;
  return OPERATIONS.flatMap(({ id }) =>
    letIn
      .filter(({ operation }) => operation.id === id)
      .sort((a, b) => fields(b) - fields(a))
      .slice(0, 1),
  );
}

/** Every operation as each caller and on each target that the authorization matrix knows, and those of `more`. */
export const rightRequests = ({ ids }: FuzzWorld): Right[] => [
  ...OPERATIONS.flatMap((operation) => ofTheMatrix(operation, namesOf(ids))),
  ...MORE.map(({ name, caller, path, body }) => ({
    operation: OPERATIONS.find((known) => known.name === name)!,
    caller,
    path,
    body,
    isLetIn: true,
  })),
];

function ofTheMatrix(operation: Operation, names: FuzzWorld['ids']): Right[] {
  const { access, body, query } = MATRIX[operation.name]!;
  const made = (caller: Caller, target: string, at: number): Right => ({
    operation,
    caller,
    path: `${operation.name.split(' ')[1]!}${query ? `?${query}` : ''}`.replace(
      /:([a-z]\w+Id)/g,
      (_, name: string) => names[name]![target]!,
    ),
    body: typeof body === 'function' ? body(names, target) : body,
    isLetIn: access.cells.get(caller)![at] === 'ok',
  });
  return CALLERS.flatMap((caller) => access.targets.map((target, at) => made(caller, target, at)));
}

interface More {
  name: string;
  caller: FuzzCaller;
  path: string;
  body?: object;
}

const SCHOOL = '/schools/«schoolId: this school»';
const ORGANIZATION = '/organizations/«organizationId: this organization»';
const STUDENT = "«studentId: this family's»";
const answers = (of: 'sign-up' | 'slip'): object[] => [
  { question_id: `«questionId: ${of}, short_text»`, text: 'Nuts' },
  { question_id: `«questionId: ${of}, single_choice»`, choice_ids: [`«choiceId: ${of}, single_choice»`] },
  { question_id: `«questionId: ${of}, multi_choice»`, choice_ids: [`«choiceId: ${of}, multi_choice»`] },
  { question_id: `«questionId: ${of}, yes_no»`, value: true },
  { question_id: `«questionId: ${of}, date»`, value: '2026-09-07' },
  { question_id: `«questionId: ${of}, number»`, value: 3 },
];
const AUDIENCE = { type: 'graduation_years', graduation_years: [2030] };
const EVENT = {
  title: 'Match',
  description: '<p>At home</p>',
  location: 'Gym',
  starts_at: '2026-09-12T16:00:00Z',
  ends_at: '2026-09-12T18:00:00Z',
  arrival_at: '2026-09-12T15:30:00Z',
  category_id: '«categoryId: a category»',
  organization_id: '«organizationId: this organization»',
  audience: AUDIENCE,
  tags: ['home'],
  event_type: 'game',
  home_away: 'home',
  opponent: 'Foxes',
  uniform: 'Blue',
};

/** What the matrix need not try: bodies with all their fields, queries, and files. */
const MORE: More[] = [
  {
    name: 'POST /auth/token',
    caller: 'application',
    path: '/auth/token',
    body: {
      grant_type: 'password',
      email: '«email: one with a password»',
      password: '«password: the right one»',
    },
  },
  {
    name: 'POST /auth/two-step/verify',
    caller: 'second step missing',
    path: '/auth/two-step/verify',
    body: { challenge_id: '00000000-0000-4000-8000-000000000000', code: '000000' },
  },
  {
    name: 'POST /students/:studentId/photo',
    caller: 'parent of this family',
    path: `/students/${STUDENT}/photo`,
    body: { photo_key: "«photoKey: this family's»" },
  },
  {
    name: 'POST /me/photo',
    caller: 'parent of this family',
    path: '/me/photo',
    body: { photo_key: "«photoKey: this parent's»" },
  },
  {
    name: 'POST /organizations/:organizationId/photos',
    caller: 'senior admin',
    path: `${ORGANIZATION}/photos`,
    body: { photo_key: '«photoKey: this organization»', caption: 'Champions' },
  },
  {
    name: 'PATCH /organizations/:organizationId',
    caller: 'editor',
    path: ORGANIZATION,
    body: { description: '<p>We play</p>', website: 'https://example.org/', meeting_info: 'Mondays' },
  },
  {
    name: 'PUT /organizations/:organizationId/leadership',
    caller: 'senior admin',
    path: `${ORGANIZATION}/leadership`,
    body: { leaders: [{ type: 'staff', person_id: '«staffId: a member of staff»', title: 'Coach' }] },
  },
  ...['this', 'following', 'all'].flatMap((scope) =>
    ["everyone's first", "the organization's second"].map((which) => ({
      name: 'PATCH /schools/:schoolId/calendar/events/:eventId',
      caller: 'senior admin' as const,
      path: `${SCHOOL}/calendar/events/«eventId: ${which} occurrence»?scope=${scope}`,
      body: { title: 'Moved', location: 'Hall' },
    })),
  ),
  {
    name: 'POST /schools/:schoolId/calendar/events',
    caller: 'senior admin',
    path: `${SCHOOL}/calendar/events`,
    body: EVENT,
  },
  {
    name: 'POST /schools/:schoolId/calendar/series',
    caller: 'senior admin',
    path: `${SCHOOL}/calendar/series`,
    body: {
      ...{ ...EVENT, starts_at: undefined, ends_at: undefined, arrival_at: '2026-09-07T15:00' },
      ...{ local_start: '2026-09-07T15:30', duration_minutes: 60, time_zone: 'Europe/Berlin' },
      ...{ rrule: 'FREQ=WEEKLY;COUNT=3', rdates: ['2026-09-08T15:30'], exdates: ['2026-09-14T15:30'] },
    },
  },
  {
    name: 'POST /schools/:schoolId/documents',
    caller: 'senior admin',
    path: `${SCHOOL}/documents`,
    body: {
      ...{ title: 'Handbook', description: '<p>Rules</p>', category_id: '«categoryId: a category»' },
      ...{ organization_id: '«organizationId: this organization»', audience: AUDIENCE },
      attachments: [{ key: '«attachmentKey: a document»', file_name: 'a.pdf', size_bytes: 1 }],
    },
  },
  {
    name: 'POST /schools/:schoolId/notices',
    caller: 'senior admin',
    path: `${SCHOOL}/notices`,
    body: {
      ...{ title: 'Snow', body: '<p>No school</p>', expires_at: '2199-01-01T00:00:00Z', pinned: true },
      ...{ starts_at: '2026-01-01T00:00:00Z', audience: AUDIENCE },
      attachments: [{ key: '«attachmentKey: a notice»' }],
    },
  },
  { name: 'POST /schools/:schoolId/images', caller: 'editor', path: `${SCHOOL}/images` },
  {
    name: 'POST /signups/:signupId/claims',
    caller: 'parent of this family',
    path: '/signups/«signupId: the asking sign-up»/claims',
    body: {
      ...{ item_id: '«signupItemId: the asking sign-up»', quantity: 1, student_id: STUDENT },
      ...{ comment: 'No nuts', accept_waitlist: true, answers: answers('sign-up') },
    },
  },
  {
    name: 'POST /permission-slips/:slipId/responses',
    caller: 'parent of this family',
    path: '/permission-slips/«slipId: the signed slip»/responses',
    body: {
      ...{ student_id: STUDENT, decision: 'granted', note: 'Gets sick', answers: answers('slip') },
      signature: { full_name: 'Maria Park', agreed: true, statement_version: 1, relation: 'mother' },
    },
  },
  {
    name: 'GET /schools/:schoolId/map-markers',
    caller: 'parent of this family',
    path: `${SCHOOL}/map-markers?list=«listId: this parent's»&starred=1`,
  },
  {
    name: 'GET /schools/:schoolId/students',
    caller: 'senior admin',
    path: `${SCHOOL}/students?q=park&graduationYear=2030`,
  },
  {
    name: 'GET /schools/:schoolId/students',
    caller: 'parent of this family',
    path: `${SCHOOL}/students?full=true`,
  },
  {
    name: 'GET /organizations/:organizationId/schedule',
    caller: 'parent of this family',
    path: `${ORGANIZATION}/schedule?from=2020-01-01&to=2027-01-01`,
  },
];
