import { HttpException, Logger } from '@nestjs/common';
import { isDeadlock, isForeignKeyViolation, isLockTimeout } from '../errors/postgres-errors.js';
import {
  AppError,
  InternalError,
  NotAuthenticatedError,
  NotAuthorizedError,
  NotFoundError,
  PayloadTooLargeError,
  UnavailableError,
  ValidationFailedError,
} from '../errors/app-error.js';
import { isDatabaseOutage } from '../errors/database-faults.js';

const logger = new Logger('Error');

/** The error that a caller reads; only faults of our own are logged. */
export function appErrorOf(exception: unknown, requestId: string): AppError {
  if (exception instanceof AppError) return exception;
  if (isDatabaseOutage(exception)) {
    logger.warn(
      { requestId, reason: exception.code ?? exception.name },
      'The database cannot serve this for now',
    );
    return new UnavailableError();
  }
  // Somebody else is at it, an import say, for longer than a caller waits.
  if (isLockTimeout(exception)) return new UnavailableError();
  if (isDeadlock(exception)) {
    logger.warn({ requestId, where: placesIn(exception) }, 'Two writes waited for each other');
    return new UnavailableError();
  }
  // Seen by the checks, and gone before it was written to: its student, its list, the caller's membership.
  if (isForeignKeyViolation(exception)) return new NotFoundError();
  const status = statusOf(exception);
  if (status === undefined || status >= 500) return unexpected(exception, requestId);
  return fromStatus(status);
}

/** The log gets the kind of error and where it happened: a driver's message may quote personal data. */
function unexpected(exception: unknown, requestId: string): InternalError {
  logger.error({ requestId, ...kindOf(exception) }, 'Unexpected error');
  return new InternalError(requestId);
}

/** For a log: never the message of an error. */
export function kindOf(exception: unknown): { error: string; code: unknown; where: string[] | undefined } {
  const { name, code } = exception as { name?: string; code?: unknown };
  return { error: name ?? typeof exception, code, where: placesIn(exception) };
}

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
