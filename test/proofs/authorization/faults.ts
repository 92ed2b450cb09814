import { OPERATIONS, resolved, type Schema } from '../fuzz/document.js';
import { isFree, wrongValues } from '../fuzz/wrong-values.js';
import type { WorldRequest } from './request.js';

/** A way in which a request has the wrong shape: its operation answers 400, to whoever has the right to it. */
export interface Fault {
  name: string;
  within: (right: WorldRequest) => WorldRequest;
}

/**
 * Every fault that a request of the operation can have, by the OpenAPI document: in each parameter of its query, and in its
 * body. A malformed id is none: it is an unknown one (contract section 0, rule 2), and a target of every grid.
 * @param operation `GET /schools/:schoolId/audit`
 */
export function faultsOf(operation: string): Fault[] {
  const documented = OPERATIONS.find(({ name }) => name === operation);
  if (!documented) return [];
  const { query, body, isForm } = documented;
  return [
    ...query.filter(({ schema }) => resolved(schema).format !== 'uuid').map(faultOfParameter),
    ...(body ? [withBody('a body that is cut off', '{'), ...faultsOfMembers(body)] : []),
    ...(isForm ? [withBody('no form', {})] : []),
  ];
}

function faultOfParameter({ name, schema }: { name: string; schema: Schema }): Fault {
  const wrong = isFree(resolved(schema)) ? `${name}=one&${name}=another` : `${name}=nonsense`;
  return {
    name: `${wrong} in the query`,
    within: ({ path, ...right }) => ({ ...right, path: pathWith(path, name, wrong) }),
  };
}

function pathWith(path: string, name: string, wrong: string): string {
  const [bare, query] = path.split('?') as [string, string?];
  const others = new URLSearchParams(query);
  others.delete(name);
  return `${bare}?${[...(others.size > 0 ? [others.toString()] : []), wrong].join('&')}`;
}

function faultsOfMembers(body: Schema): Fault[] {
  const members = Object.entries(resolved(body).properties ?? {});
  const wrong = Object.fromEntries(members.map(([name, schema]) => [name, wrongValues(resolved(schema))[0]]));
  return members.length > 0 ? [withBody('members of wrong types', wrong)] : [];
}

const withBody = (name: string, body: unknown): Fault => ({ name, within: (right) => ({ ...right, body }) });
