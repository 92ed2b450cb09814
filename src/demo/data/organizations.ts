import type { OrganizationKind } from '../../policy/organization-access.js';

/** When in the school year: the calendar years are those of the day on which the demo is loaded. */
export type DemoSeason = 'fall' | 'winter' | 'spring' | 'year' | 'last fall';

export interface DemoEditor {
  email: string;
  /** Days from the day of loading. */
  from: number;
  until: number | null;
}

export interface DemoOrganization {
  kind: OrganizationKind;
  shortName: string;
  name: string;
  category: string;
  season: DemoSeason;
  /** HTML. */
  description: string;
  meetingInfo: string;
  website?: string;
  /** Both ends included; 0 is kindergarten. */
  grades: [from: number, to: number];
  /** Students; absent: all of these grades. */
  size?: number;
  /** Students who are in it whatever the dice say, by full name. */
  with?: string[];
  /** Staff by their title in the directory, and what they are here. */
  leaders: [post: string, title: string][];
  /** Title of the first student of the highest grade. */
  studentLeader?: string;
  /** How many parents help. */
  helpers: number;
  editors?: DemoEditor[];
}

const SPORT = 'Athletics';

export const ALDER_FALLS_TEAMS: DemoOrganization[] = [
  {
    kind: 'team',
    shortName: 'varsity-soccer',
    name: 'Varsity Soccer',
    category: SPORT,
    season: 'fall',
    description:
      '<p>The <strong>Herons</strong> play in the Northern Lakes league. Home games are on the upper field; the lower one is under water until June.</p>',
    meetingInfo: 'Practice Monday to Thursday, 3:30 to 5:15, upper field. Shin guards every day.',
    website: 'https://herons.alder-falls.example/soccer',
    grades: [10, 12],
    size: 18,
    leaders: [['Athletic Director', 'Head Coach']],
    studentLeader: 'Captain',
    helpers: 2,
  },
  {
    kind: 'team',
    shortName: 'middle-school-soccer',
    name: 'Middle School Soccer',
    category: SPORT,
    season: 'fall',
    description: '<p>Everyone who comes to practice plays on Saturday.</p>',
    meetingInfo: 'Practice Tuesday and Thursday, 3:20 to 4:30, upper field.',
    grades: [6, 8],
    size: 20,
    with: ['Theo Ellery'],
    leaders: [['Physical Education Teacher', 'Coach']],
    helpers: 3,
  },
  {
    kind: 'team',
    shortName: 'cross-country',
    name: 'Cross Country',
    category: SPORT,
    season: 'fall',
    description:
      '<p>Five kilometres of woods, mud and one very steep field. <em>Nobody is cut.</em></p><ul><li>Two races at home</li><li>Four away, by bus</li></ul>',
    meetingInfo: 'Weekdays at 3:25 at the gym door, in any weather but lightning.',
    website: 'https://herons.alder-falls.example/cross-country',
    grades: [7, 12],
    size: 22,
    with: ['Mateo Treviño Luján'],
    leaders: [
      ['Biology Teacher', 'Head Coach'],
      ['Reading Specialist', 'Assistant Coach'],
    ],
    studentLeader: 'Captain',
    helpers: 2,
    editors: [{ email: 'editor@demo.school', from: -60, until: 200 }],
  },
  {
    kind: 'team',
    shortName: 'basketball',
    name: 'Varsity Basketball',
    category: SPORT,
    season: 'winter',
    description: '<p>Tryouts are in the second week of November; bring both a light and a dark shirt.</p>',
    meetingInfo: 'Practice weekdays, 5:30 to 7:00, gym. Doors open at 5:15.',
    grades: [9, 12],
    size: 13,
    leaders: [['Teacher', 'Head Coach']],
    studentLeader: 'Captain',
    helpers: 1,
  },
  {
    kind: 'team',
    shortName: 'swim-team',
    name: 'Swim Team',
    category: SPORT,
    season: 'winter',
    description: '<p>We share the town pool, and its lifeguards, with everybody else.</p>',
    meetingInfo: 'Monday, Wednesday and Friday, 6:00 to 7:15 in the morning, town pool.',
    grades: [6, 12],
    size: 16,
    leaders: [['Physical Education Teacher', 'Coach']],
    helpers: 2,
  },
  {
    kind: 'team',
    shortName: 'track-and-field',
    name: 'Track & Field',
    category: SPORT,
    season: 'spring',
    description: '<p>Sprints, distance, jumps and throws. Begins when the track is free of snow.</p>',
    meetingInfo: 'Weekdays from 3:30, track. First meeting in March, in the gym.',
    grades: [7, 12],
    size: 28,
    leaders: [
      ['Athletic Director', 'Head Coach'],
      ['Biology Teacher', 'Distance Coach'],
    ],
    helpers: 0,
  },
  {
    kind: 'team',
    shortName: 'ultimate-last-year',
    name: 'Ultimate',
    category: SPORT,
    season: 'last fall',
    description: '<p>Not offered this year: the field went to soccer.</p>',
    meetingInfo: 'No practice.',
    grades: [9, 12],
    size: 12,
    leaders: [['Physics Teacher', 'Coach']],
    helpers: 0,
    editors: [{ email: 'editor@demo.school', from: -420, until: null }],
  },
];

