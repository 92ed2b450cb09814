import type { ContentFile } from '../imports/content/content-file.schema.js';
import { ALDER_FALLS, LINDENFELD } from './data/places.js';
import { CATEGORIES } from './data/school-texts.js';
import {
  DEMO_SCHOOLS,
  MAIN_SCHOOL,
  SCHOOL_FACTS,
  SECOND_SCHOOL,
  THIRD_SCHOOL,
  type DemoSchool,
} from './demo-schools.js';
import { calendarEntries } from './demo-calendar.js';
import { menuEntries } from './demo-menus.js';
import { memberEntries } from './demo-members.js';
import { organizationEntries } from './demo-organizations.js';
import { publicationEntries } from './demo-publications.js';
import { pollEntries } from './demo-polls.js';
import { signupEntries } from './demo-signups.js';
import { slipEntries } from './demo-slips.js';
import { staffEntries } from './demo-staff.js';
import { studentEntries } from './demo-students.js';
import type { Child } from './family.js';
import { namedFamilies } from './named-families.js';
import { TownFamilies } from './town-families.js';

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
