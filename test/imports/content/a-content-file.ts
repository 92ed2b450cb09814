import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';

/** A student with all that a content file may say. */
export const ADA = {
  source_id: 's-1',
  first_name: 'Ada',
  last_name: 'Park',
  graduation_year: 2030,
  email: 'ada@students.example',
  phone: '555-0101',
  address: { line1: '1 Elm Street', city: 'Barre', region: 'VT', postal_code: '05999' },
  latitude: 44.2,
  longitude: -72.5,
  guardians: [
    {
      first_name: 'Maria',
      last_name: 'Park',
      email: 'maria@example.org',
      phone: '555-0102',
      relation: 'mother',
    },
    { first_name: 'Juan', last_name: 'Ruiz', relation: 'father', profile_visibility: 'name_only' },
  ],
} satisfies NonNullable<ContentFile['students']>[number];

/** A content file with every part that is imported. */
export const EVERYTHING: ContentFile = {
  school_details: { title: 'About us', description: 'One\n\nTwo' },
  categories: [
    { name: 'News', color: '#112233' },
    { name: 'Forms', color: '#aabbcc' },
  ],
  students: [ADA, { source_id: 's-2', first_name: 'Leo', last_name: 'Park', archived: true }],
  members: [
    { email: 'maria@example.org', role: 'parent', students: [{ source_id: 's-1', relation: 'mother' }] },
    { email: 'head@example.org', role: 'senior_admin', first_name: 'Ines', last_name: 'Dahl' },
  ],
  staff: [
    { first_name: 'Ines', last_name: 'Dahl', email: 'head@example.org', title: 'Head' },
    { first_name: 'Omar', last_name: 'Saleh', department: 'Kitchen' },
  ],
  menus: [{ date: '2026-11-23', meal_type: 'lunch', items: 'Pizza\nSalad', allergens: ['milk'] }],
  organizations: [
    {
      short_name: 'soccer',
      kind: 'team',
      name: 'Soccer',
      season: 'Fall',
      description: '<p>Mud.</p>',
      students: ['s-1'],
      parents: ['maria@example.org'],
      leaders: [
        { email: 'head@example.org', title: 'Coach' },
        { source_id: 's-1', title: 'Captain' },
      ],
      editors: [{ email: 'maria@example.org', expires_at: '2027-06-30T17:00:00-04:00' }],
    },
  ],
  events: [
    {
      key: 'fair',
      title: 'Fair',
      start_date: '2026-10-02',
      end_date: '2026-10-03',
      category: 'News',
      audience: { type: 'organizations', organizations: ['soccer'] },
    },
  ],
  series: [
    {
      key: 'practice',
      title: 'Practice',
      organization: 'soccer',
      local_start: '2026-10-26T15:30',
      duration_minutes: 90,
      rrule: 'FREQ=WEEKLY;COUNT=3',
    },
  ],
  polls: [
    {
      key: 'picnic',
      title: 'Picnic',
      organization: 'soccer',
      opens_at: '2026-10-01T08:00:00-04:00',
      questions: [{ text: 'Where?', choices: ['Lake', 'Park'] }],
    },
  ],
  signups: [
    {
      key: 'bake-sale',
      title: 'Bake sale',
      opens_at: '2026-10-01T08:00:00-04:00',
      items: [{ title: 'Cake', capacity: 3, waitlist_enabled: true }, { title: 'Tea' }],
    },
  ],
  permission_slips: [
    {
      key: 'fair-slip',
      title: 'Rides at the fair',
      body: '<p>There is a wheel.</p>',
      statement: 'I allow it.',
      event: 'fair',
      opens_at: '2026-09-01T08:00:00-04:00',
      questions: [{ type: 'single_choice', text: 'Which?', choices: ['Wheel', 'Train'], private: true }],
    },
  ],
  notices: [
    {
      key: 'mud',
      title: 'Bring boots',
      body: '<p>Mud again.</p>',
      expires_at: '2100-01-01T00:00:00Z',
      organization: 'soccer',
    },
  ],
  documents: [{ key: 'map', title: 'The way to the field', description: '<p>Left at the oak.</p>' }],
};
