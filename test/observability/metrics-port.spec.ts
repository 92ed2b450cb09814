import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePort } from '../support/processes/free-port.js';
import { startServiceProcess, type ServiceProcess } from '../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let service: ServiceProcess;
let port: number;
const settings = (metricsPort: number): Record<string, string> => ({
  DATABASE_URL: t.databaseUrl,
  AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
  METRICS_PORT: String(metricsPort),
  LOG_FORMAT: 'json',
});

beforeAll(async () => {
  t = await startTestApp();
  port = await freePort();
  service = await startServiceProcess(settings(port));
}, 90_000);
afterAll(() => t.close());

const get = (path: string, init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, init);

describe('The port of the metrics', () => {
  it('answers Prometheus', async () => {
    await service.api.get('/me');
    const answer = await get('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/me",status="401"\} 1$/m,
    );
  });

  it.each(['/', '/metrics/', '/metrics.json', '/healthz', '/api/v1/me', '/docs'])(
    'offers nothing at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('takes no %s', async (method) => {
    expect((await get('/metrics', { method })).status).toBe(404);
  });

  it('serves them alone: no other port does', async () => {
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  });

  it('stops the start of a second service with one line', async () => {
    const refused = startServiceProcess(settings(port)).then(() => 'started', String);
    expect((await refused).trim().split('\n')).toEqual([
      'Error: The service did not become ready:',
      `METRICS_PORT should be a free one: something listens on ${port} already.`,
    ]);
  });

  it('becomes free when the service stops', async () => {
    expect(await service.stop()).toBe(0);
    const next = createServer().listen(port, '127.0.0.1');
    await once(next, 'listening');
    expect((next.address() as AddressInfo).port).toBe(port);
    next.close();
  });
});
