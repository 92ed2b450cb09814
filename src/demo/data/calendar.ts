/** A weekly practice of a team or club. */
export interface DemoPractice {
  organization: string;
  title: string;
  /** Days, as in BYDAY. */
  days: string;
  /** On the wall. */
  at: string;
  minutes: number;
  location: string;
  eventType: 'practice' | 'meeting';
  /** Weeks before and after the week of loading. */
  weeks: [before: number, after: number];
  /** Every second week: 2. */
  every?: number;
  category: string;
  /** Families say who comes. */
  asks?: 'student';
}

const SEASON: [number, number] = [8, 8];
/** Half a year and more: whatever the day of loading, the clocks change on the way. */
const YEAR: [number, number] = [18, 18];

const team = (organization: string, days: string, at: string, minutes: number, location: string) => ({
  ...{ organization, days, at, minutes, location },
  title: 'Practice',
  eventType: 'practice' as const,
  weeks: SEASON,
  category: 'Athletics',
});

const club = (one: Omit<DemoPractice, 'eventType' | 'weeks'>): DemoPractice => ({
  ...one,
  eventType: 'meeting',
  weeks: YEAR,
});

export const ALDER_FALLS_PRACTICES: DemoPractice[] = [
  team('varsity-soccer', 'MO,TU,WE,TH', '15:30', 105, 'Upper field'),
  team('middle-school-soccer', 'TU,TH', '15:20', 70, 'Upper field'),
  team('cross-country', 'MO,TU,WE,TH,FR', '15:25', 80, 'Gym door'),
  team('basketball', 'MO,TU,WE,TH,FR', '17:30', 90, 'Gym'),
  team('swim-team', 'MO,WE,FR', '06:00', 75, 'Town pool'),
  club({
    organization: 'robotics',
    title: 'Robotics',
    category: 'Events',
    days: 'TU,FR',
    at: '15:15',
    minutes: 105,
    location: 'Lab 3',
  }),
  club({
    organization: 'chess-club',
    title: 'Chess',
    category: 'Events',
    days: 'WE',
    at: '15:10',
    minutes: 65,
    location: 'Library',
    asks: 'student',
  }),
  club({
    organization: 'theater-company',
    title: 'Rehearsal',
    category: 'Arts & Music',
    days: 'MO,TH',
    at: '15:30',
    minutes: 150,
    location: 'Auditorium',
  }),
  club({
    organization: 'orchestra',
    title: 'Rehearsal',
    category: 'Arts & Music',
    days: 'TU,TH',
    at: '07:20',
    minutes: 45,
    location: 'Music room',
  }),
  club({
    organization: 'student-council',
    title: 'Council',
    category: 'Events',
    days: 'WE',
    at: '12:10',
    minutes: 40,
    location: 'Room 201',
    every: 2,
  }),
  club({
    organization: 'garden-club',
    title: 'In the garden',
    category: 'Events',
    days: 'FR',
    at: '14:15',
    minutes: 45,
    location: 'Behind the kitchen',
  }),
];

export const LINDENFELD_PRACTICES: DemoPractice[] = [
  club({
    organization: 'mathematik-10',
    title: 'Förderstunde',
    category: 'Events',
    days: 'TH',
    at: '14:30',
    minutes: 45,
    location: 'Raum 2.10',
  }),
];

/** A day or more without lessons; weeks and weekdays (Monday is 0) from the Monday of the week of loading. */
export interface DemoHoliday {
  key: string;
  title: string;
  week: number;
  day: number;
  days: number;
}

export const HOLIDAYS: DemoHoliday[] = [
  { key: 'recess-before', title: 'Recess: no school', week: -10, day: 0, days: 5 },
  { key: 'workshop', title: 'No school: teachers’ workshop', week: -3, day: 4, days: 1 },
  { key: 'long-weekend', title: 'Long weekend: no school', week: 2, day: 3, days: 2 },
  { key: 'recess-after', title: 'Recess: no school', week: 9, day: 0, days: 5 },
];

export const LINDENFELD_HOLIDAYS: DemoHoliday[] = [
  { key: 'ferien-vorher', title: 'Ferien', week: -10, day: 0, days: 12 },
  { key: 'studientag', title: 'Studientag: kein Unterricht', week: -2, day: 4, days: 1 },
  { key: 'ferien-nachher', title: 'Ferien', week: 5, day: 0, days: 12 },
];

/** Opponents in the order of the games, one a week; every second game is at home. */
export interface DemoGames {
  organization: string;
  /** Monday is 0. */
  day: number;
  at: string;
  minutes: number;
  home: string;
  opponents: string[];
  /** Scores of the games before the week of loading, in their order. */
  scores: [own: number, opponents: number][];
}

export const ALDER_FALLS_GAMES: DemoGames[] = [
  {
    organization: 'varsity-soccer',
    day: 5,
    at: '11:00',
    minutes: 110,
    home: 'Upper field',
    opponents: [
      'Fern Hill',
      'Lake Orrin Academy',
      'Stonebridge',
      'Mount Harrow',
      'Saint Brannoc',
      'Quarry Road',
    ],
    scores: [
      [2, 1],
      [0, 0],
      [1, 3],
    ],
  },
  {
    organization: 'middle-school-soccer',
    day: 5,
    at: '09:00',
    minutes: 75,
    home: 'Upper field',
    opponents: ['Fern Hill', 'Mill Pond', 'Stonebridge', 'Quarry Road'],
    scores: [
      [4, 2],
      [1, 0],
    ],
  },
  {
    organization: 'basketball',
    day: 4,
    at: '18:30',
    minutes: 90,
    home: 'Gym',
    opponents: [
      'Mount Harrow',
      'Stonebridge',
      'Lake Orrin Academy',
      'Fern Hill',
      'Saint Brannoc',
      'Mill Pond',
    ],
    scores: [
      [48, 52],
      [61, 44],
      [57, 50],
    ],
  },
];
