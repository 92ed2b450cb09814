import { ValidationPipe, type ArgumentMetadata, type Type, type ValidationError } from '@nestjs/common';
import { ValidationFailedError, type FieldError } from '../errors/app-error.js';
import { BoundedMap } from './bounded-map.js';
import { declaredPart } from './declared-members.js';

/** Bytes of memory for the queries of one kind, roughly. */
const KNOWN_BYTES = 16_384;
const QUERY_BYTES = 200;

/** Of a refusal: a body may have a fault in each of thousands of members. */
const MAX_REPORTED_FIELDS = 50;

/** Unknown fields are ignored, a wrong type is 400 and never converted (contract section 0, rule 6). */
export class RequestValidation extends ValidationPipe {
  /** Queries that were right, by kind, as they were understood: most requests send one of a few, which is judged but once. */
  private readonly known = new Map<Type, BoundedMap<object>>();

  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidUnknownValues: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) => refusal(errors.flatMap((error) => fieldsOf(error))),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (!metatype) return (await super.transform(value, metadata)) as unknown;
    const declared = declaredPart(metatype, value);
    if (declared.faults.length > 0) throw refusal(declared.faults);
    if (type === 'query') return this.query(declared.value, { ...metadata, metatype });
    return Object.assign((await super.transform(declared.value, metadata)) as object, declared.free);
  }

  private async query(
    value: unknown,
    metadata: ArgumentMetadata & { metatype: Type<object> },
  ): Promise<object> {
    const { metatype } = metadata;
    const text = JSON.stringify(value);
    const known = this.knownOf(metatype).find(text);
    if (known) return known;
    // For all who ask alike: nobody may write into it.
    const understood = Object.freeze((await super.transform(value, metadata)) as object);
    this.knownOf(metatype).keep(text, understood, QUERY_BYTES + 2 * text.length);
    return understood;
  }

  private knownOf(metatype: Type<object>): BoundedMap<object> {
    let known = this.known.get(metatype);
    if (!known) this.known.set(metatype, (known = new BoundedMap(KNOWN_BYTES)));
    return known;
  }
}

const refusal = (faults: FieldError[]): ValidationFailedError =>
  new ValidationFailedError('The request is not valid.', { fields: faults.slice(0, MAX_REPORTED_FIELDS) });

function fieldsOf(error: ValidationError, parent = ''): FieldError[] {
  const path = parent ? `${parent}.${error.property}` : error.property;
  const own = Object.values(error.constraints ?? {}).map((message) => ({ path, message }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldsOf(child, path))];
}
