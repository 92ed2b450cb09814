/* What the OpenAPI Specification 3.0.3 asks for, and what this document promises beyond it. */

export type Json = Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const WITHOUT_BODY = ['204', '304'];
/** JSON Schema of later drafts, which 3.0 does not know. */
const LATER_KEYWORDS = [
  'const',
  'examples',
  '$defs',
  'if',
  'prefixItems',
  'patternProperties',
  'contentEncoding',
];

/** Everything that is wrong with the document; each with the place where. */
export function violationsOf(document: Json): string[] {
  return [
    ...headViolations(document),
    ...operationsIn(document).flatMap((operation) => operationViolations(operation, document)),
    ...duplicates(operationsIn(document).map(({ operation }) => String(operation.operationId))).map(
      (id) => `operationId ${id} is used twice`,
    ),
    ...everyObject(document).flatMap(([place, object]) => referenceViolations(place, object, document)),
    ...schemasIn(document).flatMap(([place, schema]) => schemaViolations(place, schema)),
    ...schemaNames(document).flatMap((name) =>
      when(!/^[\w.-]+$/.test(name), `schema ${name}: no name of a component`),
    ),
  ];
}

const schemaNames = ({ components }: Json): string[] =>
  Object.keys((components as { schemas?: Json } | undefined)?.schemas ?? {});

interface Located {
  place: string;
  path: string;
  operation: Json;
}

export const operationsIn = ({ paths }: Json): Located[] =>
  Object.entries(paths as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ place: `${method} ${path}`, path, operation: operation as Json })),
  );

function headViolations({ openapi, info, paths }: Json): string[] {
  const { title, version } = (info ?? {}) as Json;
  return [
    ...when(!/^3\.0\.\d+$/.test(String(openapi)), `openapi is ${String(openapi)}`),
    ...when(!title || !version, 'info needs title and version'),
    ...Object.keys(paths as Json).flatMap((path) => when(!path.startsWith('/'), `${path} begins without /`)),
  ];
}

const undescribed = (tags: string[] = [], document: Json): string[] =>
  tags.filter(
    (tag) => !((document.tags ?? []) as Json[]).some(({ name, description }) => name === tag && description),
  );

function operationViolations({ place, path, operation }: Located, document: Json): string[] {
  const { summary, tags, operationId, parameters = [], requestBody, responses = {}, security } = operation;
  const found = [
    ...when(!summary, 'no summary'),
    ...when(!Array.isArray(tags) || tags.length === 0, 'no tags'),
    ...undescribed(tags as string[] | undefined, document).map((tag) => `tag ${tag} is not described`),
    ...when(!operationId, 'no operationId'),
    ...securityViolations(security ?? document.security, document),
    ...parameterViolations(path, parameters as Json[]),
    ...responseViolations(responses as Record<string, Json>),
    ...when(!!requestBody && !('413' in (responses as Json)), 'a body, and 413 is not documented'),
  ];
  return found.map((what) => `${place}: ${what}`);
}

function securityViolations(security: unknown, { components }: Json): string[] {
  const { securitySchemes = {} } = (components ?? {}) as { securitySchemes?: Json };
  const named = (Array.isArray(security) ? (security as Json[]) : []).flatMap((one) => Object.keys(one));
  return [
    ...when(named.length === 0, 'says nothing of who may call it'),
    ...named.flatMap((name) => when(!(name in securitySchemes), `security scheme ${name} is not there`)),
  ];
}

function parameterViolations(path: string, parameters: Json[]): string[] {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const same = duplicates(
    parameters.map(({ in: where, name }) => `${String(where)} ${String(name).toLowerCase()}`),
  );
  return [
    ...same.map((name) => `parameter ${name} is there twice`),
    ...when(
      wanted.join() !== inPath.map(({ name }) => name).join(),
      `path parameters are not ${wanted.join()}`,
    ),
    ...inPath.flatMap(({ name, description, required }) =>
      when(!description || required !== true, `path parameter ${String(name)} is not described and required`),
    ),
    ...parameters.flatMap(({ name, schema }) => when(!schema, `parameter ${String(name)} has no schema`)),
  ];
}

function responseViolations(responses: Record<string, Json>): string[] {
  const statuses = Object.keys(responses);
  return [
    ...when(!('401' in responses), '401 is not documented'),
    ...when(!statuses.some((status) => status.startsWith('2')), 'success is not documented'),
    ...Object.entries(responses).flatMap(([status, { description, content }]) => [
      ...when(typeof description !== 'string', `${status} has no description`),
      ...when(!WITHOUT_BODY.includes(status) && !bodySchemaOf(content), `${status} has no schema`),
      ...when(WITHOUT_BODY.includes(status) && content !== undefined, `${status} has a body`),
      ...when(/^[45]/.test(status) && !isError(content), `${status} is not the error body`),
    ]),
  ];
}

