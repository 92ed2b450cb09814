import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import express from 'express';
import type { Observable } from 'rxjs';
import { ValidationFailedError } from '../errors/app-error.js';
import { ApiRefusal } from './api-errors.js';
import { requestOf, responseOf } from './exchange.js';
import { ValidBody } from './validated.js';

const MAX_DEPTH = 32;
/** Members and elements at every depth together: a hundred answers with a hundred choices each are half of it. */
const MAX_MEMBERS = 20_000;

/** Bytes (contract section 0.1): more is 413. */
export const MOST_JSON = 1024 * 1024;

const parseJson = express.json({ limit: MOST_JSON, type: ['application/json', 'application/*+json'] });

/**
 * Reads the body only once the guards have let the caller in: a stranger's bytes are never parsed, and 401, 403
 * and 404 come before "malformed JSON" (contract section 0, rule 7). A body that the operation does not have is as an
 * unknown field: it is ignored, whatever it is (rule 6).
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    await new Promise<void>((resolve, reject) => {
      parseJson(request, responseOf(context), (error?: Error) => (error ? reject(error) : resolve()));
    });
    // No body is an empty one: what is missing in it is then named field by field.
    request.body ??= {};
    assertWithinBounds(request.body);
    return next.handle();
  }
}

/** The body of the request; only an operation that has one reads it, and is documented to refuse one that is too large. */
export const JsonBody = (): ParameterDecorator => (controller, name, index) => {
  ValidBody()(controller, name, index);
  const handler = name && Object.getOwnPropertyDescriptor(controller, name);
  if (handler)
    applyDecorators(UseInterceptors(JsonBodyInterceptor), ApiRefusal(413))(controller, name, handler);
};

/**
 * Level by level and not by recursion: a body of brackets must not exhaust the stack.
 * @throws ValidationFailedError it is deeper, or has more members, than any that an operation knows
 */
function assertWithinBounds(body: unknown): void {
  let level: unknown[] = [body];
  let members = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new ValidationFailedError('The request body is nested too deeply.');
    level = level.flatMap(membersOf);
    members += level.length;
    if (members > MAX_MEMBERS) throw new ValidationFailedError('The request body has too many members.');
  }
}

const membersOf = (value: unknown): unknown[] =>
  value && typeof value === 'object' ? Object.values(value as Record<string, unknown>) : [];
