import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { refuseToListen } from '../config/listen-fault.js';

const logger = new Logger('Metrics');

/** A registry, or several. */
export interface MetricsSource {
  readonly contentType: string;
  /** In Prometheus' text format. */
  metrics(): Promise<string>;
}

/**
 * `GET /metrics` and nothing else, on a port of its own that the world is not let to.
 * @returns how to stop it
 * @throws SettingsError when the port or the host cannot be had
 */
export async function serveMetrics(
  source: MetricsSource,
  { host, port }: { host: string; port: number },
): Promise<() => void> {
  const server = createServer((request, response) => void answer(source, request, response));
  await once(server.listen(port, host), 'listening').catch((error: unknown) =>
    refuseToListen(error, { setting: 'METRICS_PORT', port }),
  );
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function answer(
  source: MetricsSource,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume();
  const [path] = (request.url ?? '').split('?');
  if (request.method !== 'GET' || path !== '/metrics') return void response.writeHead(404).end();
  try {
    const text = await source.metrics();
    response.writeHead(200, { 'Content-Type': source.contentType, 'Cache-Control': 'no-store' }).end(text);
  } catch (error) {
    logger.warn({ error: (error as Error).name }, 'The metrics could not be gathered');
    response.writeHead(500).end();
  }
}
