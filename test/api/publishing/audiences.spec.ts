import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import { aPublisher, KINDS, type Kind, type TestPublisher } from '../../support/publisher.factory.js';
import {
  aModelledSchool,
  at,
  audienceOf,
  type BuiltSchool,
} from '../../support/schools/model-school.factory.js';
import type { TestMember } from '../../support/school.factory.js';
import {
  aModelSchool,
  isAddressed,
  isAdmin,
  isManaged,
  PUBLISHED,
  READ,
  type ModelItem,
  type ModelPerson,
  type ModelSchool,
} from '../../support/models/audience-model.js';
import type { TestApp } from '../../support/test-app.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';

let t: TestApp;
beforeAll(async () => {
  t = await startAppWithDataDir();
});
afterAll(() => t.close());

const RUNS = Number(process.env.MODEL_RUNS ?? 8);

/** A school of the model with everything in it, as its items are published; who published them is its last member. */
interface Built extends BuiltSchool {
  admin: TestPublisher;
  /** By the item's number. */
  ids: string[];
  attachmentIds: string[];
}

async function build(kind: Kind, school: ModelSchool): Promise<Built> {
  const admin = await aPublisher(t, kind);
  t.clock.stopAt(at(PUBLISHED).toISOString());
  const built = await aModelledSchool(t, admin.school, school);
  const ids: string[] = [];
  for (const item of school.items) ids.push(await publish(admin, built, item));
  const attachmentIds: string[] = [];
  for (const id of ids) attachmentIds.push((await admin.get(id)).body.attachments[0].id as string);
  return { ...built, admin, members: [...built.members, admin.member], ids, attachmentIds };
}

async function publish(admin: TestPublisher, built: BuiltSchool, item: ModelItem): Promise<string> {
  const window =
    admin.kind === 'notices' ? { starts_at: at(item.startsAt), expires_at: at(item.expiresAt) } : {};
  return admin.anItem({
    ...window,
    ...audienceOf(item, built),
    attachments: [await admin.anUpload()],
  });
}

const PUBLISHER: ModelPerson = {
  role: 'senior_admin',
  deactivated: false,
  children: [],
  onRoster: [],
  leads: [],
  grants: [],
};

/** What the model says of a person, and what the service answered, in the same words. */
interface Sight {
  list: number[] | 'refused';
  single: number[];
  download: number[];
  notified: number[];
  /** Of the school, before anything was opened: what is new to the person, and their notifications. */
  unread: [items: number, notifications: number] | 'refused';
  /** Of each organization. */
  counts: (number | 'hidden')[];
}

function expected(kind: Kind, school: ModelSchool, person: ModelPerson): Sight {
  const numbersOf = (condition: (item: ModelItem) => boolean): number[] =>
    school.items.flatMap((item, number) => (condition(item) ? [number] : []));
  const isOn = ({ startsAt, expiresAt }: ModelItem, now: number): boolean =>
    kind === 'documents' || (startsAt <= now && now < expiresAt);
  const list = numbersOf((item) => isOn(item, READ) && isAddressed(school, person, item, READ));
  const shown = numbersOf(
    (item) => list.includes(school.items.indexOf(item)) || isManaged(school, person, item, READ),
  );
  const isPublisher = person === PUBLISHER;
  const notified = numbersOf((item) => isOn(item, PUBLISHED) && isAddressed(school, person, item, PUBLISHED));
  return {
    list: person.deactivated ? 'refused' : list,
    single: shown,
    download: shown,
    notified: isPublisher ? [] : notified,
    // Whoever published them has opened every one, and is told of none.
    unread: person.deactivated ? 'refused' : isPublisher ? [0, 0] : [list.length, notified.length],
    counts: school.archived.map((archived, organization) =>
      person.deactivated || (archived && !isAdmin(person))
        ? 'hidden'
        : list.filter((number) => school.items[number]!.organization === organization).length,
    ),
  };
}

async function seen({ admin, organizations, ids, attachmentIds }: Built, member: TestMember): Promise<Sight> {
  const reader = admin.as(member);
  const unread = await unreadBy(admin, member);
  const { status, body } = await reader.send('GET', '');
  const numberOf = (id: string): number => ids.indexOf(id);
  const [single, download]: [number[], number[]] = [[], []];
  for (const [number, id] of ids.entries()) {
    if ((await reader.download(id, attachmentIds[number]!)).status === 200) download.push(number);
    if ((await reader.get(id)).status === 200) single.push(number);
  }
  const alerts = await t.dataSource.manager.findBy(Notification, { membershipId: member.membershipId });
  const counts: Sight['counts'] = [];
  for (const { id } of organizations) {
    const detail = await t.api.get(`/organizations/${id}`, { token: member.token });
    counts.push(detail.status === 200 ? detail.body.counts[admin.kind] : 'hidden');
  }
  return {
    list:
      status === 200
        ? sorted((body[admin.kind] as { id: string }[]).map(({ id }) => numberOf(id)))
        : 'refused',
    single,
    download,
    notified: sorted(alerts.map(({ targetId }) => numberOf(targetId))),
    unread,
    counts,
  };
}

async function unreadBy({ kind, school }: TestPublisher, { token }: TestMember): Promise<Sight['unread']> {
  const { status, body } = await t.api.get(`/schools/${school.id}/features`, { token });
  if (status !== 200) return 'refused';
  const { notices_unread, documents_new, notifications_unread } = body.counts;
  return [kind === 'notices' ? notices_unread : documents_new, notifications_unread];
}

const sorted = (numbers: number[]): number[] => numbers.sort((a, b) => a - b);

describe.each(KINDS)('Whoever is in a school, and whomever %s are addressed to,', (kind) => {
  it(
    'list, single, download, notification and count agree on who sees them',
    async () => {
      await fc.assert(
        fc.asyncProperty(aModelSchool, async (school) => {
          const built = await build(kind, school);
          t.clock.stopAt(at(READ).toISOString());
          for (const [number, person] of [...school.people, PUBLISHER].entries())
            expect(await seen(built, built.members[number]!)).toEqual(expected(kind, school, person));
        }),
        { numRuns: RUNS },
      );
    },
    RUNS * 30_000,
  );
});
