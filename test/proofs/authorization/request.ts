import type { Operation } from './matrix.table.js';
import type { World } from './world.js';

export interface WorldRequest {
  method: string;
  /** Below the version's prefix, or below nothing. */
  path: string;
  body?: unknown;
}

/**
 * The request of an operation for one target.
 * @param instead ids that stand for a parameter in place of the target's own
 */
export function requestOf(
  { ids }: Pick<World, 'ids'>,
  name: string,
  { body, query }: Operation,
  target: string,
  instead: Record<string, string> = {},
): WorldRequest {
  const [method, template] = name.split(' ') as [string, string];
  const path = (query ? `${template}?${query}` : template).replace(
    /:([a-z]\w+Id)/g,
    (_, parameter: string) => instead[parameter] ?? idOf(ids, parameter, target),
  );
  return { method, path, body: typeof body === 'function' ? body(ids, target) : body };
}

export function idOf(ids: World['ids'], parameter: string, target: string): string {
  const id = ids[parameter]?.[target];
  if (!id) throw new Error(`authorization-world.ts has no ${parameter} for "${target}"`);
  return id;
}
