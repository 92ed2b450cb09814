import type { Chance } from '../imports/chance.js';
import type { TestMember } from '../../support/school.factory.js';
import type { CursorApp } from './cursor-app.js';
import type { CursorSchool } from './cursor-world.js';

export type Send = (
  method: string,
  path: string,
  member: { token: string },
  body?: object,
) => Promise<unknown>;

/** One edit of a school, by a person, an operator or the clock. */
export type Edit = () => Promise<unknown>;

export interface Editing {
  t: CursorApp;
  chance: Chance;
  send: Send;
  world: CursorSchool;
}

export const HOUR = 3_600_000;

/** Ids that a list of somebody has. */
export async function idsIn(
  { t }: Editing,
  member: { token: string },
  path: string,
  name: string,
): Promise<string[]> {
  const { body } = await t.api.get(path, { token: member.token });
  return ((body?.[name] ?? []) as { id: string }[]).map(({ id }) => id);
}

/** An edit by its name, and how often it comes among the others. */
export type NamedEdit = [name: string, often: number, edit: Edit];

/** Words in which the edits of one school are written. */
export type EditTools = ReturnType<typeof editTools>;

export function editTools(editing: Editing) {
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
    (
      path: string,
      list: string,
      work: (id: string) => Promise<unknown>,
      who: () => TestMember = () => admin,
    ) =>
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
      [
        'DELETE',
        1,
        withOne(`${path}/managed`, list, (id) => send('DELETE', `/${one}/${id}/management`, admin)),
      ],
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
  const asOperator =
    <T extends object>(service: new (...args: never[]) => T, work: (service: T) => Promise<unknown>) =>
    () =>
      work(t.services.get(service, { strict: false }));
  return {
    ...{ editing, t, chance, send, world, school, admin, editor, organizations },
    ...{ base, anyone, parent, student, organization, name },
    ...{ inHours, audience, published, make, withOne, answered },
    ...{ opening, windowed, lists, asOperator },
  };
}
