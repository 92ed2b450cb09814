import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure } from '../../support/figures.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { OPERATIONS, type Schema } from '../fuzz/document.js';
import { bytesOf } from '../fuzz/requests.js';
import { fullestRequests, withIds, type Right } from '../fuzz/right-requests.js';
import { exchange, type Bytes } from '../fuzz/wire.js';
import { aFuzzWorld, type FuzzWorld } from '../fuzz/world.js';
import { fieldsOf, type Field } from '../fuzz/wrong-values.js';
import { HEADERS, MEMBERS, QUERIES, TEXTS, VALUES } from './shapes.js';
import { WatchedService } from './watched-service.js';

/** `HOSTILE=full`: each shape in each field of each operation. Every day in one field of every sixteenth, which are others each time. */
const FULL = process.env.HOSTILE === 'full';
/** Milliseconds, on a machine that does nothing else; every day only what no busy machine explains. */
const MAX_PAUSE = FULL ? 100 : 1_000;
const MAX_MEGABYTES = 512;
/** What paused longer is sent again: a machine may have been busy. */
const TRIES = 3;
jest.setTimeout(FULL ? 1_800_000 : 300_000);

const HERE = '"§here§"';
const WITH_A_BODY = OPERATIONS.filter(({ body }) => body !== null);

let t: TestApp;
let dataDir: string;
let world: FuzzWorld;
let rights: Map<string, Right>;
let service: WatchedService;
let requests = 0;
let shapes = 0;
beforeEach(() => {
  shapes += 1;
});
/** All of them, or every day's share, in which each has its turn. */
const shareOf = <T>(all: T[]): T[] => (FULL ? all : all.filter((_, at) => at % 16 === shapes % 16));
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'school-directory-hostile-'));
  t = await startTestApp({ dataDir });
  world = await aFuzzWorld(t);
  rights = new Map(fullestRequests(world).map((right) => [right.operation.id, right]));
  service = await WatchedService.beside(t, { DATA_DIR: dataDir });
});
afterAll(async () => {
  await service.kill();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

/** With some JSON in the place of `HERE`. */
function requestOf({ operation, caller, path }: Right, body: object, json: string): Bytes {
  const draft = { method: operation.method, path, headers: [], body: {}, isForm: false, rewrite: null };
  const text = withIds(JSON.stringify(body), world.ids);
  return { ...bytesOf(draft, caller, world), body: Buffer.from(text.replace(HERE, () => json)) };
}

/** The longest pause while it is answered; it is answered, and nothing of it is beyond the service. */
async function pauseOf(request: Bytes): Promise<number> {
  let shortest = Infinity;
  for (let tried = 0; tried < TRIES && shortest > MAX_PAUSE; tried += 1) {
    requests += 1;
    const { loop, healthz } = await service.pausesDuring(async () => {
      const { status } = await exchange(service.url, request);
      expect(status).toBeLessThan(500);
    });
    shortest = Math.min(shortest, Math.max(loop, FULL ? 0 : healthz));
  }
  return shortest;
}

/** The worst of them, and which it was. */
async function worstOf(cases: [name: string, request: () => Bytes][]): Promise<void> {
  let worst = { name: '', pause: 0 };
  for (const [name, request] of cases) {
    const pause = await pauseOf(request());
    if (pause > worst.pause) worst = { name, pause };
  }
  const { currentTestName = '' } = expect.getState();
  figure(
    `Worst pause: ${currentTestName.split(': ').slice(1).join(': ')}`,
    `${Math.round(worst.pause)} ms`,
    `<= ${MAX_PAUSE} ms`,
  );
  expect(worst.pause > MAX_PAUSE ? worst : null).toBeNull();
}

/** Fields of an operation that may hold what `fits` says; every day one of them. */
function fieldsWith(fits: (schema: Schema) => boolean): { right: Right; field: Field }[] {
  return shareOf(WITH_A_BODY).flatMap((operation) => {
    const right = rights.get(operation.id)!;
    const fields = fieldsOf(operation.body!, (right.body ?? {}) as Record<string, unknown>)
      .filter(({ schema }) => fits(schema))
      .map((field) => ({ right, field }));
    const most = Math.max(0, ...fields.map(({ field }) => field.schema.maxLength ?? 0));
    return FULL ? fields : fields.filter(({ field }) => (field.schema.maxLength ?? 0) === most).slice(0, 1);
  });
}

const isText = ({ type }: Schema): boolean => type === 'string';

describe('No body makes a pause', () => {
  it.each(TEXTS)('in a text: %s', async (_, json) => {
    await worstOf(
      fieldsWith(isText).flatMap(({ right, field }) =>
        json(field.schema.maxLength ?? 1_000).map((text): [string, () => Bytes] => [
          `${right.operation.id} ${field.path}`,
          () => requestOf(right, field.bodyWith('§here§'), text),
        ]),
      ),
    );
  });

  it.each(VALUES)('in any value: %s', async (_, json) => {
    await worstOf(
      fieldsWith(() => true).map(({ right, field }) => [
        `${right.operation.id} ${field.path}`,
        () => requestOf(right, field.bodyWith('§here§'), json),
      ]),
    );
  });

  it('of the elements that a list has: as many as there is room for', async () => {
    await worstOf(
      fieldsWith(({ type }) => type === 'array').map(({ right, field }) => {
        const element = JSON.stringify(elementOf(right, field.path));
        const list = `[${`${element},`.repeat(Math.floor(1_000_000 / (element.length + 1)))}${element}]`;
        return [
          `${right.operation.id} ${field.path}`,
          () => requestOf(right, field.bodyWith('§here§'), withIds(list, world.ids).slice(0, 2_000_000)),
        ];
      }),
    );
  });

  it.each(MEMBERS)('beside what is declared: %s', async (_, members) => {
    await worstOf(
      shareOf(WITH_A_BODY).map(({ id }) => {
        const right = rights.get(id)!;
        const body = { ...right.body, more: '§here§' };
        return [id, () => requestOf(right, body, `0,${members}`)];
      }),
    );
  });
});

/** As it stands in the right body; a text where there is none. */
function elementOf({ body }: Right, path: string): unknown {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], body);
  return Array.isArray(found) && found.length > 0 ? (found[0] as unknown) : 'a';
}

