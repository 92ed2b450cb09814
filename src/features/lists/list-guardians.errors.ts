import { ValidationFailedError } from '../../errors/app-error.js';

export class NotAParentError extends ValidationFailedError {
  constructor() {
    super('Only a parent of the school can be put on the list.', {
      fields: [{ path: 'guardian_membership_id', message: 'is no parent of the school' }],
    });
  }
}

export class StudentNotLinkedError extends ValidationFailedError {
  constructor() {
    super('The student is not linked to this parent.', {
      reason: 'not_linked',
      fields: [{ path: 'linked_student_id', message: 'is no student of this parent' }],
    });
  }
}
