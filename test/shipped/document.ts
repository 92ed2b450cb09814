import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { violationsOf, type Json } from '../architecture/openapi-rules.js';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import type { Site } from './shipped-service.js';
import { has, run } from './tools.js';

const AS_JSON = ['.json', '-3.1.json'] as const;
const KINDS = [...AS_JSON, '.yaml'] as const;
type Kind = (typeof KINDS)[number];

const withoutServers = ({ servers: _, ...document }: Json): Json => document;

/** The OpenAPI document that is served. */
export function describeDocument(site: () => Site): void {
  describe('the served OpenAPI document', () => {
    let served: Record<Kind, string>;
    const folder = mkdtempSync(join(tmpdir(), 'school-directory-document-'));
    const fileOf = (kind: Kind): string => join(folder, `openapi${kind}`);

    beforeAll(async () => {
      const get = async (kind: Kind): Promise<string> =>
        (await fetch(`${site().url}/docs/openapi${kind}`)).text();
      served = {
        '.json': await get('.json'),
        '.yaml': await get('.yaml'),
        '-3.1.json': await get('-3.1.json'),
      };
      for (const kind of KINDS) writeFileSync(fileOf(kind), served[kind]);
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it.each(KINDS)('equals the committed one, as openapi%s', (kind) => {
      const read = (kind === '.yaml' ? parse : JSON.parse) as (text: string) => Json;
      const committed = readFileSync(fromProjectRoot(`docs/openapi${kind}`), 'utf8');
      expect(withoutServers(read(served[kind]))).toEqual(withoutServers(read(committed)));
    });

    it('holds no reference that leads nowhere', () => {
      expect(violationsOf(JSON.parse(served['.json']) as Json)).toEqual([]);
    });

    (has('redocly') ? it : it.skip).each(AS_JSON)('passes Redocly without an error, as openapi%s', (kind) => {
      const file = fileOf(kind);
      const { status, output } = run('redocly', 'lint', '--format=stylish', '--extends=recommended', file);
      expect({ status, errors: output.split('\n').filter((line) => /\berror\b/.test(line)) }).toEqual({
        status: 0,
        errors: [],
      });
    });

    (has('spectral') ? it : it.skip).each(AS_JSON)(
      'passes Spectral without an error, as openapi%s',
      (kind) => {
        const rules = join(folder, 'spectral.yaml');
        // In OpenAPI 3.0 a validator refuses the null of a reference that may be null: see openapi-31.ts.
        const off = kind === '.json' ? 'rules: { oas3-valid-media-example: off }\n' : '';
        writeFileSync(rules, `extends: ["spectral:oas"]\n${off}`);
        const { status, output } = run(
          'spectral',
          ...['lint', '--fail-severity=error', `--ruleset=${rules}`, fileOf(kind)],
        );
        expect({ status, errors: output.split('\n').filter((line) => /\berror\b/.test(line)) }).toMatchObject(
          {
            status: 0,
          },
        );
      },
    );
  });
}
