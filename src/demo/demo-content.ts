import type { ContentFile } from '../imports/content/content-file.schema.js';
import { ALDER_FALLS, type Kitchen, LINDENFELD } from './data/dishes.js';
import { CATEGORIES } from './data/documents.js';
import {
  DEMO_SCHOOLS,
  type DemoSchool,
  MAIN_SCHOOL,
  SCHOOL_FACTS,
  SECOND_SCHOOL,
  THIRD_SCHOOL,
} from './demo-schools.js';
import { calendarEntries, DemoWeek, type Loading } from './demo-calendar.js';
import { organizationEntries } from './demo-organizations.js';
import { publicationEntries } from './demo-publications.js';
import { studentEntries, type StudentInput, audienceOf } from './demo-students.js';
import { type Adult, type Child, pickSurname, Seeded } from './people.js';
import { namedFamilies } from './named-families.js';
import { TownFamilies } from './town-families.js';
import type { DemoPoll } from './data/polls.js';
import type { DemoSlip } from './data/permission-slips.js';
import type { DemoSignup, DemoSignupItem } from './data/signups.js';
import { slug } from '../platform/text/normalize.js';
import { EASTERN_ORIGINS, SOUTHERN_ORIGINS, WESTERN_ORIGINS } from './data/origins-east.js';

type StaffInput = NonNullable<ContentFile['staff']>[number];

const ORIGINS = [...WESTERN_ORIGINS, ...EASTERN_ORIGINS, ...SOUTHERN_ORIGINS];

/** One person a post; those who are demo accounts hold the posts that their rights come from. */
function staffEntries(shortName: string, facts: (typeof SCHOOL_FACTS)[string]): StaffInput[] {
  const random = new Seeded(facts.firstNumber);
  const admins = Object.entries(facts.admins);
  const taken = new Set<string>();
  return facts.posts.map(([department, title, room], post) => {
    const [email, admin] = admins.find(([, one]) => one.post === post) ?? [];
    const person = admin ?? newcomer(random, taken);
    const hasMailbox = room !== null || random.chance(0.5);
    return {
      first_name: person.first_name,
      last_name: person.last_name,
      title,
      department,
      email: email ?? (hasMailbox ? mailbox(person, shortName) : null),
      phone: room === null ? null : `${facts.phone} ext. ${200 + post}`,
      room,
    };
  });
}

/** A person with another surname than those before. */
function newcomer(random: Seeded, taken: Set<string>): { first_name: string; last_name: string } {
  const origin = random.weighted(ORIGINS);
  const isWoman = random.chance(0.6);
  const surname = pickSurname(random, origin);
  if (taken.has(surname.his)) return newcomer(random, taken);
  taken.add(surname.his);
  return {
    first_name: random.pick(isWoman ? origin.girls : origin.boys),
    last_name: isWoman ? surname.hers : surname.his,
  };
}

const mailbox = (person: { first_name: string; last_name: string }, shortName: string): string =>
  `${slug(person.first_name)}.${slug(person.last_name)}@${shortName}.example`;

type MemberInput = NonNullable<ContentFile['members']>[number];

/** Those who run the school, and the guardians who have registered. */
function memberEntries(
  children: Child[],
  students: StudentInput[],
  admins: (typeof SCHOOL_FACTS)[string]['admins'],
): MemberInput[] {
  return [
    ...Object.entries(admins).map(([email, { role, first_name, last_name }]) => ({
      email,
      role,
      first_name,
      last_name,
    })),
    ...parentEntries(children, students),
  ];
}

function parentEntries(children: Child[], students: StudentInput[]): MemberInput[] {
  const links = new Map<Adult, NonNullable<MemberInput['students']>>();
  for (const [at, child] of children.entries()) {
    const { source_id } = students[at]!;
    for (const { adult, relation } of child.guardians) {
      links.set(adult, [...(links.get(adult) ?? []), { source_id, relation }]);
    }
  }
  return [...links]
    .filter(([adult]) => adult.registered && adult.email !== null)
    .map(([adult, linked]) => ({
      email: adult.email!,
      role: 'parent' as const,
      first_name: adult.firstName,
      last_name: adult.lastName,
      phone: adult.phone,
      profile_visibility: adult.visibility,
      deactivated: adult.deactivated,
      students: linked,
    }));
}

const DAY = 24 * 60 * 60 * 1000;
const WEEKS = 4;
/** From where the dishes are counted. */
const EPOCH_SUNDAY = Date.UTC(2020, 0, 5);

/**
 * Four weeks of school days: last week, this one, and two that come. A day has the same dishes whenever it is loaded.
 * @param today YYYY-MM-DD at the school
 */
function menuEntries(kitchen: Kitchen, today: string): NonNullable<ContentFile['menus']> {
  const from = sundayBefore(Date.parse(today)) - 7 * DAY;
  return Array.from({ length: WEEKS * 7 }, (_, at) => from + at * DAY)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .flatMap((day) => mealsOf(kitchen, day));
}

