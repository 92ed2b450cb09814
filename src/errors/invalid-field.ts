import { ValidationFailedError } from './app-error.js';

/** A field that is not as it has to be, in the words and the shape in which the validation of a body says it. */
export const invalidField = (path: string, message: string): ValidationFailedError =>
  new ValidationFailedError('The request is not valid.', { fields: [{ path, message }] });
