import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { PRODUCT_VERSION } from '../../../src/platform/config/product-version.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { CollectorStub, type CollectedSpan } from '../../support/stubs/collector-stub.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const NOTE = '/api/v1/students/:studentId/note';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';

let t: TestApp;
let collector: CollectorStub;
let service: ServiceProcess;
let parent: TestMember;
let studentId: string;
let spans: CollectedSpan[];
let log: Record<string, unknown>[];

const serviceWith = (env: Record<string, string>): Promise<ServiceProcess> =>
  startServiceProcess({
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    LOG_FORMAT: 'json',
    ...env,
  });

beforeAll(async () => {
  t = await startTestApp();
  collector = new CollectorStub();
  service = await serviceWith({
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=sesame',
    OTEL_SERVICE_NAME: 'directory-under-test',
  });
  const school = await aSchool(t);
  parent = await school.parent();
  studentId = (await school.student()).id;
  await exercise();
  expect(await service.stop()).toBe(0);
  spans = collector.spans();
  log = lines(service);
}, 90_000);
afterAll(async () => {
  await collector.stop();
  await t.close();
});

/** JSON lines alone: the banner is for a person. */
const lines = (service: ServiceProcess): Record<string, unknown>[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function exercise(): Promise<void> {
  const headers = { 'user-agent': 'planted-agent', traceparent: `00-${TRACE}-${CALLER_SPAN}-01` };
  await service.api.get(`/students/${studentId}/note?q=Surnamington`, { token: parent.token, headers });
  await service.api.get(`/students/${randomUUID()}/note`, { token: parent.token });
  await service.api.get('/me', { headers: { traceparent: `00-${TRACE}-0000000000000000-01` } });
  await service.api.get('/me', { headers: { traceparent: `00-${'1'.repeat(32)}-${CALLER_SPAN}-00` } });
  await fetch(`${service.url}/somewhere/${studentId}?q=Surnamington`);
  await fetch(`${service.url}/healthz`);
}

const requests = (): CollectedSpan[] => spans.filter(({ kind }) => kind === 2);
const ofTrace = (id: string): CollectedSpan[] => spans.filter(({ traceId }) => traceId === id);

describe('A trace', () => {
  it('contains a span of each request, named by the address as it is declared', () => {
    expect(requests().map(({ name }) => name)).toEqual([
      `GET ${NOTE}`,
      `GET ${NOTE}`,
      'GET /api/v1/me',
      'GET unknown',
    ]);
    expect(requests().map(({ attributes }) => attributes['http.response.status_code'])).toEqual([
      200, 404, 401, 404,
    ]);
  });

  it('goes on from that of the caller, who may also ask for none', () => {
    const [first, second, third] = requests();
    expect(first).toMatchObject({ traceId: TRACE, parentSpanId: CALLER_SPAN });
    expect(second!.traceId).not.toBe(TRACE);
    // A span id of zeros is none.
    expect(third!.traceId).not.toBe(TRACE);
    expect(ofTrace('1'.repeat(32))).toEqual([]);
  });

  it('holds the statements that a request has made, as texts without values', () => {
    const [request, ...statements] = ofTrace(TRACE)
      .sort((a, b) => b.kind - a.kind)
      .reverse();
    expect(statements.length).toBeGreaterThanOrEqual(1);
    for (const { name, parentSpanId, attributes } of statements) {
      expect(parentSpanId).toBe(request!.spanId);
      expect(name).toBe(`SQL ${String(attributes['db.operation.name'])}`);
      expect(attributes['db.system.name']).toBe('postgresql');
    }
    const texts = statements.map(({ attributes }) => String(attributes['db.query.text'])).join('\n');
    expect(texts).toContain('$1');
    // What is prepared, as the caller's rights are, has a way of its own to the database.
    expect(texts).toMatch(/unnest\(.* as requested\(/);
    expect(texts).not.toContain(studentId);
  });

  it('says nothing but what is on this list', () => {
    const names = spans.flatMap(({ attributes }) => Object.keys(attributes));
    expect([...new Set(names)].sort()).toEqual([
      'db.operation.name',
      'db.query.text',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'school_directory.request_id',
    ]);
    for (const body of collector.bodies) {
      expect(body).not.toMatch(
        new RegExp(`Surnamington|${studentId}|127\\.0\\.0\\.1|planted-agent|${parent.email}`, 'i'),
      );
      expect(body).not.toContain('"events":[{');
    }
  });

  it('goes under the name of the service, with the headers that the collector asks for', () => {
    expect(collector.resources()[0]).toEqual({
      'service.name': 'directory-under-test',
      'service.version': PRODUCT_VERSION,
    });
    expect(collector.headers[0]).toMatchObject({ 'x-collector-key': 'sesame' });
    expect(service.output()).not.toContain('sesame');
  });

  it('appears in the log line of its request, which its span names as well', () => {
    const line = log.find(({ traceId }) => traceId === TRACE);
    expect(line).toMatchObject({ route: NOTE, status: 200, requestId: expect.any(String) });
    expect(requests()[0]!.attributes['school_directory.request_id']).toBe(line!.requestId);
  });
});

describe('A collector', () => {
  it('gets one line of the log, by kind alone, when it fails, and hurts nobody', async () => {
    const failing = new CollectorStub();
    failing.status = 400;
    const address = (await failing.start()).replace('//', '//tracer:sesame@');
    const unlucky = await serviceWith({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${address}/in?key=sesame` });
    expect((await unlucky.api.get('/me', { token: parent.token })).status).toBe(200);
    expect(await unlucky.stop()).toBe(0);
    await failing.stop();
    expect(failing.bodies.length).toBeGreaterThanOrEqual(1);
    expect(lines(unlucky).filter(({ context }) => context === 'Tracing')).toHaveLength(1);
    expect(unlucky.output()).not.toContain('sesame');
  });

  it('holds up no stop when it cannot be reached', async () => {
    const alone = await serviceWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect((await alone.api.get('/me', { token: parent.token })).status).toBe(200);
    const begin = performance.now();
    expect(await alone.stop()).toBe(0);
    expect(performance.now() - begin).toBeLessThan(6_000);
  });

  it('gets the share that it wants', async () => {
    const idle = new CollectorStub();
    const silent = await serviceWith({
      OTEL_EXPORTER_OTLP_ENDPOINT: await idle.start(),
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    await silent.api.get('/me', { token: parent.token });
    expect(await silent.stop()).toBe(0);
    await idle.stop();
    expect(idle.bodies).toEqual([]);
  });
});
