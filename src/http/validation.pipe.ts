import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { ValidationFailedError, type FieldError } from '../errors/app-error.js';

/** Unknown fields are ignored, a wrong type is 400 and never converted (contract section 0, rule 6). */
export const requestValidation = (): ValidationPipe =>
  new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidUnknownValues: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) =>
      new ValidationFailedError('The request is not valid.', {
        fields: errors.flatMap((error) => fieldsOf(error)),
      }),
  });

function fieldsOf(error: ValidationError, parent = ''): FieldError[] {
  const path = parent ? `${parent}.${error.property}` : error.property;
  const own = Object.values(error.constraints ?? {}).map((message) => ({ path, message }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldsOf(child, path))];
}
