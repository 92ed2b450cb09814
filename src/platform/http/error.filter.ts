import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
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
import { toErrorBody } from './error-body.dto.js';

/** Bytes up to which the rest of a refused request is read and dropped: most clients have sent it already. */
const SOON_OVER_BYTES = 1024 * 1024;

/** How long, and for how many bytes, a client that has its answer may go on writing. */
const LINGER = { ms: 10_000, bytes: 20 * 1024 * 1024 };

/** Whether the client may go on writing for long after it was refused. */
export const mayGoOnForLong = ({ complete, headers }: Request): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > SOON_OVER_BYTES);

/**
 * Answers with this JSON text and hangs up, without waiting for the rest of the request. Closing at once would reset
 * the connection, and take the answer away from a client that is still writing: what it writes is dropped for a while.
 */
export function rejectEarly(request: Request, response: Response, text: string): void {
  const { socket } = request;
  response.type('json').set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(text)) });
  // The client hears that nothing more will come, while we still listen.
  response.write(text, () => socket.end());
  let left = LINGER.bytes;
  const leave = (): void => {
    clearTimeout(patience);
    response.end();
    socket.destroy();
  };
  const patience = setTimeout(leave, LINGER.ms).unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) leave();
  });
  request.once('end', leave).once('close', leave).resume();
}

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
    if (mayGoOnForLong(request)) return rejectEarly(request, response, JSON.stringify(body));
    // The rest of the body is dropped, and the connection serves on.
    request.resume();
    response.type('json').json(body);
  }

  /** The error that a caller reads; only faults of our own are logged. */
  toAppError(exception: unknown, requestId: string): AppError {
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
    this.logger.error({ requestId, ...kindOf(exception) }, 'Unexpected error');
    return new InternalError(requestId);
  }
}

/** Headers of a file that is not sent after all: the error is about something else. */
const OF_A_FILE = ['ETag', 'Last-Modified', 'Content-Range', 'Accept-Ranges', 'Content-Disposition'];

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
