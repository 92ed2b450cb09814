import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import express from 'express';
import type { Observable } from 'rxjs';
import { ApiRefusal } from './api-errors.js';
import { requestOf, responseOf } from './http-context.js';
import { parseBody } from './parse-body.js';
import { ValidBody } from './validation.pipe.js';

/** Bytes (contract section 0.1): more is 413. */
export const MAX_JSON = 1024 * 1024;

const readText = express.text({ limit: MAX_JSON, type: ['application/json', 'application/*+json'] });

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
      readText(request, responseOf(context), (error?: Error) => (error ? reject(error) : resolve()));
    });
    // No body is an empty one: what is missing in it is then named field by field.
    request.body = parseBody((request.body as string | undefined) || '{}');
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
