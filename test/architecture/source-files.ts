import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { PROJECT_ROOT } from '../../src/platform/config/project-root.js';

/** Paths of the TypeScript files below a folder of the project, as git writes them. */
export const typescriptFiles = (folder: string): string[] =>
  readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();

/** The product without its unit tests. */
export const productFiles = (): string[] =>
  typescriptFiles('src').filter((file) => !file.endsWith('.spec.ts'));

export const textOf = (file: string): string => readFileSync(join(PROJECT_ROOT, file), 'utf8');

export const parsed = (file: string): ts.SourceFile =>
  ts.createSourceFile(join(PROJECT_ROOT, file), textOf(file), ts.ScriptTarget.Latest, true);

/** In the order of the text. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    const children: ts.Node[] = [];
    next.forEachChild((child) => void children.push(child));
    waiting.push(...children.reverse());
  }
}

/** Names of the decorators on a class, a method or a parameter. */
export const decoratorsOf = (node: ts.Node): string[] =>
  (ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []).map(({ expression }) =>
    (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
  );
