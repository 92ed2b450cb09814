import {
  ALDER_FALLS_GAMES,
  ALDER_FALLS_PRACTICES,
  HOLIDAYS,
  LINDENFELD_HOLIDAYS,
  LINDENFELD_PRACTICES,
} from './data/calendar.js';
import { ALDER_FALLS_DATES, ALDER_MONTESSORI_DATES, LINDENFELD_DATES } from './data/calendar-dates.js';
import { ALDER_FALLS_CLASSES, ALDER_MONTESSORI_CLASSES, LINDENFELD_CLASSES } from './data/classes.js';
import { BREAKFASTS, LUNCHES, LUNCHES_OF_LINDENFELD, SNACKS } from './data/dishes.js';
import {
  ALDER_FALLS_DETAILS,
  ALDER_FALLS_DOCUMENTS,
  ALDER_MONTESSORI_DETAILS,
  ALDER_MONTESSORI_DOCUMENTS,
  LINDENFELD_DETAILS,
  LINDENFELD_DOCUMENTS,
} from './data/documents.js';
import { ALDER_FALLS_NOTICES, ALDER_MONTESSORI_NOTICES, LINDENFELD_NOTICES } from './data/notices.js';
import { ALDER_FALLS_CLUBS, ALDER_FALLS_TEAMS, type DemoOrganization } from './data/organizations.js';
import { ALDER_FALLS_POLLS, ALDER_MONTESSORI_POLLS, LINDENFELD_POLLS, type DemoPoll } from './data/polls.js';
import {
  ALDER_FALLS_SIGNUPS,
  ALDER_MONTESSORI_SIGNUPS,
  LINDENFELD_SIGNUPS,
  type DemoSignup,
} from './data/signups.js';
import {
  ALDER_FALLS_SLIPS,
  ALDER_MONTESSORI_SLIPS,
  LINDENFELD_SLIPS,
  type DemoSlip,
} from './data/permission-slips.js';
import { ALDER_FALLS_POSTS, ALDER_MONTESSORI_POSTS, LINDENFELD_POSTS } from './data/staff-posts.js';
import { MAIN_SCHOOL, SECOND_SCHOOL, THIRD_SCHOOL } from './demo-accounts.js';
import type { SchoolYear } from './demo-calendar.js';
import type { Kitchen } from './data/dishes.js';
import type { Publications } from './demo-publications.js';

export { MAIN_SCHOOL, SECOND_SCHOOL, THIRD_SCHOOL };

export interface DemoSchool {
  name: string;
  shortName: string;
  /** IANA name. */
  timeZone: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** BCP 47. */
  locale: string;
}

export const DEMO_SCHOOLS: DemoSchool[] = [
  {
    name: 'Alder Falls School',
    shortName: MAIN_SCHOOL,
    timeZone: 'America/New_York',
    country: 'US',
    locale: 'en-US',
  },
  {
    name: 'Alder Montessori',
    shortName: SECOND_SCHOOL,
    timeZone: 'America/New_York',
    country: 'US',
    locale: 'en-US',
  },
  {
    name: 'Internationale Schule Lindenfeld',
    shortName: THIRD_SCHOOL,
    timeZone: 'Europe/Berlin',
    country: 'DE',
    locale: 'de-DE',
  },
];

interface SchoolFacts {
  details: { title: string; description: string };
  posts: typeof ALDER_FALLS_POSTS;
  organizations: DemoOrganization[];
  calendar: SchoolYear;
  polls: DemoPoll[];
  signups: DemoSignup[];
  slips: DemoSlip[];
  kitchen: Kitchen;
  publications: Publications;
  phone: string;
  firstNumber: number;
  /** Who runs the school, by email. */
  admins: Record<
    string,
    { post: number; role: 'senior_admin' | 'junior_admin'; first_name: string; last_name: string }
  >;
}

export const SCHOOL_FACTS: Record<string, SchoolFacts> = {
  [MAIN_SCHOOL]: {
    details: ALDER_FALLS_DETAILS,
    posts: ALDER_FALLS_POSTS,
    organizations: [...ALDER_FALLS_TEAMS, ...ALDER_FALLS_CLUBS, ...ALDER_FALLS_CLASSES],
    calendar: {
      practices: ALDER_FALLS_PRACTICES,
      holidays: HOLIDAYS,
      games: ALDER_FALLS_GAMES,
      dates: ALDER_FALLS_DATES,
    },
    polls: ALDER_FALLS_POLLS,
    signups: ALDER_FALLS_SIGNUPS,
    slips: ALDER_FALLS_SLIPS,
    kitchen: { breakfast: BREAKFASTS, lunch: LUNCHES, snack: SNACKS },
    publications: { notices: ALDER_FALLS_NOTICES, documents: ALDER_FALLS_DOCUMENTS },
    phone: '(802) 555-0100',
    firstNumber: 1001,
    admins: {
      'senior@demo.school': { post: 0, role: 'senior_admin', first_name: 'Helen', last_name: 'Whitcomb' },
      'junior@demo.school': { post: 3, role: 'junior_admin', first_name: 'Marcus', last_name: 'Boateng' },
      'principal.lower@alder-falls.example': {
        post: 1,
        role: 'senior_admin',
        first_name: 'Ingrid',
        last_name: 'Dahl',
      },
    },
  },
  [SECOND_SCHOOL]: {
    details: ALDER_MONTESSORI_DETAILS,
    posts: ALDER_MONTESSORI_POSTS,
    organizations: ALDER_MONTESSORI_CLASSES,
    calendar: { practices: [], holidays: HOLIDAYS, games: [], dates: ALDER_MONTESSORI_DATES },
    polls: ALDER_MONTESSORI_POLLS,
    signups: ALDER_MONTESSORI_SIGNUPS,
    slips: ALDER_MONTESSORI_SLIPS,
    kitchen: { lunch: [...LUNCHES].reverse() },
    publications: { notices: ALDER_MONTESSORI_NOTICES, documents: ALDER_MONTESSORI_DOCUMENTS },
    phone: '(603) 555-0100',
    firstNumber: 201,
    admins: {
      'director@alder-montessori.example': {
        post: 0,
        role: 'senior_admin',
        first_name: 'Solène',
        last_name: 'Paquette',
      },
    },
  },
  [THIRD_SCHOOL]: {
    details: LINDENFELD_DETAILS,
    posts: LINDENFELD_POSTS,
    organizations: LINDENFELD_CLASSES,
    calendar: {
      practices: LINDENFELD_PRACTICES,
      holidays: LINDENFELD_HOLIDAYS,
      games: [],
      dates: LINDENFELD_DATES,
    },
    polls: LINDENFELD_POLLS,
    signups: LINDENFELD_SIGNUPS,
    slips: LINDENFELD_SLIPS,
    kitchen: { lunch: LUNCHES_OF_LINDENFELD },
    publications: { notices: LINDENFELD_NOTICES, documents: LINDENFELD_DOCUMENTS },
    phone: '+49 30 23125 900',
    firstNumber: 3001,
    admins: {
      'leitung@lindenfeld.example': {
        post: 0,
        role: 'senior_admin',
        first_name: 'Käthe',
        last_name: 'Bergström',
      },
    },
  },
};
