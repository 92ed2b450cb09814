import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString, tsNullable } from 'openapi-typescript';
import ts from 'typescript';
import { inRoot } from './project.mjs';

const PREFIX = '/api/v1';
const NOTICE = '// Written by `npm run openapi` from docs/openapi.json. Do not edit.\n';

/**
 * Writes what the typed client has from docs/openapi.json.
 * @param {{ check: boolean }} options with `check` nothing is written
 * @returns {Promise<string[]>} names of the files that were, or with `check` are, not what the document says
 */
export async function writeTypescriptClient({ check }) {
  const document = JSON.parse(readFileSync(inRoot('docs', 'openapi.json'), 'utf8'));
  const files = {
    'clients/typescript/src/schema.ts': await schemaOf(document),
    'clients/typescript/src/repeatable-operations.ts': repeatableOperationsOf(document),
  };
  const stale = Object.entries(files).filter(([name, text]) => readIfThere(name) !== text);
  if (!check) for (const [name, text] of stale) writeFileSync(inRoot(name), text);
  return stale.map(([name]) => name);
}

/** A failed answer is thrown, always as the same class: its shapes would be nine tenths of the file. */
async function schemaOf(document) {
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path.slice(PREFIX.length),
    Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, withoutErrors(one)])),
  ]);
  const nodes = await openapiTypescript(
    { ...document, paths: Object.fromEntries(paths) },
    // A field with a default is one that may be left out.
    { alphabetize: true, silent: true, defaultNonNullable: false, transform: binaryAsBlob },
  );
  return NOTICE + astToString(nodes);
}

const withoutErrors = (operation) => ({
  ...operation,
  responses: Object.fromEntries(
    Object.entries(operation.responses).filter(([status]) => status.startsWith('2')),
  ),
});

function binaryAsBlob({ format, nullable }) {
  if (format !== 'binary') return undefined;
  const blob = ts.factory.createTypeReferenceNode('Blob');
  return nullable ? tsNullable([blob]) : blob;
}

function repeatableOperationsOf({ paths }) {
  const names = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method]) => `  '${method.toUpperCase()} ${path.slice(PREFIX.length)}',\n`),
  );
  return `${NOTICE}
/** Operations that take an Idempotency-Key: sent again with the same one, they happen once. */
export const REPEATABLE_OPERATIONS: ReadonlySet<string> = new Set([\n${names.sort().join('')}]);\n`;
}

function readIfThere(name) {
  try {
    return readFileSync(inRoot(name), 'utf8');
  } catch {
    return null;
  }
}
