import type { LoggedAccess } from '../access-log/access-log-subject.js';
import type { CorrectionBody } from './correction.dto.js';
import type { CorrectionField } from './correction-field.js';

/** Fields that tell how a family is reached; what people write of guardians and of anything else may. */
const CONTACTS: readonly CorrectionField[] = ['phone', 'email', 'guardians', 'other'];

/** Contacts and addresses of students that these corrections show. */
export const accessToCorrections = (corrections: CorrectionBody[]): LoggedAccess => ({
  contacts: studentsOf(corrections, (field) => CONTACTS.includes(field)),
  addresses: studentsOf(corrections, (field) => field === 'address'),
});

const studentsOf = (
  corrections: CorrectionBody[],
  isDisclosed: (field: CorrectionField) => boolean,
): string[] => [
  ...new Set(
    corrections.filter(({ field }) => isDisclosed(field)).map((correction) => correction.student_id),
  ),
];
