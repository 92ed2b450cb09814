import type { ContentFile } from '../../src/imports/content/content-file.schema.js';

const home = (line1: string) => ({ line1, city: 'Barre', region: 'VT', postal_code: '05641' });

/** A school small enough to be shown in documentation; all of it is invented. */
export const LINCOLN: ContentFile = {
  school_details: { title: 'About Lincoln', description: 'The office is open from 7:30 to 16:00.' },
  categories: [
    { name: 'School News', color: '#2f6f4f' },
    { name: 'Athletics', color: '#b5482f' },
  ],
  students: [
    {
      source_id: 's-1',
      first_name: 'Ada',
      last_name: 'Park',
      graduation_year: 2030,
      address: home('1 Elm Street'),
      latitude: 44.1971,
      longitude: -72.5021,
      guardians: [
        {
          first_name: 'Maria',
          last_name: 'Park',
          relation: 'mother',
          email: 'maria.park@example.org',
          phone: '+1 802 555 0101',
          primary: true,
        },
        {
          first_name: 'Juan',
          last_name: 'Ruiz',
          relation: 'father',
          email: 'juan.ruiz@example.org',
          phone: '+1 802 555 0102',
          profile_visibility: 'name_only',
        },
      ],
    },
    {
      source_id: 's-2',
      first_name: 'Leo',
      last_name: 'Lee',
      graduation_year: 2030,
      address: home('7 Maple Avenue'),
      latitude: 44.2012,
      longitude: -72.5103,
      guardians: [
        {
          first_name: 'Kim',
          last_name: 'Lee',
          relation: 'mother',
          email: 'kim.lee@example.org',
          phone: '+1 802 555 0103',
        },
      ],
    },
    { source_id: 's-3', first_name: 'Noor', last_name: 'Haddad', graduation_year: 2031 },
    { source_id: 's-4', first_name: 'Grace', last_name: 'Okafor', graduation_year: 2031 },
  ],
  members: [
    { email: 'ines.dahl@example.org', role: 'senior_admin', first_name: 'Ines', last_name: 'Dahl' },
    parent('maria.park@example.org', 'Maria', 'Park', 's-1', 'mother'),
    parent('juan.ruiz@example.org', 'Juan', 'Ruiz', 's-1', 'father'),
    parent('kim.lee@example.org', 'Kim', 'Lee', 's-2', 'mother'),
    parent('sami.haddad@example.org', 'Sami', 'Haddad', 's-3', 'father'),
  ],
  staff: [
    {
      first_name: 'Ines',
      last_name: 'Dahl',
      title: 'Principal',
      email: 'ines.dahl@example.org',
      room: '101',
    },
    { first_name: 'Omar', last_name: 'Saleh', title: 'Cook', department: 'Kitchen' },
  ],
  menus: [
    { date: '2026-10-05', meal_type: 'lunch', items: 'Lentil soup\nApple', dietary_tags: ['vegan'] },
    { date: '2026-10-06', meal_type: 'lunch', items: 'Pasta\nSalad', allergens: ['wheat', 'milk'] },
  ],
  organizations: [
    {
      short_name: 'cross-country',
      kind: 'team',
      name: 'Cross Country',
      season: 'Fall 2026',
      description: '<p>We run in the mud.</p>',
      students: ['s-1', 's-2'],
      leaders: [{ email: 'kim.lee@example.org', title: 'Coach' }],
      editors: [{ email: 'kim.lee@example.org', expires_at: '2027-06-30T17:00:00-04:00' }],
    },
  ],
  events: [
    {
      key: 'no-school',
      title: 'No school',
      start_date: '2026-10-12',
      end_date: '2026-10-12',
      category: 'School News',
    },
    {
      key: 'race',
      title: 'Barre Invitational',
      organization: 'cross-country',
      category: 'Athletics',
      starts_at: '2026-10-03T10:00:00-04:00',
      ends_at: '2026-10-03T12:00:00-04:00',
      event_type: 'game',
      home_away: 'home',
    },
  ],
  polls: [
    {
      key: 'picnic',
      title: 'Where shall the picnic be?',
      opens_at: '2026-10-01T08:00:00-04:00',
      closes_at: '2026-10-16T20:00:00-04:00',
      results_visibility: 'after_response',
      questions: [{ text: 'The place', choices: ['At the lake', 'In the park'] }],
    },
  ],
  signups: [
    {
      key: 'bake-sale',
      title: 'Bake sale',
      location: 'Gym',
      opens_at: '2026-10-01T08:00:00-04:00',
      closes_at: '2026-10-16T20:00:00-04:00',
      items: [{ title: 'Cake', capacity: 6, waitlist_enabled: true }],
    },
  ],
};

function parent(
  email: string,
  first_name: string,
  last_name: string,
  source_id: string,
  relation: 'mother' | 'father',
): NonNullable<ContentFile['members']>[number] {
  return { email, role: 'parent', first_name, last_name, students: [{ source_id, relation }] };
}
