import {
  ALDER_FALLS_GAMES,
  ALDER_FALLS_PRACTICES,
  HOLIDAYS,
  LINDENFELD_HOLIDAYS,
  LINDENFELD_PRACTICES,
} from './data/calendar.js';
import { ALDER_FALLS_DATES, ALDER_MONTESSORI_DATES, LINDENFELD_DATES } from './data/calendar-dates.js';
import { BREAKFASTS, LUNCHES, LUNCHES_OF_LINDENFELD, SNACKS, type Kitchen } from './data/dishes.js';
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
import type { Publications } from './demo-publications.js';

/** Name, subject, grades, how many students (all of the grade: null), the teacher's title in the directory, when. */
type Line = [
  name: string,
  subject: string,
  grades: [number, number],
  size: number | null,
  teacher: string,
  meets: string,
];

const ALDER_FALLS: Line[] = [
  ['Kindergarten', 'Homeroom', [0, 0], null, 'Kindergarten Teacher', 'Room K1, all day.'],
  ['Grade 1', 'Homeroom', [1, 1], null, 'Grade 1 Teacher', 'Room 110, all day.'],
  ['Grade 2', 'Homeroom', [2, 2], null, 'Grade 2 Teacher', 'Room 111, all day.'],
  ['Grade 3', 'Homeroom', [3, 3], null, 'Grade 3 Teacher', 'Room 112, all day.'],
  ['Grade 4', 'Homeroom', [4, 4], null, 'Grade 4 Teacher', 'Room 113, all day.'],
  ['Grade 5', 'Homeroom', [5, 5], null, 'Grade 5 Teacher', 'Room 114, all day.'],
  ['English 7', 'English', [7, 7], null, 'Department Chair', 'Room 210, periods 1 and 2.'],
  ['Spanish I', 'World Languages', [7, 8], 21, 'Spanish Teacher', 'Room 240, period 4.'],
  ['French II', 'World Languages', [9, 10], 17, 'French Teacher', 'Room 241, period 5.'],
  ['Biology', 'Science', [9, 9], null, 'Biology Teacher', 'Lab 2, period 3; laboratory on Wednesday.'],
  ['Physics', 'Science', [11, 12], 19, 'Physics Teacher', 'Lab 3, period 6.'],
  ['Drawing and Printmaking', 'Arts & Music', [9, 12], 14, 'Visual Arts Teacher', 'Studio, period 7.'],
];

const ALDER_MONTESSORI: Line[] = [
  ['Oak Room', 'Children’s House', [0, 1], null, 'Guide', 'Every morning from 8:30.'],
  ['Elm Room', 'Elementary', [2, 6], null, 'Guide', 'Every morning from 8:30.'],
];

const LINDENFELD: Line[] = [
  ['Grundstufe', 'Klassenverband', [0, 4], null, 'Klassenlehrer', 'Raum 1.04, täglich ab 8:15 Uhr.'],
  ['Mathematik 10', 'Mathematik', [9, 11], 12, 'Mathematik und Physik', 'Raum 2.10, Montag und Donnerstag.'],
];

const classOf = (
  [name, category, grades, size, teacher, meetingInfo]: Line,
  title: string,
): DemoOrganization => ({
  kind: 'class',
  shortName: name.toLowerCase().replaceAll(' ', '-'),
  name,
  category,
  season: 'year',
  description: '',
  meetingInfo,
  grades,
  ...(size !== null && { size }),
  leaders: [[teacher, title]],
  helpers: 0,
});

const ALDER_FALLS_CLASSES = ALDER_FALLS.map((line) => classOf(line, 'Teacher'));
const ALDER_MONTESSORI_CLASSES = ALDER_MONTESSORI.map((line) => classOf(line, 'Guide'));
const LINDENFELD_CLASSES = LINDENFELD.map((line) => classOf(line, 'Lehrkraft'));

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

/** A demo school that is in the database. */
export interface StoredDemoSchool extends DemoSchool {
  id: string;
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
  /** Admins of the school, by email. */
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
      'two-step@demo.school': { post: 5, role: 'junior_admin', first_name: 'Priya', last_name: 'Nair' },
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
