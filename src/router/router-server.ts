import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, InternalError, UnavailableError } from '../platform/errors/app-error.js';
import { refuseToListen } from '../platform/config/listen-fault.js';
import { boundedServer } from '../platform/http/bounded-server.js';
import { toErrorBody } from '../platform/http/error-body.dto.js';
import { SERVER_LIMITS } from '../platform/http/slow-client-protection.js';
import { Drain } from '../platform/process/drain.js';
import { Router } from './router.js';
import type { RouterSettings } from './router-settings.js';
import type { SchoolMap } from './school-map.js';

/** Milliseconds in which running requests may finish when it is told to stop. */
const GRACE_MS = 10_000;
/** More than wait for the end of one answer: of the server's bounds, of the cells that are asked, and of two streams. */
const MAX_LISTENERS = 50;

/**
 * Serves the router.
 * @returns how to stop it
 * @throws SettingsError when the port or the host cannot be had
 */
export async function serveRouter(
  schools: SchoolMap,
  { host, port, trustProxy }: Pick<RouterSettings, 'host' | 'port' | 'trustProxy'>,
): Promise<() => Promise<void>> {
  const router = new Router(schools, trustProxy);
  const server = boundedServer((request, response) => {
    response.setMaxListeners(MAX_LISTENERS);
    void answer({ router, schools, drain }, request, response);
  }, SERVER_LIMITS);
  const drain = new Drain(server);
  await once(server.listen(port, host), 'listening').catch((error: unknown) =>
    refuseToListen(error, { setting: 'PORT', port }),
  );
  return async () => {
    await drain.run({ graceMs: GRACE_MS, isBehindProxy: trustProxy, isStopKnown: () => true });
    await router.settled();
  };
}

interface Served {
  router: Router;
  schools: SchoolMap;
  drain: Drain;
}

async function answer(
  { router, schools, drain }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (request.url === '/healthz') return void answerJson(response, 200, { status: 'ok' });
    if (request.url === '/readyz') return void answerJson(response, 200, readinessOf(schools, drain));
    await router.answer(request, response);
  } catch (error) {
    refuse(response, error);
  }
}

/** One cell that does not answer takes its own schools with it, and not the router. @throws UnavailableError */
function readinessOf({ cells }: SchoolMap, { isStopping }: Drain): { status: string } {
  if (isStopping || cells.every(({ fault }) => fault !== null)) throw new UnavailableError();
  return { status: 'ok' };
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const known = error instanceof AppError ? error : unexpected(error);
  for (const [name, value] of Object.entries(known.details.headers ?? {})) response.setHeader(name, value);
  // What has not been read of a body would be taken for the next request.
  response.setHeader('Connection', 'close');
  answerJson(response, known.status, toErrorBody(known));
}

/** The log names what the client was told, and nothing of the request. */
function unexpected(error: unknown): AppError {
  const id = randomUUID();
  process.stderr.write(`Failed: ${error instanceof Error ? error.name : 'no error'}, request ${id}\n`);
  return new InternalError(id);
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
    })
    .end(text);
}
