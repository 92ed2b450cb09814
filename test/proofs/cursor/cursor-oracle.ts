import type { DataSource } from 'typeorm';
import type { Told } from '../../support/changes/follower.js';
import type { TestMember } from '../../support/school.factory.js';

/** What the journal says that an item was addressed to. */
interface State {
  audienceType: string;
  audienceYears: number[];
  audienceOrganizationIds: string[];
  organizationId: string | null;
  window?: { from: string | null };
}

/** What decides for a member: asked for in the plainest way, without the conditions of the program. */
interface Place {
  isAdmin: boolean;
  years: number[];
  organizations: string[];
  edited: string[];
}

const PLACE = `
  select m.role <> 'parent' as "isAdmin",
    array(select s.graduation_year from guardians g join students s on s.id = g.student_id
      where g.membership_id = m.id and s.graduation_year is not null) as years,
    array(select organization_id from organization_parents where membership_id = m.id
      union select organization_id from organization_leaders where membership_id = m.id
      union select l.organization_id from organization_leaders l join staff_members s on s.id = l.staff_member_id
        join users u on u.id = m.user_id and lower(s.email) = u.email
      union select e.organization_id from organization_students e join guardians g on g.student_id = e.student_id
        where g.membership_id = m.id
      union select organization_id from organization_grants where membership_id = m.id) as organizations,
    array(select organization_id from organization_grants where membership_id = m.id) as edited
  from memberships m where m.id = $1`;

const STATES = `
  select audience, audience_before as before from changes
  where item_id = any ($1) and (audience is not null or audience_before is not null)`;

/** Types of which a member has their own, and how a row of the journal says whose it is. */
const OWNED: Record<string, string> = {
  note: `item_type = 'note' and item_id = $1 and membership_id = $2`,
  list: `item_type = 'list' and item_id = $1 and (membership_id = $2 or ids -> 'readers' ? $2::text)`,
  notification: `item_type = 'notification' and ids -> 'notifications' ? $1 and ids -> 'readers' ? $2::text`,
};

const PUBLISHED = new Set(['notice', 'document', 'event', 'series', 'poll', 'signup', 'permission_slip']);

/** Whether the member may ever have read an item that they are told of. */
export async function couldEverRead(
  dataSource: DataSource,
  { membershipId }: TestMember,
  { type, id }: Told,
  now: Date,
): Promise<boolean> {
  const owned = OWNED[type];
  if (owned)
    return (
      (await dataSource.query<unknown[]>(`select 1 from changes where ${owned} limit 1`, [id, membershipId]))
        .length > 0
    );
  if (!PUBLISHED.has(type) || id === 'school-details') return true;
  const [place] = await dataSource.query<Place[]>(PLACE, [membershipId]);
  const states = await dataSource.query<{ audience: State | null; before: State | null }[]>(STATES, [
    [id, id.split('_')[0]],
  ]);
  return states
    .flatMap(({ audience, before }) => [audience, before])
    .some((state) => state !== null && isFor(state, place!, now));
}

function isFor(state: State, place: Place, now: Date): boolean {
  const { audienceType, audienceYears, audienceOrganizationIds, organizationId, window } = state;
  if (place.isAdmin || (organizationId && place.edited.includes(organizationId))) return true;
  if (window && !(window.from && new Date(window.from) <= now)) return false;
  if (audienceType === 'school') return true;
  if (audienceType === 'graduation_years') return audienceYears.some((year) => place.years.includes(year));
  return (
    audienceType === 'organizations' && audienceOrganizationIds.some((id) => place.organizations.includes(id))
  );
}
