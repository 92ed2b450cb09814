import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { figure } from '../../support/proofs/figures.js';
import { answers, document } from './answers.js';
import { documentFile, GeneratedProject, generatorsAreThere } from './generated-projects.js';

jest.setTimeout(300_000);

const ANSWERS = answers();
const taken: string[] = [];
const camelCase = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);
const three = documentFile('3.0');

/** With which document each generator works, what it generates, and how the answers are held against that. */
const GENERATORS: [tool: string, version: '3.0' | '3.1', check: (project: GeneratedProject) => void][] = [
  [
    'openapi-typescript',
    '3.0',
    (project) => {
      project.run('openapi-typescript', three, '-o', 'api.ts');
      const imports = "import type { components } from './api';";
      project.compile(imports, (schema) => `components['schemas']['${schema}']`, ANSWERS);
    },
  ],
  [
    '@hey-api/openapi-ts with zod',
    '3.0',
    (project) => {
      project.run('openapi-ts', '-i', three, '-o', 'api', '-p', '@hey-api/typescript', 'zod', '--silent');
      project.compile("import type * as api from './api/types.gen';", (schema) => `api.${schema}`, ANSWERS);
      project.parse('api/zod.gen.ts', ({ schema }) => `z${schema}`, ANSWERS);
    },
  ],
  [
    'orval with zod',
    '3.0',
    (project) => {
      const targets = {
        types: { client: 'fetch', target: './api.ts' },
        zod: { client: 'zod', target: './zod.ts' },
      };
      const config = Object.entries(targets).map(([name, output]) => [name, { input: three, output }]);
      project.write('orval.config.cjs', `module.exports = ${JSON.stringify(Object.fromEntries(config))};`);
      project.run('orval', '--config', 'orval.config.cjs');
      project.compile("import type * as api from './api';", (schema) => `api.${schema}`, ANSWERS);
      // It writes no schema of zod for 201.
      const read = ANSWERS.filter(({ status }) => status === '200');
      project.parse('zod.ts', ({ operationId }) => `${camelCase(operationId)}Response`, read);
    },
  ],
  [
    'kubb with zod',
    '3.0',
    (project) => {
      project.write('kubb.config.mjs', kubbConfig(three));
      project.run('kubb', 'generate', '--config', 'kubb.config.mjs');
      project.compile("import type * as api from './api/index.ts';", (schema) => `api.${schema}`, ANSWERS);
      project.parse('api/zod/index.ts', ({ schema }) => `${camelCase(schema)}Schema`, ANSWERS);
    },
  ],
  [
    'oazapfts',
    '3.0',
    (project) => {
      project.run('oazapfts', three, 'api.ts');
      project.compile("import type * as api from './api';", (schema) => `api.${schema}`, ANSWERS);
    },
  ],
  [
    'swagger-typescript-api',
    '3.0',
    (project) => {
      project.run('swagger-typescript-api', 'generate', '-p', three, '-o', '.', '-n', 'api.ts');
      project.compile("import type * as api from './api';", (schema) => `api.${schema}`, ANSWERS);
    },
  ],
  [
    'Ajv',
    '3.1',
    () => {
      const ajv = new Ajv2020({ strict: false });
      addFormats.default(ajv);
      ajv.addSchema({ $id: 'api', components: document.components });
      const refused = ANSWERS.filter(
        ({ schema, value }) => !ajv.getSchema(`api#/components/schemas/${schema}`)!(value),
      );
      expect(refused.map(({ operationId }) => operationId)).toEqual([]);
    },
  ],
];

function kubbConfig(input: string): string {
  return `import { defineConfig } from '@kubb/core';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';
export default defineConfig({
  root: '.',
  input: { path: ${JSON.stringify(input)} },
  output: { path: './api', clean: true, format: false, lint: false },
  plugins: [pluginOas(), pluginTs({ output: { path: 'types' } }), pluginZod({ output: { path: 'zod' }, version: '4' })],
});
`;
}

const describeWithGenerators = generatorsAreThere() ? describe : describe.skip;

describeWithGenerators('the generators of clients', () => {
  beforeAll(() => expect(ANSWERS.length).toBeGreaterThan(1000));
  afterAll(() => {
    figure('Answers with their nulls, held against what each generates', ANSWERS.length);
    figure('Generators and validators that take all of them', taken.join(', '), `all ${GENERATORS.length}`);
  });

  it.each(GENERATORS)('take what the service answers: %s, OpenAPI %s', (tool, version, check) => {
    check(new GeneratedProject(tool.replace(/\W+/g, '-')));
    taken.push(`${tool} (${version})`);
  });
});
