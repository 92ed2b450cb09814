import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { PROJECT_ROOT } from '../../src/config/project-root.js';

/** Paths of the TypeScript files below a folder of the project, as git writes them. */
export const typescriptFiles = (folder: string): string[] =>
  readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
    .sort();

/** The product without its unit tests. */
export const productFiles = (): string[] =>
  typescriptFiles('src').filter((file) => !file.endsWith('.spec.ts'));

export const textOf = (file: string): string => readFileSync(join(PROJECT_ROOT, file), 'utf8');

export const parsed = (file: string): ts.SourceFile =>
  ts.createSourceFile(join(PROJECT_ROOT, file), textOf(file), ts.ScriptTarget.Latest, true);

export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/** Names of the decorators on a class, a method or a parameter. */
export const decoratorsOf = (node: ts.Node): string[] =>
  (ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []).map(({ expression }) =>
    (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
  );
