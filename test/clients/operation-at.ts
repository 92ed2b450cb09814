import { readFileSync } from 'node:fs';

interface Operation {
  operationId: string;
  tags: string[];
}

const { paths } = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

/** The operations of the committed document: their name by method and path. */
const TEMPLATES = Object.entries(paths)
  .map(([path, operations]) => ({
    pattern: new RegExp(`^${path.slice('/api/v1'.length).replace(/\{[^}]+\}/g, '[^/]+')}$`),
    parameters: path.split('{').length,
    operations,
  }))
  .sort((one, other) => one.parameters - other.parameters);

export const OPERATIONS: Operation[] = Object.values(paths).flatMap((operations) =>
  Object.values(operations),
);

/** The name of the page of docs/api that an operation is on, which is also that of the file of its example. */
export function pageOf(operationId: string): string {
  const operation = OPERATIONS.find((each) => each.operationId === operationId);
  return fileNameOf(operation?.tags[0] ?? '');
}

export const fileNameOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-');

/** @param path below /api/v1, without a query */
export function operationAt(method: string, path: string): string | undefined {
  const name = method.toLowerCase();
  return TEMPLATES.find(({ pattern, operations }) => pattern.test(path) && name in operations)?.operations[
    name
  ]?.operationId;
}
