import { existsSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: object; examples?: object }> }>;
}

const FILE = new URL('../../../docs/openapi.json', import.meta.url);
const document = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as {
      paths: Record<string, Record<string, Operation>>;
      components: object;
    })
  : null;

const ajv = new Ajv({ strict: false, allErrors: true });
// The package's default export sits one level deeper under ES modules.
addFormats.default(ajv);
if (document) ajv.addSchema({ $id: 'api', components: forJsonSchema(document.components) });

const validators = new Map<string, ValidateFunction>();

/** Made once: every answer of every test is looked up here. */
const paths = Object.entries(document?.paths ?? {}).map(
  ([template, operations]) =>
    [new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`), operations] as const,
);

/** Fails the test when an answer is not what the committed document says of the operation. */
export function checkAgainstOpenApi(
  method: string,
  path: string,
  answer: { status: number; body: unknown; text: string },
): void {
  const operation = findOperation(method, path);
  if (!operation) return;
  const response = operation.responses[String(answer.status)];
  if (!response)
    throw new Error(`${operation.operationId} answered ${answer.status}, which is not documented`);
  const { schema, examples } = response.content?.['application/json'] ?? {};
  if (!schema) return;
  const reason = (answer.body as { error?: { reason?: string } } | null)?.error?.reason;
  if (reason && !(reason in (examples ?? {})))
    throw new Error(
      `${operation.operationId} answered ${answer.status} with ${reason}, which is not documented`,
    );
  const key = `${operation.operationId} ${answer.status}`;
  const validate = validators.get(key) ?? ajv.compile(forJsonSchema(schema) as object);
  validators.set(key, validate);
  if (!validate(answer.body)) {
    throw new Error(
      `${key} does not fit its schema: ${ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`,
    );
  }
}

function findOperation(method: string, path: string): Operation | undefined {
  const bare = `/api/v1${path.split('?')[0] ?? ''}`;
  return paths.find(([pattern]) => pattern.test(bare))?.[1][method.toLowerCase()];
}

/** OpenAPI 3.0 writes `nullable`, which JSON Schema does not know; nothing undocumented may be answered. */
function forJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forJsonSchema);
  if (!schema || typeof schema !== 'object') return schema;
  const { nullable, $ref, ...rest } = schema as { nullable?: boolean; $ref?: string };
  const converted = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, forJsonSchema(value)]),
  );
  if ($ref) return { $ref: `api${$ref}` };
  if ('properties' in converted && !('additionalProperties' in converted)) {
    converted.additionalProperties = false;
  }
  return nullable ? { anyOf: [{ type: 'null' }, converted] } : converted;
}