function mealsOf(kitchen: Kitchen, day: number): NonNullable<ContentFile['menus']> {
  const date = new Date(day).toISOString().slice(0, 10);
  const days = (day - EPOCH_SUNDAY) / DAY;
  // School days alone: Monday goes on where Friday ended.
  const served = Math.floor(days / 7) * 5 + (days % 7) - 1;
  return (['breakfast', 'lunch', 'snack'] as const).flatMap((meal_type) => {
    const dishes = kitchen[meal_type];
    return dishes ? [{ date, meal_type, ...dishes[served % dishes.length]! }] : [];
  });
}

const sundayBefore = (day: number): number => day - new Date(day).getUTCDay() * DAY;

type SignupInput = NonNullable<ContentFile['signups']>[number];

/** Open, full and closed. Nobody is alerted. */
function signupEntries(signups: DemoSignup[], loading: Loading): SignupInput[] {
  const week = new DemoWeek(loading);
  return signups.map(({ key, days: [opens, closes], items, audience, ...signup }) => ({
    ...signup,
    key: week.keyOf({ key }),
    audience: audience && audienceOf(audience, loading.today),
    opens_at: week.at(opens),
    closes_at: week.at(closes),
    visible_until: week.at(closes + 14),
    send_alert: false,
    items: items.map((item) => itemEntry(item, week)),
  }));
}

const itemEntry = (
  { at, minutes = 60, claims: _claims, ...item }: DemoSignupItem,
  week: DemoWeek,
): NonNullable<SignupInput['items']>[number] => ({
  ...item,
  ...(at && { starts_at: week.at(...at), ends_at: week.at(...at, minutes) }),
});

/** To come, open and closed. Nobody is alerted. */
function slipEntries(slips: DemoSlip[], loading: Loading): NonNullable<ContentFile['permission_slips']> {
  const week = new DemoWeek(loading);
  return slips.map(
    ({ key, days: [opens, closes], audience, answers: _answers, granted: _granted, ...slip }) => ({
      ...slip,
      key: week.keyOf({ key }),
      audience: audience && audienceOf(audience, loading.today),
      opens_at: week.at(opens),
      closes_at: closes === null ? null : week.at(closes),
      visible_until: closes === null ? null : week.at(closes + 21),
      send_alert: false,
    }),
  );
}

/** To come, open and closed. Nobody is alerted. */
function pollEntries(polls: DemoPoll[], loading: Loading): NonNullable<ContentFile['polls']> {
  const week = new DemoWeek(loading);
  return polls.map(({ key, days: [opens, closes], asks, responses: _responses, ...poll }) => ({
    ...poll,
    key: week.keyOf({ key }),
    opens_at: week.at(opens),
    closes_at: closes === null ? null : week.at(closes),
    send_alert: false,
    questions: Object.entries(asks).map(([text, choices]) => ({ text, choices })),
  }));
}

export interface DemoContent {
  schools: DemoSchool[];
  /** By short name. */
  contents: Record<string, ContentFile>;
}

/**
 * The demo school and two smaller ones that share some families with it (operations section 6): invented, and the
 * same on every machine but for what depends on the day.
 * @param today YYYY-MM-DD at the school
 */
export function demoContent(today: string): DemoContent {
  const children = demoChildren();
  const contents = DEMO_SCHOOLS.map(({ shortName }) => {
    const own = children.filter(({ school }) => school === shortName);
    return [shortName, contentOf(shortName, own, today)] as const;
  });
  return { schools: DEMO_SCHOOLS, contents: Object.fromEntries(contents) };
}

function demoChildren(): Child[] {
  const town = new TownFamilies(ALDER_FALLS, 1921);
  const abroad = new TownFamilies(LINDENFELD, 1893);
  const named = namedFamilies(town);
  return [
    ...named,
    ...town.some(400 - named.filter(({ school }) => school === MAIN_SCHOOL).length, MAIN_SCHOOL),
    ...town.some(33, SECOND_SCHOOL),
    ...town.siblings(14, SECOND_SCHOOL, { from: 0, to: 3 }),
    ...abroad.some(36, THIRD_SCHOOL),
    // Exchange students: the family stays at Alder Falls.
    ...town.siblings(4, THIRD_SCHOOL, { from: 9, to: 11 }),
  ];
}

function contentOf(shortName: string, children: Child[], today: string): ContentFile {
  const facts = SCHOOL_FACTS[shortName]!;
  const { timeZone } = DEMO_SCHOOLS.find((school) => school.shortName === shortName)!;
  const students = studentEntries(children, facts.firstNumber, today);
  const staff = staffEntries(shortName, facts);
  return {
    school_details: facts.details,
    categories: CATEGORIES,
    students,
    members: memberEntries(children, students, facts.admins),
    staff,
    menus: menuEntries(facts.kitchen, today),
    organizations: organizationEntries(facts.organizations, { children, students, staff }, today),
    ...calendarEntries(facts.calendar, { timeZone, today }),
    ...publicationEntries(facts.publications, { timeZone, today }),
    polls: pollEntries(facts.polls, { timeZone, today }),
    signups: signupEntries(facts.signups, { timeZone, today }),
    permission_slips: slipEntries(facts.slips, { timeZone, today }),
  };
}
