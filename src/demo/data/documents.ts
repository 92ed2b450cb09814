import type { DemoAudience } from '../demo-students.js';

export interface DemoDocument {
  key: string;
  title: string;
  /** Rich text. */
  description?: string;
  category?: string;
  organization?: string;
  audience?: DemoAudience;
  /** Names in `DEMO_FILES`. */
  files: string[];
}

export const ALDER_FALLS_DOCUMENTS: DemoDocument[] = [
  {
    key: 'family-handbook',
    title: 'Family handbook',
    description: '<p>Everything that is asked every September, with a map of where to ask it.</p>',
    category: 'Policies',
    files: ['family-handbook.pdf', 'campus-map.png'],
  },
  {
    key: 'bus-timetable',
    title: 'Bus timetable',
    category: 'School News',
    files: ['bus-timetable.pdf'],
  },
  {
    key: 'medicine-form',
    title: 'Medicine at school',
    description: '<p>For the nurse, <strong>one form a medicine</strong>.</p>',
    category: 'Forms',
    files: ['medicine-form.docx'],
  },
  {
    key: 'supply-list',
    title: 'Supply list',
    category: 'Forms',
    files: ['supply-list.xlsx'],
  },
  {
    key: 'winter-concert-poster',
    title: 'Poster of the winter concert',
    description: '<p>To be printed and hung wherever the shop allows it.</p>',
    category: 'Arts & Music',
    files: ['winter-concert.jpg'],
  },
  {
    key: 'permission-to-travel',
    title: 'Permission to travel with the team',
    category: 'Forms',
    organization: 'cross-country',
    files: ['permission-to-travel.pdf'],
  },
  {
    key: 'seniors-checklist',
    title: 'Checklist of the graduating year',
    description:
      '<ol><li>Caps are ordered by height.</li><li>Library books come back.</li><li>So do the seniors, once a year.</li></ol>',
    category: 'School News',
    audience: { grade: 12 },
    files: [],
  },
  {
    key: 'budget-draft',
    title: 'Budget, first draft',
    audience: 'admins',
    files: ['budget-draft.xlsx'],
  },
];

export const ALDER_MONTESSORI_DOCUMENTS: DemoDocument[] = [
  {
    key: 'medicine-form',
    title: 'Medicine at school',
    category: 'Forms',
    files: ['medicine-form.docx'],
  },
];

export const LINDENFELD_DOCUMENTS: DemoDocument[] = [
  {
    key: 'schulordnung',
    title: 'Schulordnung',
    category: 'Policies',
    files: ['schulordnung.pdf'],
  },
];

export const CATEGORIES = [
  { name: 'School News', color: '#1F6FB2' },
  { name: 'Events', color: '#2E8B57' },
  { name: 'Athletics', color: '#C8501E' },
  { name: 'Arts & Music', color: '#8E44AD' },
  { name: 'Forms', color: '#7A5C2E' },
  { name: 'Policies', color: '#4A5568' },
  { name: 'Health & Safety', color: '#B83280' },
  { name: 'Parents’ Association', color: '#D69E2E' },
];

export const ALDER_FALLS_DETAILS = {
  title: 'About Alder Falls School',
  description: `Alder Falls School has stood above the weir since 1921: kindergarten to grade 12, about four hundred students, one kitchen and far too many bicycles.

Doors open at 7:40, lessons begin at 8:10 and end at 3:05. After-school care is in the library until 5:30.
To report an absence, write to attendance@alder-falls.example or call (802) 555-0100 before 8:30.

In deep snow we decide by 5:45 in the morning and post a notice here first.`,
};

export const ALDER_MONTESSORI_DETAILS = {
  title: 'Alder Montessori at a glance',
  description: `Three rooms, one garden, two hens. Children arrive between 8:00 and 8:30 and are collected by 2:45.

Please bring indoor shoes, and a coat for every weather that is forecast.`,
};

export const LINDENFELD_DETAILS = {
  title: 'Die Internationale Schule Lindenfeld',
  description: `Unterricht auf Deutsch und Englisch, von der ersten Klasse bis zum Abschluss. Schulbeginn ist um 8:15 Uhr.

Krankmeldungen bitte bis 8:00 Uhr an sekretariat@lindenfeld.example.`,
};
