import { ValidationPipe, type ArgumentMetadata, type Type, type ValidationError } from '@nestjs/common';
import { ValidationFailedError, type FieldError } from '../errors/app-error.js';

/** Unknown fields are ignored, a wrong type is 400 and never converted (contract section 0, rule 6). */
export class RequestValidation extends ValidationPipe {
  /** Kinds of query of which everything may be left out: most requests do so, and need be judged but once. */
  private readonly optional = new Set<Type>();

  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidUnknownValues: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) =>
        new ValidationFailedError('The request is not valid.', {
          fields: errors.flatMap((error) => fieldsOf(error)),
        }),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    const isEmptyQuery = type === 'query' && metatype && isEmpty(value);
    if (isEmptyQuery && this.optional.has(metatype)) return new metatype();
    const transformed: unknown = await super.transform(value, metadata);
    if (isEmptyQuery) this.optional.add(metatype);
    return transformed;
  }
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

function fieldsOf(error: ValidationError, parent = ''): FieldError[] {
  const path = parent ? `${parent}.${error.property}` : error.property;
  const own = Object.values(error.constraints ?? {}).map((message) => ({ path, message }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldsOf(child, path))];
}
