/** People of the demo school whom a visitor may be (operations section 6). */
export const DEMO_ACCOUNTS = [
  'senior@demo.school',
  'junior@demo.school',
  'parent@demo.school',
  'editor@demo.school',
  'two-schools@demo.school',
  'two-step@demo.school',
];

/** The one of them that has a second step. */
export const TWO_STEP_ACCOUNT = 'two-step@demo.school';

export const MAIN_SCHOOL = 'alder-falls';
export const SECOND_SCHOOL = 'alder-montessori';
export const THIRD_SCHOOL = 'lindenfeld';
