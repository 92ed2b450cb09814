import { MembershipsService } from '../../../src/features/memberships/memberships.service.js';
import { OrganizationGrantsService } from '../../../src/features/organizations/organization-grants.service.js';
import { SchoolsService } from '../../../src/features/schools/schools.service.js';
import { SCHOOL_FEATURES } from '../../../src/policy/school-feature.js';
import type { ImportApp } from '../../imports/a-fed-app.js';
import type { Chance } from '../imports/chance.js';
import type { TestMember } from '../../support/school.factory.js';
import type { CursorSchool } from './cursor-world.js';

type Send = (method: string, path: string, member: { token: string }, body?: object) => Promise<unknown>;

/** One edit of a school, by a person, an operator or the clock. */
export type Edit = () => Promise<unknown>;

interface Editing {
  t: ImportApp;
  chance: Chance;
  send: Send;
  world: CursorSchool;
}

const HOUR = 3_600_000;

/** Ids that a list of somebody has. */
async function idsIn({ t }: Editing, member: { token: string }, path: string, name: string): Promise<string[]> {
  const { body } = await t.api.get(path, { token: member.token });
  return ((body?.[name] ?? []) as { id: string }[]).map(({ id }) => id);
}

/** Edits by their names, each as often as its number says. */
export function editsOf(editing: Editing): [name: string, often: number, edit: Edit][] {
  const { t, chance, send, world } = editing;
  const { school, admin, editor, students, organizations } = world;
  const base = `/schools/${school.id}`;
  const anyone = (): TestMember => chance.of([admin, editor, ...world.parents]);
  const parent = (): TestMember => chance.of(world.parents);
  const student = () => chance.of(students);
  const organization = () => chance.of(organizations);
  const name = (): string => `Name ${chance.between(1, 1_000_000)}`;
  const inHours = (from: number, to: number): string =>
    new Date(t.clock.now().getTime() + chance.between(from * 60, to * 60) * (HOUR / 60)).toISOString();
  const audience = () =>
    chance.of([
      { type: 'school' },
      { type: 'admins' },
      { type: 'graduation_years', graduation_years: [chance.of([2028, 2029, 2030])] },
      { type: 'organizations', organization_ids: [organization().id] },
    ]);
  /** By the admin for whomever, or by the editor for their organization. */
  const published = (): { by: TestMember; addressed: object } => {
    if (chance.is(0.7))
      return {
        by: admin,
        addressed: { audience: audience(), organization_id: chance.is(0.5) ? organization().id : null },
      };
    const own = organizations[0]!.id;
    return {
      by: editor,
      addressed: { organization_id: own, audience: { type: 'organizations', organization_ids: [own] } },
    };
  };
  const make = (path: string, body: () => object) => () => {
    const { by, addressed } = published();
    return send('POST', `${base}/${path}`, by, { ...addressed, ...body() });
  };
  /** One of the items that the admin has in a list. */
  const withOne =
    (path: string, list: string, work: (id: string) => Promise<unknown>, who: () => TestMember = () => admin) =>
    async () => {
      const ids = await idsIn(editing, who(), `${base}/${path}`, list);
      if (ids.length > 0) await work(chance.of(ids));
    };
  const answered = (path: string, list: string, one: string, make: () => object) => {
    const change = (id: string, body: object) => send('PATCH', `/${one}/${id}/management`, admin, body);
    return [
      ['PATCH title', 2, withOne(`${path}/managed`, list, (id) => change(id, { title: name() }))],
      ['PATCH audience', 2, withOne(`${path}/managed`, list, (id) => change(id, { audience: audience() }))],
      [
        ...(['PATCH window', 2] as const),
        withOne(`${path}/managed`, list, (id) => change(id, { closes_at: inHours(1, 30), ...make() })),
      ],
      ['DELETE', 1, withOne(`${path}/managed`, list, (id) => send('DELETE', `/${one}/${id}/management`, admin))],
      [
        ...(['undelete', 1] as const),
        withOne(`${path}/managed?state=deleted`, list, (id) => change(id, { deleted: false })),
      ],
    ].map(([what, often, edit]) => [`${one}: ${what as string}`, often, edit] as [string, number, Edit]);
  };
  const opening = () => (chance.is(0.2) ? {} : { opens_at: inHours(-1, 6), closes_at: inHours(7, 30) });
  const windowed = () => ({ ...opening(), ...(chance.is(0.5) && { visible_until: inHours(31, 60) }) });
  const lists = (work: (id: string, owner: TestMember) => Promise<unknown>) => async () => {
    const owner = anyone();
    const ids = await idsIn(editing, owner, `${base}/lists`, 'lists');
    if (ids.length > 0) await work(chance.of(ids), owner);
  };
  const asOperator = <T extends object>(service: new (...args: never[]) => T, work: (service: T) => Promise<unknown>) =>
    () => work(t.services.get(service, { strict: false }));

  return [
    ['notice: new', 4, make('notices', () => ({ title: name(), body: 'Text', starts_at: inHours(-1, 5), expires_at: inHours(6, 40) }))],
    ['notice: PATCH', 3, withOne('notices', 'notices', (id) => send('PATCH', `${base}/notices/${id}`, admin, { title: name(), ...(chance.is(0.5) && { audience: audience() }) }))],
    ['notice: DELETE', 1, withOne('notices', 'notices', (id) => send('DELETE', `${base}/notices/${id}`, admin))],
    ['notice: read', 3, async () => {
      const reader = anyone();
      const ids = await idsIn(editing, reader, `${base}/notices`, 'notices');
      if (ids.length > 0) await t.api.get(`${base}/notices/${chance.of(ids)}`, { token: reader.token });
    }],
    ['document: new', 2, make('documents', () => ({ title: name(), attachments: [] }))],
    ['document: PATCH', 2, withOne('documents', 'documents', (id) => send('PATCH', `${base}/documents/${id}`, admin, { title: name(), attachments: [], audience: audience() }))],
    ['document: DELETE', 1, withOne('documents', 'documents', (id) => send('DELETE', `${base}/documents/${id}`, admin))],
    ['school details', 1, () => send('PUT', `${base}/school-details`, admin, { title: name() })],
    ['event: new', 3, make('calendar/events', () => { const at = inHours(-20, 90); return { title: name(), starts_at: at, ends_at: new Date(Date.parse(at) + HOUR).toISOString() }; })],
    ['event: PATCH', 3, withOne('calendar', 'events', (id) => send('PATCH', `${base}/calendar/events/${id}`, admin, { title: name(), ...(chance.is(0.4) && { audience: audience() }) }))],
    ['event: PATCH following', 1, withOne('calendar', 'events', (id) => send('PATCH', `${base}/calendar/events/${id}?scope=following`, admin, { title: name() }))],
    ['event: DELETE', 2, withOne('calendar', 'events', (id) => send('DELETE', `${base}/calendar/events/${id}`, admin))],
    ['series: new', 1, make('calendar/series', () => ({ title: name(), local_start: '2026-09-07T15:30', duration_minutes: 60, rrule: `FREQ=WEEKLY;COUNT=${chance.between(2, 6)}` }))],
    ['series: PATCH', 1, withOne('calendar/series', 'series', (id) => send('PATCH', `${base}/calendar/series/${id}`, admin, chance.of([{ title: name() }, { audience: audience() }, { rrule: `FREQ=WEEKLY;COUNT=${chance.between(2, 6)}` }])))],
    ['series: DELETE', 1, withOne('calendar/series', 'series', (id) => send('DELETE', `${base}/calendar/series/${id}`, admin))],
    ['poll: new', 2, make('polls', () => ({ title: name(), results_visibility: chance.of(['always', 'after_response', 'after_close', 'never']), anonymous: chance.is(0.3), questions: [{ text: 'When?', choices: [{ text: 'Now' }, { text: 'Later' }] }], ...opening() }))],
    ...answered('polls', 'polls', 'polls', () => ({})),
    ['poll: answer', 3, async () => {
      const who = anyone();
      const ids = await idsIn(editing, who, `${base}/polls`, 'polls');
      if (ids.length === 0) return;
      const id = chance.of(ids);
      const { body } = await t.api.get(`/polls/${id}`, { token: who.token });
      const answers = (body.questions ?? []).map((question: { id: string; choices: { id: string }[] }) => ({ question_id: question.id, choice_id: chance.of(question.choices).id }));
      await send('POST', `/polls/${id}/respond`, who, { answers });
    }],
    ['signup: new', 2, make('signups', () => ({ title: name(), claim_per: 'person', claimant_visibility: chance.of(['names', 'managers_only']), items: [{ title: 'Cake', capacity: 2, waitlist_enabled: true }], ...windowed() }))],
    ...answered('signups', 'signups', 'signups', () => ({ visible_until: inHours(31, 60) })),
    ['signup: for an event', 1, async () => {
      const events = await idsIn(editing, admin, `${base}/calendar`, 'events');
      if (events.length > 0) await withOne('signups/managed', 'signups', (id) => send('PATCH', `/signups/${id}/management`, admin, { event_id: chance.of([...events, null]) }))();
    }],
    ['signup: claim', 4, async () => {
      const who = anyone();
      const ids = await idsIn(editing, who, `${base}/signups`, 'signups');
      if (ids.length === 0) return;
      const { body } = await t.api.get(`/signups/${chance.of(ids)}`, { token: who.token });
      const item = body.items?.[0] as { id: string; my_claim_ids: string[] } | undefined;
      if (!item) return;
      const [own] = item.my_claim_ids;
      if (own) await send('DELETE', `/signups/${body.id}/claims/${own}`, who);
      else await send('POST', `/signups/${body.id}/claims`, who, { item_id: item.id, accept_waitlist: true, comment: name() });
    }],
    ['slip: new', 2, make('permission-slips', () => ({ title: name(), body: 'By bus', statement: 'My child may go', answer_per: chance.of(['student', 'family']), signature_required: false, second_guardian_required: chance.is(0.3), ...windowed() }))],
    ...answered('permission-slips', 'permission_slips', 'permission-slips', () => ({ visible_until: inHours(31, 60) })),
    ['slip: answer', 4, async () => {
      const who = parent();
      const ids = await idsIn(editing, who, `${base}/permission-slips`, 'permission_slips');
      if (ids.length === 0) return;
      const { body } = await t.api.get(`/permission-slips/${chance.of(ids)}`, { token: who.token });
      const [given] = (body.my_responses ?? []) as { id: string; state: string }[];
      if (given && chance.is(0.5)) return send('DELETE', `/permission-slips/${body.id}/responses/${given.id}`, who);
      const asked = (body.my_students?.[0] as { student_id: string | null } | undefined)?.student_id ?? null;
      await send('POST', `/permission-slips/${body.id}/responses`, who, { ...(asked && { student_id: asked }), decision: chance.of(['granted', 'declined']), answers: [] });
    }],
    ['menu: new', 2, () => send('POST', `${base}/menus`, admin, { date: `2026-10-${String(chance.between(1, 30)).padStart(2, '0')}`, meal_type: chance.of(['lunch', 'snack']), items: name() })],
    ['menu: PATCH', 1, withOne('menus', 'menus', (id) => send('PATCH', `${base}/menus/${id}`, admin, { items: name() }))],
    ['menu: DELETE', 1, withOne('menus', 'menus', (id) => send('DELETE', `${base}/menus/${id}`, admin))],
    ['category: new', 1, () => send('POST', `${base}/categories`, admin, { name: name(), color: '#112233' })],
    ['category: PATCH', 1, withOne('categories', 'categories', (id) => send('PATCH', `${base}/categories/${id}`, admin, { name: name() }))],
    ['category: DELETE', 1, withOne('categories', 'categories', (id) => send('DELETE', `${base}/categories/${id}`, admin))],
    ['category: of an item', 2, async () => {
      const categories = await idsIn(editing, admin, `${base}/categories`, 'categories');
      if (categories.length === 0) return;
      const [path, list] = chance.of([['notices', 'notices'], ['calendar', 'events']] as const);
      await withOne(path, list, (id) => send('PATCH', `${base}/${path === 'calendar' ? 'calendar/events' : path}/${id}`, admin, { category_id: chance.of(categories) }))();
    }],
    ['list: new', 1, () => send('POST', `${base}/lists`, anyone(), { name: name() })],
    ['list: PATCH', 1, lists((id, owner) => send('PATCH', `/lists/${id}`, owner, { name: name() }))],
    ['list: add a student', 2, lists((id, owner) => send('POST', `/lists/${id}/students`, owner, { student_id: student().id }))],
    ['list: add a parent', 1, lists((id, owner) => send('POST', `/lists/${id}/guardians`, owner, { guardian_membership_id: parent().membershipId }))],
    ['list: DELETE', 1, lists((id, owner) => send('DELETE', `/lists/${id}`, owner))],
    ['note', 2, () => send('PUT', `/students/${student().id}/note`, anyone(), { body: chance.is(0.7) ? name() : '' })],
    ['star', 2, () => send(chance.of(['POST', 'DELETE']), `/students/${student().id}/star`, anyone())],
    ['contact', 3, () => send('PATCH', '/me/contact', anyone(), { first_name: 'Wren', last_name: name(), phone: `+1 212 555 ${String(chance.between(100, 199)).padStart(4, '0')}` })],
    ['profile visibility', 2, () => send('PATCH', '/me/profile-visibility', anyone(), { profile_visibility: chance.of(['full', 'name_only']) })],
    ['address visibility', 2, () => send('PATCH', '/me/address-visibility', parent(), { address_visible: chance.is(0.5) })],
    ['notifications read', 2, () => send('POST', `${base}/notifications/read`, anyone())],
    ['organization: texts', 1, () => send('PATCH', `/organizations/${organization().id}`, admin, { website: `https://${chance.between(1, 999)}.example.org` })],
    ['organization: name', 1, () => send('PATCH', `/organizations/${organization().id}`, admin, { name: name() })],
    ['organization: new', 0.3, () => send('POST', `${base}/organizations`, admin, { kind: 'club', name: name(), short_name: `c-${chance.between(1, 1e9)}` })],
    ['organization: leaders', 1, async () => {
      const staff = await idsIn(editing, admin, `${base}/staff`, 'staff');
      const leaders = [{ type: 'parent', person_id: parent().membershipId, title: 'Coach' }, ...(staff.length > 0 && chance.is(0.5) ? [{ type: 'staff', person_id: staff[0], title: 'Head' }] : [])];
      await send('PUT', `/organizations/${organization().id}/leadership`, admin, { leaders });
    }],
    ['roster: student', 1, () => send(...(chance.is(0.5) ? (['POST', `/organizations/${organization().id}/students`, admin, { student_id: student().id, jersey: String(chance.between(1, 99)) }] as const) : (['DELETE', `/organizations/${organization().id}/students/${student().id}`, admin] as const)))],
    ['roster: parent', 1, () => send(...(chance.is(0.5) ? (['POST', `/organizations/${organization().id}/parents`, admin, { membership_id: parent().membershipId }] as const) : (['DELETE', `/organizations/${organization().id}/parents/${parent().membershipId}`, admin] as const)))],
    ['result', 1, async () => {
      const ids = (await idsIn(editing, admin, `/organizations/${organizations[0]!.id}/schedule`, 'events'));
      if (ids.length > 0) await send('PUT', `/organizations/${organizations[0]!.id}/results/${chance.of(ids)}`, admin, { outcome: chance.of(['win', 'loss']) });
    }],
    ['clock', 3, () => Promise.resolve(t.clock.advance(chance.between(1, 120) * 60_000))],
    ['clock: days', 0.3, () => Promise.resolve(t.clock.advance(chance.between(1, 12) * 24 * HOUR))],
    ['feature', 0.5, asOperator(SchoolsService, (schools) => schools.setFeatures(school.id, { [chance.of(SCHOOL_FEATURES)]: chance.is(0.7) }))],
    ['grant', 0.3, asOperator(OrganizationGrantsService, (grants) => grants.add({ schoolId: school.id, organization: organization().id, email: parent().email }, chance.is(0.5) ? new Date(inHours(1, 50)) : null))],
    ['revoke', 0.2, asOperator(OrganizationGrantsService, (grants) => grants.revoke({ schoolId: school.id, organization: organization().id, email: parent().email }))],
    ['deactivate', 0.1, asOperator(MembershipsService, (members) => members.deactivate(school.id, world.parents[1]!.email))],
    ['reactivate', 0.3, asOperator(MembershipsService, (members) => members.reactivate(school.id, world.parents[1]!.email))],
    ['import', 0.2, () => t.bring(school.id, { students: [{ source_id: `s-${chance.between(1, 3)}`, first_name: name(), last_name: 'Lind', graduation_year: chance.between(2028, 2030) }] })],
    ['import menus', 0.3, () => t.bring(school.id, { menus: [{ date: `2026-10-${String(chance.between(1, 30)).padStart(2, '0')}`, meal_type: 'lunch', items: name() }] } as never)],
  ];
}
