import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const read = (file: string): Record<string, Record<string, unknown>> =>
  ts.parseConfigFileTextToJson(file, readFileSync(file, 'utf8')).config as never;

it('compiles the product, which tests do not run, as it compiles the tests', () => {
  const { jsc } = read('.swcrc') as unknown as { jsc: Record<string, Record<string, unknown>> };
  const { compilerOptions } = read('tsconfig.json');
  const { transform } = jsc as { transform: Record<string, unknown> };
  expect({
    target: compilerOptions!['target'],
    fields: compilerOptions!['useDefineForClassFields'],
    decorators: [compilerOptions!['experimentalDecorators'], compilerOptions!['emitDecoratorMetadata']],
  }).toEqual({
    target: jsc['target'],
    fields: transform['useDefineForClassFields'],
    decorators: [transform['legacyDecorator'], transform['decoratorMetadata']],
  });
});
