import type { ContentFile } from '../imports/content/content-file.schema.js';
import type { DemoEditor, DemoOrganization, DemoSeason } from './data/organizations.js';
import type { StudentInput } from './demo-students.js';
import { type Child, Seeded } from './people.js';

type OrganizationInput = NonNullable<ContentFile['organizations']>[number];

interface DemoPeople {
  children: Child[];
  /** One a child, in their order. */
  students: StudentInput[];
  staff: NonNullable<ContentFile['staff']>;
}

/** @param today YYYY-MM-DD at the school; seasons and grants follow from it */
export function organizationEntries(
  organizations: DemoOrganization[],
  people: DemoPeople,
  today: string,
): OrganizationInput[] {
  const random = new Seeded(people.children.length);
  return organizations.map((organization) => {
    const members = membersOf(organization, people, random);
    const { kind, shortName, name, category, description, website, meetingInfo } = organization;
    return {
      short_name: shortName,
      kind,
      name,
      category,
      season: seasonOf(organization.season, today),
      description: description || null,
      website: website ?? null,
      meeting_info: meetingInfo,
      archived: organization.season === 'last fall',
      students: members.map(({ sourceId }) => sourceId),
      parents: helpersOf(members, organization.helpers),
      leaders: [...staffLeaders(organization, people), ...studentLeader(organization, members)],
      editors: (organization.editors ?? []).map((editor) => editorOf(editor, today)),
    };
  });
}

interface Member {
  child: Child;
  sourceId: string;
}

/** Those who must be in it, and as many more as it has places. */
function membersOf(organization: DemoOrganization, people: DemoPeople, random: Seeded): Member[] {
  const { grades, size = Infinity, with: named = [] } = organization;
  const all = people.children
    .map((child, at) => ({ child, sourceId: people.students[at]!.source_id }))
    .filter(({ child }) => !child.hasLeft && child.grade >= grades[0] && child.grade <= grades[1]);
  const isNamed = ({ child }: Member): boolean => named.includes(`${child.firstName} ${child.lastName}`);
  const others = all
    .filter((one) => !isNamed(one))
    .map((one) => ({ one, lot: random.number() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ one }) => one);
  return [...all.filter(isNamed), ...others].slice(0, size);
}

/** Registered parents of members, each once. */
function helpersOf(members: Member[], count: number): string[] {
  const emails = members.flatMap(({ child }) =>
    child.guardians.flatMap(({ adult }) =>
      adult.registered && !adult.deactivated && adult.email ? [adult.email] : [],
    ),
  );
  return [...new Set(emails)].slice(0, count);
}

function staffLeaders({ leaders }: DemoOrganization, { staff }: DemoPeople) {
  return leaders.flatMap(([post, title]) => {
    const email = staff.find((one) => one.title === post && one.email)?.email;
    return email ? [{ email, title }] : [];
  });
}

function studentLeader({ studentLeader: title }: DemoOrganization, members: Member[]) {
  const [eldest] = members.toSorted((a, b) => b.child.grade - a.child.grade);
  return title && eldest ? [{ source_id: eldest.sourceId, title }] : [];
}

const editorOf = ({ email, from, until }: DemoEditor, today: string) => ({
  email,
  starts_at: noonIn(from, today),
  expires_at: until === null ? null : noonIn(until, today),
});

function noonIn(days: number, today: string): string {
  const day = new Date(`${today}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString();
}

/** In July a new school year begins. */
function seasonOf(season: DemoSeason, today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const first = month >= 7 ? year : year - 1;
  const years = `${first}–${String(first + 1).slice(2)}`;
  if (season === 'year') return years;
  if (season === 'winter') return `Winter ${years}`;
  if (season === 'spring') return `Spring ${first + 1}`;
  return `Fall ${season === 'fall' ? first : first - 1}`;
}
