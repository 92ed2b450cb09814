import type { ContentFile } from '../../imports/content/content-file.schema.js';

type PollInput = NonNullable<ContentFile['polls']>[number];

/** A poll; `days` are those of its opening and its end, from the Monday of the week of loading. */
export interface DemoPoll extends Pick<
  PollInput,
  'key' | 'title' | 'description' | 'organization' | 'audience' | 'results_visibility' | 'anonymous'
> {
  days: [opens: number, closes: number | null];
  /** Choices by question. */
  asks: Record<string, string[]>;
  /** How many have responded. */
  responses?: number;
}

const YES_NO = ['Yes', 'No', 'Not sure yet'];

export const ALDER_FALLS_POLLS: DemoPoll[] = [
  {
    key: 'conference-evenings',
    title: 'Which evening suits you for conferences?',
    description: '<p>Teachers are at school on all of them. We offer the two that suit most families.</p>',
    days: [-3, 11],
    results_visibility: 'always',
    asks: {
      'Which evening?': ['Tuesday', 'Wednesday', 'Thursday'],
      'At what time?': ['Before five', 'Between five and seven', 'After seven'],
    },
    responses: 30,
  },
  {
    key: 'lunch',
    title: 'How is lunch?',
    description: '<p>Nobody sees who answered what.</p>',
    days: [-6, 9],
    anonymous: true,
    results_visibility: 'after_response',
    asks: {
      'Does your child like it?': ['Mostly', 'Sometimes', 'Hardly ever'],
      'Is it enough?': YES_NO,
    },
    responses: 24,
  },
  {
    key: 'team-shirts',
    title: 'Color of the new shirts',
    organization: 'cross-country',
    days: [-1, 8],
    results_visibility: 'after_close',
    asks: { 'Which color?': ['Green', 'White', 'Dark blue'] },
    responses: 5,
  },
  {
    key: 'bus-routes',
    title: 'Would you use a late bus?',
    days: [-40, null],
    results_visibility: 'never',
    asks: { 'On how many days a week?': ['None', 'One or two', 'Three or more'] },
    responses: 12,
  },
  {
    key: 'picnic',
    title: 'Where shall the picnic be?',
    days: [-20, -4],
    results_visibility: 'always',
    asks: { Where: ['At the falls', 'At school', 'In the town park'] },
  },
  {
    key: 'front-office',
    title: 'Hours of the front office',
    audience: { type: 'admins' },
    days: [-2, 12],
    results_visibility: 'after_close',
    asks: { 'Open until five?': YES_NO },
  },
  {
    key: 'spring-trip',
    title: 'The spring trip',
    days: [8, 22],
    results_visibility: 'after_close',
    asks: { 'Would your child come along?': YES_NO },
  },
];

export const ALDER_MONTESSORI_POLLS: DemoPoll[] = [
  {
    key: 'garden-day',
    title: 'A day in the garden',
    days: [-2, 10],
    results_visibility: 'always',
    asks: { 'Which morning?': ['Saturday', 'Sunday'] },
    responses: 8,
  },
];

export const LINDENFELD_POLLS: DemoPoll[] = [
  {
    key: 'sommerfest',
    title: 'Sommerfest: wann?',
    days: [-2, 10],
    results_visibility: 'always',
    asks: { 'Welcher Tag?': ['Freitag', 'Samstag'] },
    responses: 7,
  },
];
