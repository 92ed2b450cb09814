import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '../../../src/runtime/server.js';
import { SERVER_LIMITS, type ServerLimits } from '../../../src/platform/http/slow-client-protection.js';
import { ApiClient } from '../../support/api-client.js';
import type { TestApp } from '../../support/test-app.js';

export interface LimitedService {
  url: string;
  api: ApiClient;
  /** Resolves when so many connections are left, which a client that does not read cannot see. */
  untilConnections(count: number): Promise<void>;
  close(): Promise<void>;
}

/** The service once more on the database of this one, with other limits and two connections to it. */
export async function aLimitedService(t: TestApp, limits: Partial<ServerLimits>): Promise<LimitedService> {
  const settings = { ...t.settings, databasePoolSize: 2 };
  const all = { ...SERVER_LIMITS, checkMs: 50, ...limits };
  const app = await createApp(settings, t.clock, undefined, all);
  const server: Server = app.getHttpServer();
  server.listen(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), app.init()]);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  const untilConnections = async (count: number): Promise<void> => {
    while ((await connections()) > count) await delay(20);
  };
  return { url, api: new ApiClient(url), untilConnections, close: () => app.close() };
}
