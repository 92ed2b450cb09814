import type { DemoAudience } from '../demo-audience.js';

export interface DemoDocument {
  key: string;
  title: string;
  /** Rich text. */
  description?: string;
  category?: string;
  organization?: string;
  audience?: DemoAudience;
  /** Of `DEMO_FILES`. */
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
