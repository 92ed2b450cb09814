import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import express from 'express';
import type { Observable } from 'rxjs';
import { PayloadTooLargeError, ValidationFailedError } from '../errors/app-error.js';
import { expectBody } from '../http/announced-bodies.js';
import { requestOf, responseOf } from '../http/http-context.js';

const MAX_FORM = 32 * 1024;
const readForm = express.urlencoded({ extended: false, limit: MAX_FORM, parameterLimit: 40 });

/** The refusal of a form that cannot be parsed: the parser's status says that it is no failure of ours. */
function refusalOf(error: Error & { status?: unknown; expose?: unknown }): Error {
  if (error.expose !== true) return error;
  return error.status === 413
    ? new PayloadTooLargeError()
    : new ValidationFailedError('The form cannot be read.');
}

/** The fields of a form that was sent from one of our own pages; of several with one name the last. */
@Injectable()
export class FormInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    if (!expectBody(request, MAX_FORM)) throw new PayloadTooLargeError();
    await new Promise<void>((resolve, reject) => {
      readForm(request, responseOf(context), (error?: Error) =>
        error ? reject(refusalOf(error)) : resolve(),
      );
    });
    return next.handle();
  }
}
