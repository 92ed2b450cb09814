import type { Caller } from './grid.js';
import type { Operation } from './matrix.table.js';
import { requestOf, type WorldRequest } from './request.js';
import { kindOf, type Kind } from './targets.js';
import type { World } from './world.js';
import { ITEMS, referenceId } from './reference-ids.js';
import { withReference, type Reference } from './references.js';

/** The target with which a request of the operation is right: the first one that is the caller's own. */
export const rightTarget = ({ access }: Pick<Operation, 'access'>): string =>
  access.targets.find((target) => kindOf(target) === 'own') ?? access.targets[0]!;

/** Who gets as far as the ids: this parent, or an admin where a parent may not. */
export function callerOf({ access }: Pick<Operation, 'access'>): Caller {
  const index = access.targets.indexOf(rightTarget({ access }));
  return access.cells.get('parent of this family')![index] === 'ok'
    ? 'parent of this family'
    : 'senior admin';
}

/** The right request, but for the one id. */
export function referringRequest(
  world: Pick<World, 'ids'>,
  operation: Operation,
  { operation: name, place, of }: Reference,
  kind: Kind,
): WorldRequest {
  const target = rightTarget(operation);
  const id = referenceId(world.ids, of, kind, target);
  const [where, parameter] = place.split('.') as [string, string];
  if (where === 'path') return requestOf(world, name, operation, target, { [parameter]: id });
  const right = requestOf(world, name, operation, target);
  const { beside, written } = ITEMS[of]!;
  const body = beside ? { ...(right.body as object), ...beside(world.ids, target) } : right.body;
  return withReference({ ...right, body }, place, written ? written(id) : id);
}
