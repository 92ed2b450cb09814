import type { DemoOrganization } from './organizations.js';

/** Name, subject, grades, how many students (all of the grade: null), the teacher's title in the directory, when. */
type Line = [
  name: string,
  subject: string,
  grades: [number, number],
  size: number | null,
  teacher: string,
  meets: string,
];

const ALDER_FALLS: Line[] = [
  ['Kindergarten', 'Homeroom', [0, 0], null, 'Kindergarten Teacher', 'Room K1, all day.'],
  ['Grade 1', 'Homeroom', [1, 1], null, 'Grade 1 Teacher', 'Room 110, all day.'],
  ['Grade 2', 'Homeroom', [2, 2], null, 'Grade 2 Teacher', 'Room 111, all day.'],
  ['Grade 3', 'Homeroom', [3, 3], null, 'Grade 3 Teacher', 'Room 112, all day.'],
  ['Grade 4', 'Homeroom', [4, 4], null, 'Grade 4 Teacher', 'Room 113, all day.'],
  ['Grade 5', 'Homeroom', [5, 5], null, 'Grade 5 Teacher', 'Room 114, all day.'],
  ['English 7', 'English', [7, 7], null, 'Department Chair', 'Room 210, periods 1 and 2.'],
  ['Spanish I', 'World Languages', [7, 8], 21, 'Spanish Teacher', 'Room 240, period 4.'],
  ['French II', 'World Languages', [9, 10], 17, 'French Teacher', 'Room 241, period 5.'],
  ['Biology', 'Science', [9, 9], null, 'Biology Teacher', 'Lab 2, period 3; laboratory on Wednesday.'],
  ['Physics', 'Science', [11, 12], 19, 'Physics Teacher', 'Lab 3, period 6.'],
  ['Drawing and Printmaking', 'Arts & Music', [9, 12], 14, 'Visual Arts Teacher', 'Studio, period 7.'],
];

const ALDER_MONTESSORI: Line[] = [
  ['Oak Room', 'Children’s House', [0, 1], null, 'Guide', 'Every morning from 8:30.'],
  ['Elm Room', 'Elementary', [2, 6], null, 'Guide', 'Every morning from 8:30.'],
];

const LINDENFELD: Line[] = [
  ['Grundstufe', 'Klassenverband', [0, 4], null, 'Klassenlehrer', 'Raum 1.04, täglich ab 8:15 Uhr.'],
  ['Mathematik 10', 'Mathematik', [9, 11], 12, 'Mathematik und Physik', 'Raum 2.10, Montag und Donnerstag.'],
];

const classOf = (
  [name, category, grades, size, teacher, meetingInfo]: Line,
  title: string,
): DemoOrganization => ({
  kind: 'class',
  shortName: name.toLowerCase().replaceAll(' ', '-'),
  name,
  category,
  season: 'year',
  description: '',
  meetingInfo,
  grades,
  ...(size !== null && { size }),
  leaders: [[teacher, title]],
  helpers: 0,
});

export const ALDER_FALLS_CLASSES = ALDER_FALLS.map((line) => classOf(line, 'Teacher'));
export const ALDER_MONTESSORI_CLASSES = ALDER_MONTESSORI.map((line) => classOf(line, 'Guide'));
export const LINDENFELD_CLASSES = LINDENFELD.map((line) => classOf(line, 'Lehrkraft'));
