import type { ContentFile } from '../../imports/content/content-file.schema.js';
import type { DemoAudience } from '../demo-students.js';

type SlipInput = NonNullable<ContentFile['permission_slips']>[number];

export interface DemoSlipAnswer {
  /** Email. */
  by: string;
  /** First name; absent where one answer is given for a family. */
  student?: string;
  decision: 'granted' | 'declined';
  note?: string;
  withdrawn?: boolean;
}

/** A slip; `days` are those of its opening and its end, from the Monday of the week of loading. */
export interface DemoSlip extends Omit<
  SlipInput,
  'audience' | 'opens_at' | 'closes_at' | 'visible_until' | 'send_alert'
> {
  audience?: DemoAudience;
  days: [opens: number, closes: number | null];
  /** In their order. */
  answers?: DemoSlipAnswer[];
  /** How many others have granted it. */
  granted?: number;
}

const [ROBIN, SAM] = ['parent@demo.school', 'sam.ellery@example.com'];
const TAKES_PART =
  'I allow my child to take part. In an emergency the teachers may have my child treated by a doctor.';

export const ALDER_FALLS_SLIPS: DemoSlip[] = [
  {
    key: 'museum',
    title: 'Grade 7: a day at the Natural History Museum',
    summary: 'By car, from 8:15 until 14:15',
    body: '<p>We see the <strong>bones</strong> in the morning and draw in the afternoon.</p><ul><li>Packed lunch</li><li>Pencil and pad</li></ul>',
    statement: TAKES_PART,
    audience: { grade: 7 },
    signature_required: true,
    days: [-4, 9],
    questions: [
      { type: 'yes_no', text: 'Does your child get sick in cars?', required: true },
      {
        type: 'long_text',
        text: 'Which medicine does your child need on the way?',
        private: true,
      },
    ],
    granted: 6,
  },
  {
    key: 'photos',
    title: 'Pictures of school life',
    summary: 'One answer for the whole family',
    body: '<p>We show pictures of school life in the yearbook and in the hall; never with a name, never on the open net.</p>',
    statement: 'My children may be seen on these pictures.',
    answer_per: 'family',
    days: [-30, null],
    answers: [
      { by: ROBIN, decision: 'granted' },
      { by: 'two-schools@demo.school', decision: 'declined', note: 'We would rather not.' },
    ],
    granted: 20,
  },
  {
    key: 'lake',
    title: 'Grade 7: three days at Lake Orrin',
    summary: 'Both guardians sign',
    body: '<p>Two nights in cabins of eight, with six teachers. We swim only where lifeguards are.</p>',
    statement: `${TAKES_PART} I know that phones stay at home.`,
    audience: { grade: 7 },
    signature_required: true,
    second_guardian_required: true,
    days: [-6, 16],
    questions: [
      {
        type: 'single_choice',
        text: 'How well does your child swim?',
        choices: ['Not yet', 'Somewhat', 'Well'],
        required: true,
      },
    ],
    answers: [
      { by: ROBIN, student: 'Theo', decision: 'granted' },
      { by: SAM, student: 'Theo', decision: 'granted' },
    ],
    granted: 3,
  },
  {
    key: 'invitational',
    title: 'Bus to the Five Hills Invitational',
    body: '<p>The bus leaves at the gym door; whoever comes by car tells the coach.</p>',
    statement: 'My child may go by bus, and home with me or the parents of a teammate.',
    organization: 'cross-country',
    event: 'cross-country-invitational',
    signature_required: true,
    days: [-4, 11],
    answers: [{ by: 'editor@demo.school', student: 'Mateo', decision: 'granted' }],
    granted: 4,
  },
  {
    key: 'library-night',
    title: 'Grade 4: a night in the library',
    body: '<p>Sleeping bags between the shelves, and a story at midnight.</p>',
    statement: TAKES_PART,
    audience: { grade: 4 },
    days: [-3, 10],
    answers: [{ by: ROBIN, student: 'Nell', decision: 'declined', note: 'She would not sleep at all.' }],
    granted: 5,
  },
  {
    key: 'tablets',
    title: 'Tablets at home',
    body: '<p>Your child may take a tablet of the school home. Nothing is to be paid when it breaks.</p>',
    statement: 'My child may use it as the rules of the school say.',
    days: [-8, 20],
    answers: [
      { by: ROBIN, student: 'Theo', decision: 'granted' },
      { by: ROBIN, student: 'Nell', decision: 'granted', withdrawn: true },
    ],
    granted: 12,
  },
  {
    key: 'orchard',
    title: 'A walk to the orchard',
    body: '<p>An hour there, an hour back; apples are free.</p>',
    statement: TAKES_PART,
    days: [-20, -4],
  },
  {
    key: 'spring-camp',
    title: 'Spring camp',
    body: '<p>A week in the hills, in tents.</p>',
    statement: TAKES_PART,
    signature_required: true,
    days: [8, 29],
  },
];

export const ALDER_MONTESSORI_SLIPS: DemoSlip[] = [
  {
    key: 'pond',
    title: 'To the pond',
    body: '<p>Rubber boots, please.</p>',
    statement: 'My child may come along.',
    days: [-3, 9],
    granted: 4,
  },
];

export const LINDENFELD_SLIPS: DemoSlip[] = [
  {
    key: 'wandertag',
    title: 'Wandertag',
    body: '<p>Wir gehen durch den Wald und grillen am See.</p>',
    statement: 'Mein Kind darf teilnehmen.',
    signature_required: true,
    days: [-3, 10],
    granted: 5,
  },
];
