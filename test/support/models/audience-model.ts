import fc from 'fast-check';
import type { AudienceType } from '../../../src/policy/audience.js';
import type { MemberRole } from '../../../src/platform/auth/caller.js';

/*
 * Who sees what (contract sections 0.2 and 0.3), said as plainly as it can be: a school of a few organizations, people
 * and items, all by their numbers. Items are published at minute 0 and read at minute 7.
 */

export const PUBLISHED = 0;
export const READ = 7;
const ORGANIZATIONS = 3;

/** In minutes; `ending` is live when items are published, and no longer when they are read. */
export const GRANTS = {
  live: { from: -60, to: null, revoked: false },
  ending: { from: -60, to: 6, revoked: false },
  begins: { from: 6, to: 60, revoked: false },
  over: { from: -60, to: -1, revoked: false },
  revoked: { from: -60, to: null, revoked: true },
} as const;

export interface Child {
  year: number | null;
  archived: boolean;
  /** In these organizations. */
  enrolled: number[];
}

export interface ModelPerson {
  role: MemberRole;
  deactivated: boolean;
  children: Child[];
  onRoster: number[];
  leads: number[];
  grants: { organization: number; kind: keyof typeof GRANTS }[];
}

export interface ModelItem {
  type: AudienceType;
  years: number[];
  organizations: number[];
  organization: number | null;
  /** Minutes; a document has neither. */
  startsAt: number;
  expiresAt: number;
}

export interface ModelSchool {
  /** By organization. */
  archived: boolean[];
  people: ModelPerson[];
  items: ModelItem[];
}

const someOrganizations = (minLength = 0) =>
  fc.uniqueArray(fc.nat(ORGANIZATIONS - 1), { minLength, maxLength: 2 });
const oneIn = (many: number) => fc.nat(many - 1).map((value) => value === 0);
const aYear = fc.constantFrom(2028, 2029, 2030);

const aChild: fc.Arbitrary<Child> = fc.record({
  year: fc.option(aYear, { freq: 5 }),
  archived: oneIn(3),
  enrolled: someOrganizations(),
});

const aPerson: fc.Arbitrary<ModelPerson> = fc.record({
  role: fc.constantFrom<MemberRole[]>('parent', 'parent', 'parent', 'junior_admin', 'senior_admin'),
  deactivated: oneIn(6),
  children: fc.array(aChild, { minLength: 1, maxLength: 2 }),
  onRoster: someOrganizations(),
  leads: fc.oneof({ weight: 3, arbitrary: fc.constant<number[]>([]) }, someOrganizations()),
  grants: fc.uniqueArray(
    fc.record({
      organization: fc.nat(ORGANIZATIONS - 1),
      kind: fc.constantFrom(...(Object.keys(GRANTS) as (keyof typeof GRANTS)[])),
    }),
    { maxLength: 2, selector: ({ organization }) => organization },
  ),
});

const anItem = fc
  .record({
    type: fc.constantFrom<AudienceType[]>('school', 'graduation_years', 'organizations', 'admins'),
    years: fc.uniqueArray(aYear, { minLength: 1, maxLength: 2 }),
    organizations: someOrganizations(1),
    organization: fc.option(fc.nat(ORGANIZATIONS - 1)),
    window: fc.constantFrom([0, 60], [0, 60], [0, READ], [0, 5], [READ, 60], [10, 60]),
  })
  .map(({ window, ...item }): ModelItem => ({ ...item, startsAt: window[0], expiresAt: window[1] }));

export const aModelSchool: fc.Arbitrary<ModelSchool> = fc.record({
  archived: fc.tuple(oneIn(4), oneIn(4), oneIn(4)),
  people: fc.array(aPerson, { minLength: 3, maxLength: 5 }),
  items: fc.array(anItem, { minLength: 3, maxLength: 5 }),
});

export const isAdmin = ({ role }: ModelPerson): boolean => role !== 'parent';

function holdsGrant({ archived }: ModelSchool, { grants }: ModelPerson, organization: number, now: number) {
  return grants.some((grant) => {
    const { from, to, revoked } = GRANTS[grant.kind];
    const isLive = from <= now && (to === null || now < to) && !revoked && !archived[organization];
    return grant.organization === organization && isLive;
  });
}

function isMember(school: ModelSchool, person: ModelPerson, organization: number, now: number): boolean {
  if (school.archived[organization]) return false;
  const enrolled = person.children.filter((child) => !child.archived).flatMap((child) => child.enrolled);
  return (
    [...person.onRoster, ...person.leads, ...enrolled].includes(organization) ||
    holdsGrant(school, person, organization, now)
  );
}

export function isAddressed(school: ModelSchool, person: ModelPerson, item: ModelItem, now: number): boolean {
  if (person.deactivated) return false;
  if (item.type === 'school') return true;
  if (item.type === 'admins') return isAdmin(person);
  if (item.type === 'organizations')
    return item.organizations.some((organization) => isMember(school, person, organization, now));
  return person.children.some(
    ({ year, archived }) => !archived && year !== null && item.years.includes(year),
  );
}

export const isManaged = (school: ModelSchool, person: ModelPerson, item: ModelItem, now: number): boolean =>
  !person.deactivated &&
  (isAdmin(person) || (item.organization !== null && holdsGrant(school, person, item.organization, now)));
