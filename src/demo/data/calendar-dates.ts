import type { DemoAudience } from '../demo-students.js';

/** A date of its own: on a weekday (Monday is 0) some weeks from the week of loading. */
export interface DemoDate {
  key: string;
  title: string;
  description?: string;
  week: number;
  day: number;
  /** Absent: all day. */
  at?: string;
  minutes?: number;
  days?: number;
  location?: string;
  category?: string;
  organization?: string;
  eventType?: 'meeting' | 'performance' | 'game' | 'other';
  tags?: string[];
  audience?: DemoAudience;
}

export const ALDER_FALLS_DATES: DemoDate[] = [
  {
    key: 'picture-day',
    title: 'Picture day',
    week: -4,
    day: 2,
    category: 'School News',
    tags: ['All grades'],
  },
  {
    key: 'open-house',
    title: 'Open house',
    description: '<p>Classrooms are open from 6:00; the kitchen serves soup until it is gone.</p>',
    week: -6,
    day: 3,
    at: '18:00',
    minutes: 120,
    location: 'Main building',
    category: 'Events',
    eventType: 'meeting',
  },
  {
    key: 'seniors-evening',
    title: 'Evening for the families of the graduating year',
    description: '<p>Applications, transcripts and <strong>deadlines</strong>; bring questions.</p>',
    week: 1,
    day: 2,
    at: '19:00',
    minutes: 90,
    location: 'Auditorium',
    category: 'Events',
    eventType: 'meeting',
    audience: { grade: 12 },
  },
  {
    key: 'kindergarten-breakfast',
    title: 'Kindergarten family breakfast',
    week: 0,
    day: 4,
    at: '07:45',
    minutes: 45,
    location: 'Room K1',
    category: 'Events',
    eventType: 'meeting',
    audience: { grade: 0 },
  },
  {
    key: 'budget-review',
    title: 'Budget review',
    week: 1,
    day: 1,
    at: '16:00',
    minutes: 60,
    location: 'Room 201',
    category: 'School News',
    eventType: 'meeting',
    audience: 'admins',
  },
  {
    key: 'coaches-and-families',
    title: 'Coaches meet families',
    week: -7,
    day: 0,
    at: '18:30',
    minutes: 60,
    location: 'Gym',
    category: 'Athletics',
    eventType: 'meeting',
    audience: { organizations: ['varsity-soccer', 'middle-school-soccer', 'cross-country'] },
  },
  {
    key: 'cross-country-invitational',
    title: 'Five Hills Invitational',
    week: 1,
    day: 5,
    at: '10:00',
    minutes: 240,
    location: 'Five Hills Park',
    category: 'Athletics',
    organization: 'cross-country',
    eventType: 'game',
    tags: ['Bus'],
  },
  {
    key: 'robotics-open',
    title: 'Northern Lakes Robotics Open',
    week: 4,
    day: 5,
    days: 2,
    location: 'Lake Orrin Academy',
    category: 'Events',
    organization: 'robotics',
    tags: ['Bus', 'Overnight'],
  },
  {
    key: 'concert',
    title: 'Orchestra and choir: concert',
    week: 3,
    day: 1,
    at: '19:00',
    minutes: 80,
    location: 'Auditorium',
    category: 'Arts & Music',
    organization: 'orchestra',
    eventType: 'performance',
    tags: ['All grades'],
    audience: { organizations: ['orchestra', 'theater-company'] },
  },
];

export const ALDER_MONTESSORI_DATES: DemoDate[] = [
  {
    key: 'garden-morning',
    title: 'Garden morning with families',
    week: 1,
    day: 5,
    at: '09:30',
    minutes: 120,
    location: 'Garden',
    category: 'Events',
  },
];

export const LINDENFELD_DATES: DemoDate[] = [
  {
    key: 'elternabend',
    title: 'Elternabend',
    week: 1,
    day: 3,
    at: '19:30',
    minutes: 90,
    location: 'Aula',
    category: 'Events',
    eventType: 'meeting',
  },
];
