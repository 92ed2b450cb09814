import type { ContentFile } from '../../imports/content/content-file.schema.js';
import type { DemoAudience } from '../demo-students.js';

type SignupInput = NonNullable<ContentFile['signups']>[number];
type ItemInput = NonNullable<SignupInput['items']>[number];

export interface DemoSignupItem extends Pick<
  ItemInput,
  'title' | 'description' | 'capacity' | 'waitlist_enabled'
> {
  /** Days from the Monday of the week of loading, and the time on the wall. */
  at?: [day: number, time: string];
  minutes?: number;
  /** One place each, one after the other: by email, or so many others. */
  claims?: (string | number)[];
}

/** A sign-up; `days` are those of its opening and its end, from the Monday of the week of loading. */
export interface DemoSignup extends Pick<
  SignupInput,
  | 'key'
  | 'title'
  | 'description'
  | 'location'
  | 'organization'
  | 'claim_per'
  | 'per_person_limit'
  | 'claimant_visibility'
  | 'questions'
> {
  audience?: DemoAudience;
  days: [opens: number, closes: number];
  items: DemoSignupItem[];
}

export const ALDER_FALLS_SIGNUPS: DemoSignup[] = [
  {
    key: 'book-fair',
    title: 'Help at the book fair',
    description: '<p>Sell books, find books, carry books. Nobody needs to have done it before.</p>',
    location: 'Library',
    days: [-5, 10],
    items: [
      {
        title: 'Unpacking',
        capacity: 3,
        at: [8, '15:00'],
        minutes: 120,
        claims: ['two-schools@demo.school', 2],
      },
      {
        title: 'Morning at the till',
        capacity: 2,
        waitlist_enabled: true,
        at: [9, '08:00'],
        minutes: 180,
        claims: [2, 'parent@demo.school', 2],
      },
      {
        title: 'Afternoon at the till',
        capacity: 4,
        at: [9, '12:30'],
        minutes: 150,
        claims: ['parent@demo.school'],
      },
      { title: 'A cake for the helpers', claims: [3] },
    ],
  },
  {
    key: 'museum-drivers',
    title: 'Drivers for the museum',
    audience: { grade: 7 },
    claimant_visibility: 'managers_only',
    days: [-2, 9],
    questions: [{ type: 'number', text: 'How many children have a seat in your car?', required: true }],
    items: [{ title: 'Drive there and back', capacity: 2, at: [11, '08:15'], minutes: 360, claims: [2] }],
  },
  {
    key: 'conference-slots',
    title: 'Conferences with the teachers of grade 4',
    description: '<p>Ten minutes a family.</p>',
    audience: { grade: 4 },
    claim_per: 'family',
    per_person_limit: 1,
    days: [-1, 9],
    items: ['16:00', '16:10', '16:20', '16:30', '16:40', '16:50'].map((time, at) => ({
      title: time,
      capacity: 1,
      at: [10, time],
      minutes: 10,
      claims: at === 1 || at === 3 ? [1] : [],
    })),
  },
  {
    key: 'meet-officials',
    title: 'Officials for the invitational',
    organization: 'cross-country',
    location: 'Five Hills Park',
    days: [-4, 11],
    items: [
      { title: 'Finish line', capacity: 2, at: [12, '09:00'], minutes: 300, claims: ['editor@demo.school'] },
      { title: 'Course marshal', capacity: 6, at: [12, '09:00'], minutes: 300, claims: [2] },
    ],
  },
  {
    key: 'leaf-raking',
    title: 'Raking leaves',
    days: [-20, -4],
    items: [
      { title: 'With a rake', capacity: 10 },
      { title: 'With a wheelbarrow', capacity: 3 },
    ],
  },
];

export const ALDER_MONTESSORI_SIGNUPS: DemoSignup[] = [
  {
    key: 'soup',
    title: 'Soup for the garden morning',
    days: [-3, 10],
    items: [
      { title: 'A pot of soup', capacity: 4, claims: ['two-schools@demo.school', 1] },
      { title: 'Bread', claims: [1] },
    ],
  },
];

export const LINDENFELD_SIGNUPS: DemoSignup[] = [
  {
    key: 'buffet',
    title: 'Buffet beim Elternabend',
    days: [-3, 9],
    items: [
      { title: 'Salat', capacity: 3, waitlist_enabled: true, claims: [4] },
      { title: 'Kuchen', capacity: 4, claims: [1] },
    ],
  },
];