const bodySchemaOf = (content: unknown): Json | undefined =>
  Object.values((content ?? {}) as Record<string, { schema?: Json }>)[0]?.schema;

const isError = (content: unknown): boolean => bodySchemaOf(content)?.$ref === '#/components/schemas/Error';

function referenceViolations(place: string, object: Json, document: Json): string[] {
  const { $ref, ...siblings } = object;
  if (typeof $ref !== 'string') return [];
  const target = $ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document);
  return [
    ...when(!$ref.startsWith('#/') || target === undefined, `${place}: ${$ref} leads nowhere`),
    // "This object cannot be extended with additional properties and any properties added SHALL be ignored."
    ...when(
      Object.keys(siblings).length > 0,
      `${place}: ${Object.keys(siblings).join()} beside $ref is ignored`,
    ),
  ];
}

function schemaViolations(place: string, schema: Json): string[] {
  const { type, nullable, items, required, properties = {}, exclusiveMinimum, exclusiveMaximum } = schema;
  const absent = (Array.isArray(required) ? (required as string[]) : []).filter(
    (name) => !(name in (properties as Json)),
  );
  const found = [
    ...when(type !== undefined && !TYPES.includes(type as string), `type is ${JSON.stringify(type)}`),
    ...when(nullable !== undefined && !type, 'nullable without type'),
    // Of one reference all generators of clients understand it; the document of OpenAPI 3.1 is for validators.
    ...when(
      nullable === true && !!(schema.anyOf ?? schema.oneOf ?? (schema.allOf as Json[] | undefined)?.[1]),
      'nullable beside other schemas',
    ),
    // One of them has to fit, and no second one.
    ...when(
      ((schema.oneOf ?? []) as Json[]).filter((one) => one.nullable).length > 1,
      'several of oneOf take null',
    ),
    ...when(type === 'array' && !items, 'array without items'),
    ...when(Array.isArray(required) && required.length === 0, 'required is empty'),
    ...when(absent.length > 0, `requires ${absent.join()}, which it does not have`),
    ...when(
      [exclusiveMinimum, exclusiveMaximum].some((limit) => typeof limit === 'number'),
      'exclusive limit is a number',
    ),
    ...when(Array.isArray(schema.enum) && schema.enum.length === 0, 'enum is empty'),
    // It widens the type, and not the list.
    ...when(
      nullable === true && Array.isArray(schema.enum) && !schema.enum.includes(null),
      'nullable, and its enum has no null',
    ),
    ...when(Boolean(schema.format) && !type, 'format without type'),
    ...LATER_KEYWORDS.flatMap((keyword) => when(keyword in schema, `${keyword} is not of OpenAPI 3.0`)),
  ];
  return found.map((what) => `${place}: ${what}`);
}

/** Wherever the specification puts a Schema Object. */
function schemasIn(document: Json): [string, Json][] {
  const { schemas = {} } = (document.components ?? {}) as { schemas?: Json };
  const roots = [
    ...Object.entries(schemas).map(([name, schema]) => [`schema ${name}`, schema as Json] as [string, Json]),
    ...everyObject(document.paths).flatMap(([place, object]) =>
      object.schema ? [[place, object.schema as Json] as [string, Json]] : [],
    ),
  ];
  return roots.flatMap(([place, schema]) => withinSchema(place, schema));
}

function withinSchema(place: string, schema: Json): [string, Json][] {
  const { items, not, additionalProperties, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema;
  const parts = [items, not, additionalProperties, ...Object.values(properties as Json)];
  const inner = [...parts, ...[allOf, anyOf, oneOf].flatMap((list) => list as unknown[])];
  const below = inner.filter((part): part is Json => typeof part === 'object' && part !== null);
  return [
    [place, schema],
    ...below.flatMap((part) => withinSchema(`${place} › ${nameOf(part, schema)}`, part)),
  ];
}

const nameOf = (part: Json, { properties = {} }: Json): string =>
  Object.entries(properties as Json).find(([, value]) => value === part)?.[0] ?? 'part';

function everyObject(value: unknown, place = 'document'): [string, Json][] {
  if (Array.isArray(value)) return value.flatMap((one) => everyObject(one, place));
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, one]) => everyObject(one, `${place} › ${key}`));
  return [[place, value as Json], ...below];
}

const duplicates = (names: string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

const when = (wrong: boolean, what: string): string[] => (wrong ? [what] : []);
