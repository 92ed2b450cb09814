import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Record<string, unknown>;

/**
 * The document in OpenAPI 3.1, whose schemas are JSON Schema 2020-12: null is a type there, and a reference that may be null
 * is one of two schemas. Validators read this one.
 */
export function asOpenApi31(document: OpenAPIObject): OpenAPIObject {
  return { ...(withNullTypes(document) as OpenAPIObject), openapi: '3.1.1' };
}

function withNullTypes(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withNullTypes);
  if (typeof part !== 'object' || part === null) return part;
  const { nullable, ...rest } = part as Json;
  const parts = Object.entries(nullable === true ? orNull(rest) : rest);
  return Object.fromEntries(
    parts.map(([key, value]) => [key, isExample(key) ? value : withNullTypes(value)]),
  );
}

function orNull({ type, allOf, ...rest }: Json): Json {
  if (allOf) return { ...rest, anyOf: [...(allOf as object[]), { type: 'null' }] };
  return { ...rest, type: [type, 'null'] };
}

/** True for members that hold an example: everything below is data, whatever its names are. */
const isExample = (key: string): boolean => key === 'example' || key === 'examples';
