import { type ArgumentMetadata, Body, Query, type ValidationError, ValidationPipe } from '@nestjs/common';
import { type FieldError, ValidationFailedError } from '../errors/app-error.js';
import { declaredPart } from './declared-members.js';

/** Fields that a refusal lists at most: a body may have a fault in each of thousands of members. */
const MAX_REPORTED_FIELDS = 50;

/** Unknown fields are ignored, a wrong type is 400 and never converted (contract section 0, rule 6). */
export class RequestValidation extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidUnknownValues: true,
      validationError: { target: false, value: true },
      exceptionFactory: (errors) => refusal(errors.flatMap((error) => fieldsOf(error))),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype } = metadata;
    if (!metatype) return (await super.transform(value, metadata)) as unknown;
    const declared = declaredPart(metatype, value);
    if (declared.faults.length > 0) throw refusal(declared.faults);
    return Object.assign((await super.transform(declared.value, metadata)) as object, declared.free);
  }
}

const refusal = (faults: FieldError[]): ValidationFailedError =>
  new ValidationFailedError('The request is not valid.', { fields: faults.slice(0, MAX_REPORTED_FIELDS) });

function fieldsOf(error: ValidationError, parent = ''): FieldError[] {
  const path = parent ? `${parent}.${error.property}` : error.property;
  const constraints = Object.values(error.constraints ?? {});
  const isMissing = constraints.length > 0 && (error.value === undefined || error.value === null);
  const messages = isMissing ? [`${error.property} is missing`] : constraints;
  const own = messages.map((message) => ({ path, message }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldsOf(child, path))];
}

/**
 * Where something of a request is taken for what a class says it is, it is checked (contract section 0, rule 6). A linter's
 * rule forbids Nest's own decorators for that. Ids in the path are checked by the guard. Not a pipe of all routes: Nest would
 * also pass through it what the guards have left for the handler, each of them in six asynchronous steps.
 */
const VALIDATION = new RequestValidation();

export const ValidQuery = () => Query(VALIDATION);

/** The body that `JsonBody` has read, validated. */
export const ValidBody = () => Body(VALIDATION);
