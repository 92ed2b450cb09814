const PRE_KINDERGARTEN = -1;
const KINDERGARTEN = 0;
const LAST = 12;

/** Codes of the Common Education Data Standards, and what schools write instead. */
const WORDS = new Map<string, number>([
  ...['pk', 'prek', 'pk4', 'p4', '-1', 'prekindergarten', 'tk', 'transitionalkindergarten'].map(
    (word): [string, number] => [word, PRE_KINDERGARTEN],
  ),
  ...['kg', 'k', 'kn', 'kf', 'kh', 'kinder', 'kindergarten', '0', '00'].map((word): [string, number] => [
    word,
    KINDERGARTEN,
  ]),
  ['freshman', 9],
  ['sophomore', 10],
  ['junior', 11],
  ['senior', 12],
]);

/** Years from kindergarten, −1 (pre-kindergarten) to 12; null for everything else: infants, ungraded, adults. */
export function levelOf(grade: string): number | null {
  const word = grade.toLowerCase().replace(/[\s_]/g, '');
  const known = WORDS.get(word) ?? WORDS.get(word.replaceAll('-', ''));
  if (known !== undefined) return known;
  const number = /^(?:grade|gr\.?|g)?0*(\d{1,2})(?:\.0+)?(?:st|nd|rd|th)?(?:grade)?$/.exec(word)?.[1];
  if (number === undefined) return null;
  return Number(number) >= 1 && Number(number) <= LAST ? Number(number) : null;
}

/** `04`, `4th` and `4` are one grade, as are `KG` and `K`: a spreadsheet's spelling is no change. */
export function spelled(grade: string): string {
  const level = levelOf(grade);
  if (level === null) return grade;
  if (level === PRE_KINDERGARTEN) return /^t/i.test(grade) ? 'TK' : 'PK';
  return level === KINDERGARTEN ? 'K' : String(level);
}

/** The highest of several: a student of two grades leaves with the higher one. */
export function highestGrade(grades: string[]): string | null {
  const known = grades.filter((grade) => levelOf(grade) !== null);
  const highest = known.toSorted((a, b) => levelOf(b)! - levelOf(a)!)[0] ?? grades[0];
  return highest === undefined ? null : spelled(highest).slice(0, 50).toWellFormed();
}

/** Null where the grade does not tell. */
export function graduationYear(grade: string | null, schoolYearEnd: number): number | null {
  const level = grade === null ? null : levelOf(grade);
  return level === null ? null : schoolYearEnd + LAST - level;
}
