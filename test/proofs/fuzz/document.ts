import { readFileSync } from 'node:fs';

/* The committed OpenAPI document, as requests are built from it. Answers are held against it by openapi-check.ts. */

export interface Schema {
  type?: string;
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
}

export interface Operation {
  id: string;
  method: string;
  /** Below the version's prefix: `/lists/{listId}`. */
  template: string;
  /** What the authorization matrix calls it: `PATCH /lists/:listId`. */
  name: string;
  query: { name: string; schema: Schema }[];
  /** Of its JSON body. */
  body: Schema | null;
  /** It takes a form instead. */
  isForm: boolean;
  /** The media types of each status that it may answer with. */
  answers: Record<string, string[]>;
}

interface Described {
  operationId: string;
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

const described = (path: string, method: string): Described => document.paths[path]![method]!;

export const OPERATIONS: Operation[] = Object.keys(document.paths).flatMap((path) =>
  Object.keys(document.paths[path]!).map((method) => operationAt(path, method)),
);

function operationAt(path: string, method: string): Operation {
  const { operationId, parameters = [], requestBody, responses } = described(path, method);
  const template = path.replace(/^\/api\/v1/, '');
  return {
    id: operationId,
    method: method.toUpperCase(),
    template,
    name: `${method.toUpperCase()} ${template.replace(/\{(\w+)\}/g, ':$1')}`,
    query: parameters.filter((parameter) => parameter.in === 'query'),
    body: requestBody?.content['application/json']?.schema ?? null,
    isForm: requestBody?.content['multipart/form-data'] !== undefined,
    answers: Object.fromEntries(
      Object.entries(responses).map(([status, { content = {} }]) => [status, Object.keys(content)]),
    ),
  };
}

/** The operation that a path as it was sent leads to; the router is forgiving about case and a last slash. */
export function operationFor(method: string, path: string): Operation | undefined {
  const bare = path.split('?')[0]!.replace(/\/$/, '');
  const asked = method === 'HEAD' ? 'GET' : method;
  const fitting = OPERATIONS.filter(
    ({ method: known, template }) =>
      known === asked &&
      new RegExp(`^/api/v1${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`, 'i').test(bare),
  );
  // `/menus/day` before `/menus/{menuId}`.
  return fitting.sort((a, b) => a.template.split('{').length - b.template.split('{').length)[0];
}

/** Without references and `allOf` of one. */
export function resolved(schema: Schema): Schema {
  const { $ref, allOf, ...rest } = schema;
  if ($ref) return resolved(document.components.schemas[$ref.split('/').at(-1)!]!);
  return allOf ? { ...resolved(allOf[0]!), ...rest } : schema;
}