describe('No head makes a pause', () => {
  it.each(QUERIES)('with a %s', async (_, query) => {
    const asking = shareOf(
      OPERATIONS.filter((operation) => operation.query.length > 0 && rights.has(operation.id)),
    );
    await worstOf(
      asking.flatMap(({ id, query: parameters }) =>
        parameters.slice(0, FULL ? undefined : 1).map(({ name }): [string, () => Bytes] => [
          `${id} ${name}`,
          () => {
            const right = rights.get(id)!;
            const request = headOf(right);
            const [path = '', given = ''] = request.target.split('?');
            return { ...request, target: `${path}?${given ? `${given}&` : ''}${query(name)}` };
          },
        ]),
      ),
    );
  });

  it.each(HEADERS)('with a header %s', async (_, header, value) => {
    const operations = shareOf(OPERATIONS.filter(({ id, isForm }) => rights.has(id) && !isForm));
    await worstOf(
      operations.map(({ id }) => [
        id,
        () => {
          const request = headOf(rights.get(id)!);
          const others = request.headers.filter(([name]) => name.toLowerCase() !== header.toLowerCase());
          return { ...request, headers: [...others, [header, value]] };
        },
      ]),
    );
  });
});

const headOf = ({ operation, caller, path, body }: Right): Bytes =>
  bytesOf({ method: operation.method, path, headers: [], body, isForm: false, rewrite: null }, caller, world);

describe('The whole corpus', () => {
  it('is answered within the memory of a small process', () => {
    const { peakMemory } = service;
    figure('Requests of the corpus', requests);
    if (peakMemory === null) return;
    figure(
      'Memory of the process over all of them',
      `${Math.round(peakMemory)} MB`,
      `<= ${MAX_MEGABYTES} MB`,
    );
    expect(peakMemory).toBeLessThanOrEqual(MAX_MEGABYTES);
  });
});
