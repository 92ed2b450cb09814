import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { violationsOf, type Json } from '../architecture/openapi-rules.js';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import type { Site } from './shipped-service.js';
import { has, run } from './tools.js';

const withoutServers = ({ servers: _, ...document }: Json): Json => document;

/** The OpenAPI document that is served. */
export function describeDocument(site: () => Site): void {
  describe('the served OpenAPI document', () => {
    let served: { json: string; yaml: string };
    const folder = mkdtempSync(join(tmpdir(), 'school-directory-document-'));
    const file = join(folder, 'openapi.json');

    beforeAll(async () => {
      const get = async (kind: string): Promise<string> =>
        (await fetch(`${site().url}/docs/openapi.${kind}`)).text();
      served = { json: await get('json'), yaml: await get('yaml') };
      writeFileSync(file, served.json);
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it.each(['json', 'yaml'] as const)('is the committed one, as %s', (kind) => {
      const read = (kind === 'json' ? JSON.parse : parse) as (text: string) => Json;
      const committed = readFileSync(fromProjectRoot(`docs/openapi.${kind}`), 'utf8');
      expect(withoutServers(read(served[kind]))).toEqual(withoutServers(read(committed)));
    });

    it('has no reference that leads nowhere', () => {
      expect(violationsOf(JSON.parse(served.json) as Json)).toEqual([]);
    });

    (has('redocly') ? it : it.skip)('passes Redocly without an error', () => {
      const { status, output } = run('redocly', 'lint', '--format=stylish', '--extends=recommended', file);
      expect({ status, errors: output.split('\n').filter((line) => /\berror\b/.test(line)) }).toEqual({
        status: 0,
        errors: [],
      });
    });

    (has('spectral') ? it : it.skip)('passes Spectral without an error', () => {
      const rules = join(folder, 'spectral.yaml');
      writeFileSync(rules, 'extends: ["spectral:oas"]\n');
      const { status, output } = run('spectral', 'lint', '--fail-severity=error', `--ruleset=${rules}`, file);
      expect({ status, errors: output.split('\n').filter((line) => /\berror\b/.test(line)) }).toMatchObject({
        status: 0,
      });
    });
  });
}
