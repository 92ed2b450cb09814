import type { DemoAudience } from '../demo-students.js';

export interface DemoNotice {
  key: string;
  title: string;
  /** Rich text. */
  body: string;
  /** From seven in the morning so many days after the day of loading until seven of a later one. */
  days: [from: number, until: number];
  pinned?: boolean;
  acknowledge?: boolean;
  category?: string;
  organization?: string;
  audience?: DemoAudience;
  /** Stands below the text. */
  picture?: { file: string; alt: string };
  /** Is attached. */
  file?: string;
}

export const ALDER_FALLS_NOTICES: DemoNotice[] = [
  {
    key: 'weir-closed',
    title: 'The path along the weir is closed',
    body: '<p>The river is up. Until the barrier is gone, <strong>everybody walks over Mill Street</strong>, also those who are late.</p>',
    days: [-3, 11],
    pinned: true,
    acknowledge: true,
    category: 'Health & Safety',
    picture: { file: 'campus-map.png', alt: 'Map of the campus with Mill Street and the weir' },
  },
  {
    key: 'book-fair',
    title: 'Book fair in the library',
    body: '<p>Used books for a dollar, very used ones for a smile. Bring a bag.</p><ul><li>Grades K–5 in the morning</li><li>Grades 6–12 after lunch</li></ul>',
    days: [-1, 6],
    category: 'Events',
  },
  {
    key: 'bus-2-late',
    title: 'Route 2 runs ten minutes late this week',
    body: '<p>The bridge on Orchard Road has one lane. We have told the bus, and the bus has told us.</p>',
    days: [0, 5],
    category: 'School News',
    file: 'bus-timetable.pdf',
  },
  {
    key: 'seniors-transcripts',
    title: 'Transcripts for applications',
    body: '<p>Ask for them at least <em>ten school days</em> before they are due: Room 112, or counseling@alder-falls.example.</p>',
    days: [-6, 20],
    category: 'School News',
    audience: { grade: 12 },
  },
  {
    key: 'kindergarten-boots',
    title: 'Boots for the kindergarten',
    body: '<p>One pair stays at school, with the name in both of them.</p>',
    days: [-2, 9],
    audience: { grade: 0 },
  },
  {
    key: 'cross-country-socks',
    title: 'Dry socks on Thursday',
    body: '<p>We run the loop behind the orchard. It is not behind the puddles.</p>',
    days: [-1, 4],
    category: 'Athletics',
    organization: 'cross-country',
  },
  {
    key: 'robotics-batteries',
    title: 'Batteries wanted',
    body: '<p>Whoever has old drills at home has batteries for the robot.</p>',
    days: [-4, 10],
    organization: 'robotics',
    audience: { organizations: ['robotics', 'chess-club'] },
  },
  {
    key: 'fire-drill',
    title: 'Fire drill on an undisclosed day',
    body: '<p>For administrators: it is the day after tomorrow, at 10:20.</p>',
    days: [-1, 3],
    category: 'Health & Safety',
    audience: 'admins',
  },
  {
    key: 'winter-concert',
    title: 'Tickets for the winter concert',
    body: '<p>From this morning at the office; two for each family until we know how large the tuba is.</p>',
    days: [5, 19],
    category: 'Arts & Music',
  },
  {
    key: 'picture-orders',
    title: 'Last day to order pictures',
    body: '<p>After that they are only on the refrigerator of the grandparents.</p>',
    days: [-20, -6],
    category: 'School News',
  },
];

export const ALDER_MONTESSORI_NOTICES: DemoNotice[] = [
  {
    key: 'hens',
    title: 'The hens have moved',
    body: '<p>They live behind the shed now and receive visitors from 8:00.</p>',
    days: [-2, 12],
    pinned: true,
    category: 'School News',
  },
  {
    key: 'garden-day',
    title: 'Garden day',
    body: '<p>Spades are there, gloves are not.</p>',
    days: [-1, 7],
    category: 'Events',
  },
];

export const LINDENFELD_NOTICES: DemoNotice[] = [
  {
    key: 'turnhalle',
    title: 'Die Turnhalle bleibt diese Woche geschlossen',
    body: '<p>Der Boden wird erneuert. Sport findet <strong>draußen</strong> statt.</p>',
    days: [-1, 6],
    category: 'School News',
  },
];
