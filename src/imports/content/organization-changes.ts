import type { ImportedLeader } from '../../features/organizations/organization.importer.js';
import type { OrganizationPeople } from './content-organization-people.js';
import type { OrganizationEntry } from './organization.schema.js';
import { fingerprint } from './content-students.js';

export type Lists = Omit<OrganizationPeople, 'editors'>;

/** Facts about an organization that the file did not have the time before. */
export interface OrganizationNews {
  /** Whether it says something else than before of anything but people. */
  ofItself: boolean;
  /** People whom it names now, and did not before. */
  people: Lists;
  /** Fingerprints of the organization, of its students, of its parents and of its leaders, one after the other. */
  digest: string;
}

/**
 * Compared is what the file says, not who is there now: somebody who leaves is no news of anything.
 * @param lists whom the entry names, as they are known now
 * @param stored the digest of the last time
 */
export function notificationsOf(
  entry: OrganizationEntry,
  lists: Lists,
  stored: string | null,
): OrganizationNews {
  const { archived: _archived, editors: _editors, ...named } = entry;
  const { students, parents, leaders, ...own } = named;
  const itself = fingerprint(own);
  const [before, ...listsBefore] = stored?.split('/') ?? [];
  const news = {
    students: newsOfList(students, lists.students, listsBefore[0]),
    parents: newsOfList(parents, lists.parents, listsBefore[1]),
    leaders: newsOfList(leaders, lists.leaders, listsBefore[2]),
  };
  const digest = [itself, news.students.digest, news.parents.digest, news.leaders.digest].join('/');
  // One fingerprint of it all is how it was stored once.
  if (stored === fingerprint({ ...own, ...lists })) return { ofItself: false, people: NOBODY, digest };
  const people = {
    students: news.students.people,
    parents: news.parents.people,
    leaders: news.leaders.people,
  };
  return { ofItself: before !== itself, people, digest };
}

const NOBODY: Lists = { students: [], parents: [], leaders: [] };

/**
 * The new people of a list. In a list that has not changed only people who were not known so far are new: editors may have
 * removed any other.
 */
function newsOfList<P extends string | ImportedLeader>(
  said: unknown[] | undefined,
  known: P[],
  before = '',
): { people: P[]; digest: string } {
  if (!said) return { people: [], digest: before };
  const [saidBefore, ...marks] = before.split('.');
  const now = fingerprint(said);
  const taken = new Set(saidBefore === now ? marks : []);
  const people = known.filter((person) => !taken.has(markOf(person)));
  return { people, digest: [now, ...taken, ...people.map(markOf)].join('.') };
}

/** Enough to tell the people of one list apart. */
const markOf = (person: string | ImportedLeader): string => fingerprint([idOf(person)]).slice(0, 8);

const idOf = (person: string | ImportedLeader): string | undefined =>
  typeof person === 'string' ? person : (person.staffMemberId ?? person.membershipId ?? person.studentId);
