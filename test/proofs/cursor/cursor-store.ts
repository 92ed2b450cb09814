import type { Told } from '../../support/changes/follower.js';
import type { TestMember } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';

type Json = Record<string, unknown>;
type Items = Map<string, string>;

/** How the items of a type are read: a list, and for each of it, or for each that is asked for, answers of its own. */
interface Reading {
  list: string;
  /** Member of the list's answer; an answer that is an item itself has none. */
  member: string;
  idOf?: (item: Json) => string;
  details?: (id: string) => string[];
}

const PER_TYPE: Record<string, Reading[]> = {
  student: [{ list: 'students?full=true', member: 'students', details: (id) => [`/students/${id}`] }],
  staff_member: [{ list: 'staff', member: 'staff' }],
  organization: [
    { list: 'organizations', member: 'organizations', details: (id) => [`/organizations/${id}`] },
  ],
  organization_roster: [
    { list: 'organizations', member: '', details: (id) => [`/organizations/${id}/roster`] },
  ],
  event: [{ list: 'calendar', member: 'events' }],
  series: [{ list: 'calendar/series', member: 'series' }],
  notice: [{ list: 'notices', member: 'notices' }],
  document: [{ list: 'documents', member: 'documents' }],
  poll: [
    { list: 'polls', member: 'polls', details: (id) => [`/polls/${id}`] },
    { list: 'polls/managed', member: 'polls', details: (id) => [`/polls/${id}/management`] },
  ],
  signup: [
    { list: 'signups', member: 'signups', details: (id) => [`/signups/${id}`] },
    { list: 'signups/managed', member: 'signups', details: (id) => [`/signups/${id}/management`] },
  ],
  permission_slip: [
    {
      ...{ list: 'permission-slips', member: 'permission_slips' },
      details: (id) => [`/permission-slips/${id}`],
    },
    {
      ...{ list: 'permission-slips/managed', member: 'permission_slips' },
      details: (id) => [`/permission-slips/${id}/management`],
    },
  ],
  menu: [{ list: 'menus', member: 'menus' }],
  category: [{ list: 'categories', member: 'categories' }],
  list: [{ list: 'lists', member: 'lists', details: (id) => [`/lists/${id}`, `/lists/${id}/guardians`] }],
  notification: [{ list: 'notifications', member: 'notifications' }],
};

export interface Caller {
  name: string;
  member: TestMember;
  schoolId: string;
}

/** What a client keeps of a school, by type and id, and how it keeps up. */
export class CursorStore {
  private items: Items = new Map();

  constructor(
    private readonly t: TestApp,
    private readonly caller: Caller,
  ) {}

  get keys(): ReadonlySet<string> {
    return new Set(this.items.keys());
  }

  async readAll(): Promise<void> {
    this.items = await this.everything();
  }

  /** Reads anew what has changed, and drops what was removed. */
  async apply(changes: Told[]): Promise<void> {
    const byType = Map.groupBy(changes, ({ type }) => type);
    for (const [type, told] of byType) {
      const changed = new Set(told.filter(({ change }) => change === 'changed').map(({ id }) => id));
      for (const { id } of told) this.items.delete(`${type} ${id}`);
      if (changed.size === 0) continue;
      for (const [id, text] of await this.read(type, changed)) this.items.set(`${type} ${id}`, text);
    }
  }

  /** Items that differ from a full read, in words; a difference is a fault. */
  async faults(): Promise<string[]> {
    const whole = await this.everything();
    const names = [...new Set([...whole.keys(), ...this.items.keys()])];
    return names
      .filter((name) => whole.get(name) !== this.items.get(name))
      .map((name) => `${this.caller.name}: ${name}${difference(this.items.get(name), whole.get(name))}`);
  }

  private async everything(): Promise<Items> {
    const all: Items = new Map();
    for (const type of [...Object.keys(PER_TYPE), 'note', 'features', 'me'])
      for (const [id, text] of await this.read(type, null)) all.set(`${type} ${id}`, text);
    return all;
  }

  /** @param wanted null for all of the type */
  private async read(type: string, wanted: ReadonlySet<string> | null): Promise<Items> {
    if (type === 'note') return this.readNotes(wanted);
    if (type === 'features') return this.readFeatures();
    if (type === 'me') return this.readMe();
    const found: Items = new Map();
    for (const { list, member, details } of PER_TYPE[type]!) {
      const body = await this.get(`/schools/${this.caller.schoolId}/${list}`);
      for (const item of (body?.[member || list] ?? []) as Json[]) {
        const id = item.id as string;
        if (wanted && !wanted.has(id)) continue;
        const parts = [member ? item : null];
        for (const path of details?.(id) ?? []) parts.push(await this.get(path));
        found.set(id, `${found.get(id) ?? ''}${JSON.stringify(parts)}`);
      }
    }
    return found;
  }

  private async readNotes(wanted: ReadonlySet<string> | null): Promise<Items> {
    const students = await this.read('student', wanted);
    const notes: Items = new Map();
    for (const id of students.keys()) {
      const body = await this.get(`/students/${id}/note`);
      if (body?.note) notes.set(id, JSON.stringify(body));
    }
    return notes;
  }

  private async readFeatures(): Promise<Items> {
    const body = await this.get(`/schools/${this.caller.schoolId}/features`);
    if (!body) return new Map();
    return new Map([[this.caller.schoolId, JSON.stringify({ ...body, generated_at: null })]]);
  }

  /** The membership and the contact: what is of the account alone is no part of a school. */
  private async readMe(): Promise<Items> {
    const { memberships } = (await this.get('/me')) as { memberships: Json[] };
    const own = memberships.find(({ membership_id }) => membership_id === this.caller.member.membershipId);
    return own
      ? new Map([[this.caller.member.membershipId, JSON.stringify([own, await this.get('/me/contact')])]])
      : new Map();
  }

  /** Null where there is nothing for the caller. */
  private async get(path: string): Promise<Json | null> {
    const { status, body, text } = await this.t.api.get(path, { token: this.caller.member.token });
    if (status === 200) return body as Json;
    if (status === 404 || status === 403) return null;
    throw new Error(`${path}: ${text}`);
  }
}

/** Around the first place in which two texts differ. */
function difference(kept = 'nothing', is = 'nothing'): string {
  let at = 0;
  while (at < kept.length && kept[at] === is[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 120), at + 120);
  return `\n  kept …${around(kept)}\n  is   …${around(is)}`;
}
