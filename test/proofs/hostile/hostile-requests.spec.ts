import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure } from '../../support/proofs/figures.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { BOUNDARY, field, filePart, FORM_TYPE, wire } from '../../support/upload.factory.js';
import { exchange, type Bytes } from '../fuzz/wire.js';
import { FILES } from './file-shapes.js';
import { FORMS, PARTS } from './form-shapes.js';
import { HEADERS, QUERIES, SEGMENTS } from './head-shapes.js';
import { HostileFields } from './hostile-fields.js';
import { BODIES, MEMBERS, TEXTS, VALUES } from './shapes.js';
import { Surfaces, type Route } from './surfaces.js';
import { WatchedService } from './watched-service.js';

/** `HOSTILE=full`: each shape at each route. Every day at every ninety-sixth, which are others for each shape. */
const FULL = process.env.HOSTILE === 'full';
const SHARE = 96;
/** Milliseconds, on a machine that does nothing else; every day only what no busy machine explains. */
const MAX_PAUSE = FULL ? 100 : 1_000;
const MAX_MEGABYTES = 512;
/** What paused longer is sent again: a machine may have been busy. */
const TRIES = 3;
jest.setTimeout(FULL ? 3_600_000 : 300_000);

let t: TestApp;
let dataDir: string;
let surfaces: Surfaces;
let service: WatchedService;
let fields: HostileFields;
let requests = 0;
/** Milliseconds. */
let worstPause = 0;
let shapes = 0;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'school-directory-hostile-'));
  t = await startTestApp({ dataDir });
  surfaces = await Surfaces.of(t);
  service = await WatchedService.beside(t, {
    ...{ DATA_DIR: dataDir, CORS_ORIGINS: 'https://app.example.org' },
    // What stands in X-Forwarded-For counts then.
    TRUST_PROXY: '1',
  });
  fields = new HostileFields(surfaces, FULL, shareOf);
});
beforeEach(async () => {
  shapes += 1;
  if (FULL || shapes % 16 === 1) await surfaces.begin(service.url);
});
afterAll(async () => {
  await service.kill();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

/** All of them, or every day's share, in which each has its turn. */
const shareOf = <T>(all: T[], share = SHARE): T[] =>
  FULL ? all : all.filter((_, at) => at % share === (shapes * 7) % share);

/** The longest pause while they are answered, one after the other; each is answered, and nothing of it is beyond the service. */
async function pauseOf(cases: Case[]): Promise<number> {
  requests += cases.length;
  const failed: string[] = [];
  const { loop, healthz } = await service.pausesDuring(async () => {
    for (const [name, request, url = service.url] of cases) {
      const sent = request();
      const answer = await exchange(url, sent).catch(unreadIfMetrics(url)).catch(unreadIfLarge(sent));
      if (answer && answer.status >= 500) failed.push(`${name}: ${answer.status}`);
    }
  });
  expect(failed).toEqual([]);
  return Math.max(loop, FULL ? 0 : healthz);
}

/** Of one request, at its best: a machine may have been busy. */
async function pauseAtBest(one: Case): Promise<number> {
  let shortest = Infinity;
  for (let tried = 0; tried < TRIES && shortest > MAX_PAUSE; tried += 1)
    shortest = Math.min(shortest, await pauseOf([one]));
  return shortest;
}

/** The port of the metrics answers at once and hangs up, however much of a request is still to come. */
const unreadIfMetrics = (url: string) => (error: unknown) => {
  if (url !== service.metricsUrl) throw error;
  return null;
};

/** More than a connection holds for sure: who hangs up over it may be gone before the answer is read. */
const LARGE = 128 * 1024;

/** The service answers without reading the rest of what it refuses, and `Connection: close` ends the connection there. */
const unreadIfLarge = (sent: Bytes) => (error: NodeJS.ErrnoException) => {
  const isHungUp = error.code === 'EPIPE' || error.code === 'ECONNRESET';
  if (!isHungUp || (sent.body?.length ?? 0) < LARGE) throw error;
  return null;
};

type Case = [name: string, request: () => Bytes, url?: string];

/** So many are measured together; only where one of them may have paused for too long, each of them by itself. */
const TOGETHER = 16;

/** The worst of them, and which it was. */
async function worstOf(cases: Case[]): Promise<void> {
  let worst = { name: '', pause: 0 };
  for (let from = 0; from < cases.length; from += TOGETHER) {
    const together = cases.slice(from, from + TOGETHER);
    const pause = await pauseOf(together);
    if (pause <= MAX_PAUSE) worst = pause > worst.pause ? { name: '', pause } : worst;
    else
      for (const one of together) {
        const alone = await pauseAtBest(one);
        if (alone > worst.pause) worst = { name: one[0], pause: alone };
      }
  }
  worstPause = Math.max(worstPause, worst.pause);
  expect(worst.pause > MAX_PAUSE ? worst : null).toBeNull();
}

/** Each route of every surface, and the metrics of the process. */
const atEachRoute = (change: (route: Route) => Bytes | Bytes[]): Promise<void> =>
  worstOf([
    ...shareOf(surfaces.routes()).flatMap((route) =>
      [change(route)].flat().map((request): [string, () => Bytes] => [route.name, () => request]),
    ),
    ...shareOf([metrics]).map((route): [string, () => Bytes, string] => [
      route.name,
      () => [change(route)].flat()[0]!,
      service.metricsUrl,
    ]),
  ]);

const metrics: Route = {
  ...{ name: 'GET /metrics', method: 'GET', form: '', parameters: ['a'] },
  request: { method: 'GET', target: '/metrics', headers: [], body: null },
};

/** In the place of those of the request that have the same name. */
const withHeaders = (request: Bytes, given: [string, string][]): Bytes => {
  const names = given.map(([name]) => name.toLowerCase());
  return {
    ...request,
    headers: [...request.headers.filter(([name]) => !names.includes(name.toLowerCase())), ...given],
  };
};
const sending = (request: Bytes, type: string, body: Buffer): Bytes =>
  withHeaders({ ...request, body }, [['Content-Type', type]]);

function withQuery(request: Bytes, query: string): Bytes {
  const [path = '', given = ''] = request.target.split('?');
  return { ...request, target: `${path}?${given ? `${given}&` : ''}${query}` };
}

describe('A hostile query', () => {
  it.each(QUERIES)('makes no pause: %s', async (_, query) => {
    await atEachRoute(({ request, parameters }) => {
      const asked = FULL ? parameters : parameters.slice(shapes % Math.max(1, parameters.length)).slice(0, 1);
      return (asked.length > 0 ? asked : ['a']).map((name) => withQuery(request, query(name)));
    });
  });
});

describe('A hostile head', () => {
  it.each(HEADERS)('makes no pause with a header %s', async (_, header, value) => {
    await atEachRoute(({ request }) => withHeaders(request, [[header, value]]));
  });

  it.each(SEGMENTS)('makes no pause with a segment of %s', async (_, segment) => {
    await atEachRoute(({ request }) => {
      const [path = '', query] = request.target.split('?');
      const target = `${path.replace(/[^/]*$/, '')}${segment}${query ? `?${query}` : ''}`;
      return [
        { ...request, target },
        { ...request, target: `${path}/${segment}` },
      ];
    });
  });
});

describe('A hostile form', () => {
  it.each(FORMS)('makes no pause with %s', async (_, more) => {
    await atEachRoute(({ request, form }) =>
      sending(request, 'application/x-www-form-urlencoded', Buffer.from(form + more)),
    );
  });

  it.each(PARTS)('makes no pause in parts, with %s', async (_, body, type = FORM_TYPE) => {
    await atEachRoute(({ request }) => sending(request, type, body));
  });
});

describe('A hostile file', () => {
  it.each(FILES)('makes no pause when it is %s', async (_, make) => {
    const { fileName, contentType, bytes } = await make();
    const form = wire([
      field('entity_type', 'notice'),
      filePart(bytes, `filename="${fileName}"`, contentType),
    ]);
    const taking = surfaces.routes().filter(({ name }) => fields.isForm(name));
    await worstOf(taking.map(({ name, request }) => [name, () => sending(request, FORM_TYPE, form)]));
    if (FULL)
      await atEachRoute(({ request }) => sending(request, `multipart/form-data; boundary=${BOUNDARY}`, form));
  });
});

describe('A hostile body', () => {
  it.each(BODIES)('makes no pause when it is %s', async (_, body, type = 'application/json') => {
    await atEachRoute(({ request }) => sending(request, type, Buffer.from(body)));
  });

  it.each(TEXTS)('makes no pause with a text of %s', async (_, json) => {
    await worstOf(fields.texts(json));
  });

  it.each(VALUES)('makes no pause with any value that is %s', async (_, json) => {
    await worstOf(fields.values(json));
  });

  it('makes no pause with as many elements of a list as there is room for', async () => {
    await worstOf(fields.elements());
  });

  it.each(MEMBERS)('makes no pause with %s beside what is declared', async (_, members) => {
    await worstOf(fields.members(members));
  });
});

describe('The whole corpus', () => {
  it('gets its answers within the memory of a small process', () => {
    const { peakMemory } = service;
    figure('Routes of all surfaces', surfaces.routes().length + 1);
    figure(
      'Shapes of a request',
      QUERIES.length +
        HEADERS.length +
        SEGMENTS.length +
        FORMS.length +
        PARTS.length +
        FILES.length +
        BODIES.length,
    );
    figure('Requests of the corpus', requests);
    figure('Longest pause that one of them made', `${Math.round(worstPause)} ms`, `<= ${MAX_PAUSE} ms`);
    if (peakMemory === null) return;
    figure(
      'Memory of the process over all of them',
      `${Math.round(peakMemory)} MB`,
      `<= ${MAX_MEGABYTES} MB`,
    );
    expect(peakMemory).toBeLessThanOrEqual(MAX_MEGABYTES);
  });
});
