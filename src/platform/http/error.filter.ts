import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { appErrorOf } from './app-error-of.js';
import { toErrorBody } from './error-body.dto.js';
import { bearerChallenge } from './protected-resources.js';

/** Bytes up to which the rest of a refused request is read and dropped: most clients have sent it already. */
const SOON_OVER_BYTES = 1024 * 1024;

/** How long, and for how many bytes, a client that has its answer may go on writing. */
const LINGER = { ms: 10_000, bytes: 20 * 1024 * 1024 };

/** Whether the client may go on writing for long after it was refused. */
const mayGoOnForLong = ({ complete, headers }: Request): boolean =>
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
  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl'>) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const [request, response] = host.getArgs<[Request & { id?: string }, Response]>();
    if (response.headersSent) return void response.destroy();
    const error = appErrorOf(exception, String(request.id));
    // For whoever counts refusals.
    response.locals.refusal = error;
    for (const name of OF_A_FILE) response.removeHeader(name);
    response.status(error.status).set({ 'Cache-Control': 'private, no-store', ...error.details.headers });
    if (response.getHeader('WWW-Authenticate') === 'Bearer')
      response.set('WWW-Authenticate', bearerChallenge(this.settings.siteUrl, request));
    const body = toErrorBody(error);
    if (mayGoOnForLong(request)) return rejectEarly(request, response, JSON.stringify(body));
    // The rest of the body is dropped, and the connection serves on.
    request.resume();
    response.type('json').json(body);
  }
}

/** Headers of a file that is not sent after all: the error is about something else. */
const OF_A_FILE = ['ETag', 'Last-Modified', 'Content-Range', 'Accept-Ranges', 'Content-Disposition'];
