import { GRANTS, type ModelItem, type ModelPerson, type ModelSchool } from '../models/audience-model.js';
import { anOrganization, type TestOrganization } from '../organization.factory.js';
import type { TestMember, TestSchool } from '../school.factory.js';
import type { TestApp } from '../test-app.js';

/** Minute 0 of the model. */
export const at = (minute: number): Date =>
  new Date(Date.parse('2026-09-01T12:10:00.000Z') + minute * 60_000);

/** A school of the model without its items: organizations and members by their numbers. */
export interface BuiltSchool {
  organizations: TestOrganization[];
  members: TestMember[];
}

export async function aModelledSchool(
  t: TestApp,
  school: TestSchool,
  model: ModelSchool,
): Promise<BuiltSchool> {
  const organizations: TestOrganization[] = [];
  for (const archived of model.archived)
    organizations.push(await anOrganization(t, school, { archivedAt: archived ? at(-60) : null }));
  const members: TestMember[] = [];
  for (const person of model.people) members.push(await aMember(school, organizations, person));
  return { organizations, members };
}

async function aMember(
  school: TestSchool,
  organizations: TestOrganization[],
  { role, children, onRoster, leads, grants, deactivated }: ModelPerson,
): Promise<TestMember> {
  const member = await school.member(role);
  for (const { year, archived, enrolled } of children) {
    const child = await school.student({ graduationYear: year, archivedAt: archived ? at(-60) : null });
    await school.guardian(child, { membershipId: member.membershipId });
    for (const organization of enrolled) await organizations[organization]!.enroll(child);
  }
  for (const organization of onRoster) await organizations[organization]!.addParent(member);
  for (const organization of leads)
    await organizations[organization]!.leader({ membershipId: member.membershipId });
  for (const { organization, kind } of grants) {
    const { from, to, revoked } = GRANTS[kind];
    await organizations[organization]!.grant(member, {
      startsAt: at(from),
      expiresAt: to === null ? null : at(to),
      revokedAt: revoked ? at(-1) : null,
    });
  }
  if (deactivated) await school.deactivate(member);
  return member;
}

/** What a request that makes the item says of its audience. */
export const audienceOf = (item: ModelItem, { organizations }: BuiltSchool) => ({
  organization_id: item.organization === null ? null : organizations[item.organization]!.id,
  audience: {
    type: item.type,
    graduation_years: item.years,
    organization_ids: item.organizations.map((number) => organizations[number]!.id),
  },
});
