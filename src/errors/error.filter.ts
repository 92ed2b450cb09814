import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isDeadlock, isForeignKeyViolation, isLockTimeout } from './postgres-errors.js';
import {
  AppError,
  InternalError,
  NotAuthenticatedError,
  NotAuthorizedError,
  NotFoundError,
  PayloadTooLargeError,
  UnavailableError,
  ValidationFailedError,
} from './app-error.js';
import { isDatabaseOutage } from './database-outage.js';
import { toErrorBody } from './error-body.dto.js';
import { mayGoOnForLong, sayLastWords } from './last-words.js';

/** The one place where an error becomes an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');

  catch(exception: unknown, host: ArgumentsHost): void {
    const [request, response] = host.getArgs<[Request & { id?: string }, Response]>();
    if (response.headersSent) return void response.destroy();
    const error = this.toAppError(exception, String(request.id));
    // For whoever counts refusals.
    response.locals.refusal = error;
    for (const name of OF_A_FILE) response.removeHeader(name);
    response.status(error.status).set({ 'Cache-Control': 'private, no-store', ...error.details.headers });
    const body = toErrorBody(error);
    if (mayGoOnForLong(request)) return sayLastWords(request, response, JSON.stringify(body));
    // What still comes is dropped, and the connection serves on.
    request.resume();
    response.type('json').json(body);
  }

  private toAppError(exception: unknown, requestId: string): AppError {
    if (exception instanceof AppError) return exception;
    if (isDatabaseOutage(exception)) {
      this.logger.warn(
        { requestId, reason: exception.code ?? exception.name },
        'The database cannot serve this for now',
      );
      return new UnavailableError();
    }
    // Somebody else is at it, an import say, for longer than a caller waits.
    if (isLockTimeout(exception)) return new UnavailableError();
    if (isDeadlock(exception)) {
      this.logger.warn({ requestId, where: placesIn(exception) }, 'Two writes waited for each other');
      return new UnavailableError();
    }
    // Seen by the checks, and gone before it was written to: its student, its list, the caller's membership.
    if (isForeignKeyViolation(exception)) return new NotFoundError();
    const status = statusOf(exception);
    if (status === undefined || status >= 500) return this.unexpected(exception, requestId);
    return fromStatus(status);
  }

  /** The log gets the kind of error and where it happened: a driver's message may quote personal data. */
  private unexpected(exception: unknown, requestId: string): InternalError {
    const { name, code } = exception as { name?: string; code?: unknown };
    const where = placesIn(exception);
    this.logger.error({ requestId, error: name ?? typeof exception, code, where }, 'Unexpected error');
    return new InternalError(requestId);
  }
}

/** What was set for a file that is not sent after all: of it the error says nothing. */
const OF_A_FILE = ['ETag', 'Last-Modified', 'Content-Range', 'Accept-Ranges', 'Content-Disposition'];

const placesIn = (exception: unknown): string[] | undefined =>
  (exception as { stack?: string }).stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));

/** Express, its body parser and Nest say what is wrong by a status. */
function statusOf(exception: unknown): number | undefined {
  if (exception instanceof HttpException) return exception.getStatus();
  const { status, expose } = (exception ?? {}) as { status?: unknown; expose?: unknown };
  return typeof status === 'number' && expose === true ? status : undefined;
}

function fromStatus(status: number): AppError {
  if (status === 401) return new NotAuthenticatedError();
  if (status === 403) return new NotAuthorizedError();
  if (status === 404) return new NotFoundError();
  if (status === 413) return new PayloadTooLargeError();
  return new ValidationFailedError('The request cannot be read.');
}