export const ALDER_FALLS_CLUBS: DemoOrganization[] = [
  {
    kind: 'club',
    shortName: 'robotics',
    name: 'Robotics Club',
    category: 'Science',
    season: 'year',
    description:
      '<h3>What we build</h3><p>One robot a year that has to lift, one that has to find its way, and many that were not meant to catch fire.</p>',
    meetingInfo: 'Tuesday and Friday, 3:15 to 5:00, Lab 3.',
    website: 'https://robotics.alder-falls.example',
    grades: [7, 12],
    size: 17,
    with: ['Theo Ellery'],
    leaders: [
      ['Physics Teacher', 'Adviser'],
      ['IT Coordinator', 'Mentor'],
    ],
    studentLeader: 'President',
    helpers: 2,
  },
  {
    kind: 'club',
    shortName: 'chess-club',
    name: 'Chess Club',
    category: 'Games',
    season: 'year',
    description: '<p>Beginners are paired with someone who remembers being one.</p>',
    meetingInfo: 'Wednesday, 3:10 to 4:15, library.',
    grades: [2, 8],
    size: 15,
    with: ['Eleanor Ellery'],
    leaders: [['Librarian', 'Adviser']],
    helpers: 1,
    editors: [{ email: 'sam.ellery@example.com', from: -300, until: -14 }],
  },
  {
    kind: 'club',
    shortName: 'theater-company',
    name: 'Theater Company',
    category: 'Arts & Music',
    season: 'year',
    description:
      '<p>A play in November, a musical in April. Whoever does not want to be seen builds, paints, sews or runs the lights.</p>',
    meetingInfo: 'Monday and Thursday, 3:30 to 6:00, auditorium; every day in the last two weeks.',
    grades: [8, 12],
    size: 24,
    leaders: [['Theater Director', 'Director']],
    studentLeader: 'Stage Manager',
    helpers: 3,
  },
  {
    kind: 'club',
    shortName: 'orchestra',
    name: 'School Orchestra',
    category: 'Arts & Music',
    season: 'year',
    description: '<p>For all who have played for two years or longer. Violas always welcome.</p>',
    meetingInfo: 'Tuesday and Thursday, 7:20 to 8:05 in the morning, music room.',
    grades: [5, 12],
    size: 26,
    leaders: [['Orchestra & Choir', 'Conductor']],
    studentLeader: 'Concertmaster',
    helpers: 1,
  },
  {
    kind: 'club',
    shortName: 'student-council',
    name: 'Student Council',
    category: 'Community',
    season: 'year',
    description: '<p>Two from each grade, elected in September.</p>',
    meetingInfo: 'Every second Wednesday, 12:10, room 201.',
    grades: [6, 12],
    size: 14,
    leaders: [['Assistant Head, Upper School', 'Adviser']],
    studentLeader: 'President',
    helpers: 0,
  },
  {
    kind: 'club',
    shortName: 'garden-club',
    name: 'Garden Club',
    category: 'Community',
    season: 'year',
    description: '<p>Beans, pumpkins, compost. Please send boots.</p>',
    meetingInfo: 'Friday, 2:15 to 3:00, behind the kitchen.',
    grades: [0, 4],
    size: 16,
    leaders: [['Kitchen Manager', 'Head Gardener']],
    helpers: 4,
  },
];
