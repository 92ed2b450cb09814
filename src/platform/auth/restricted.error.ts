import { NotAuthorizedError } from '../errors/app-error.js';
import type { Member } from './caller.js';

/** The request names a student from whom the caller is kept apart. */
export class RestrictedError extends NotAuthorizedError {
  constructor() {
    super('The school keeps you and this student apart.', { reason: 'restricted' });
  }
}

/**
 * First in every write that names students, before the item is looked for: whoever may not see the item is refused alike.
 * @throws RestrictedError
 */
export function assertNotRestricted(
  { restrictedStudentIds }: Pick<Member, 'restrictedStudentIds'>,
  ...studentIds: (string | null | undefined)[]
): void {
  if (studentIds.some((id) => id && restrictedStudentIds.includes(id.toLowerCase())))
    throw new RestrictedError();
}
