import * as fc from 'fast-check';
import { field, filePart, FORM_TYPE, wire } from '../../support/upload.factory.js';
import { aPhoto } from '../../support/files/images.js';
import { anyChange } from './any-change.js';
import { apply, type Change, type Draft } from './changes.js';
import { resolved } from './document.js';
import { REWRITES } from './rewrites.js';
import { withIds, type Right } from './right-requests.js';
import { validObject, type Pools } from './values.js';
import type { Bytes } from './wire.js';
import type { FuzzCaller, FuzzWorld } from './world.js';

/** A right request, what its optional fields say, and what is done to it. */
export interface FuzzRequest {
  right: Right;
  /** Fields of the document beside those of the right body. */
  more: object;
  changes: Change[];
}

/** Which targets a field of this name may hold. */
export function poolsOf({ ids }: FuzzWorld): Pools {
  const of = (...names: string[]): string[] =>
    names.flatMap((name) => Object.keys(ids[name]!).map((target) => `«${name}: ${target}»`));
  return {
    ...Object.fromEntries(Object.keys(ids).map((name) => [name, of(name)])),
    ...{ organization_id: of('organizationId'), organization_ids: of('organizationId') },
    ...{ student_id: of('studentId'), linked_student_id: of('studentId') },
    ...{ guardian_membership_id: of('membershipId'), membership_id: of('membershipId') },
    ...{ person_id: of('studentId', 'membershipId', 'staffId'), item_id: of('signupItemId') },
    ...{ question_id: of('questionId'), choice_id: of('choiceId'), choice_ids: of('choiceId') },
    ...{ category_id: of('categoryId'), ids: of('notificationId') },
    ...{ photo_key: of('photoKey'), key: of('attachmentKey') },
  };
}

/** Most of them by someone who is let in, and little changed: past the guards is where there is most to break. */
export function anyRequest(rights: Right[], pools: Pools): fc.Arbitrary<FuzzRequest> {
  const byOperation = Map.groupBy(rights, ({ operation }) => operation.id);
  const letIn = [...byOperation.values()]
    .map((those) => those.filter(({ isLetIn }) => isLetIn))
    .filter((those) => those.length > 0);
  const right = fc.oneof(
    { weight: 5, arbitrary: oneOfOne(letIn) },
    { weight: 1, arbitrary: oneOfOne([...byOperation.values()]) },
  );
  const few = (minLength: number, maxLength: number) => fc.array(anyChange(), { minLength, maxLength });
  const changes = fc.oneof(
    { weight: 4, arbitrary: few(0, 0) },
    { weight: 5, arbitrary: few(1, 1) },
    { weight: 2, arbitrary: few(2, 3) },
  );
  return right.chain((chosen) =>
    fc.record({ right: fc.constant(chosen), more: moreFields(chosen, pools), changes }),
  );
}

/** An operation first, so that those with many targets do not take the place of others. */
const oneOfOne = (groups: Right[][]): fc.Arbitrary<Right> =>
  fc.constantFrom(...groups).chain((those) => fc.constantFrom(...those));

function moreFields({ operation }: Right, pools: Pools): fc.Arbitrary<object> {
  if (!operation.body) return fc.constant({});
  const { properties = {} } = resolved(operation.body);
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: validObject({ properties }, pools) },
  );
}

export function draftOf({ right, more, changes }: FuzzRequest): Draft {
  const { method, body, isForm } = right.operation;
  const draft: Draft = {
    method,
    path: right.path,
    headers: [],
    body: body ? { ...more, ...right.body } : undefined,
    isForm,
    rewrite: null,
  };
  for (const change of changes) apply(draft, change);
  return draft;
}

/** Of either operation that takes a form: a picture is a good attachment, too. */
const FORM = wire([
  field('entity_type', 'notice'),
  filePart(await aPhoto('image/png'), 'filename="a.png"', 'image/png'),
]);

/** As it goes over the wire, with the ids of this world. */
export function bytesOf(draft: Draft, caller: FuzzCaller, { authorization, ids }: FuzzWorld): Bytes {
  const has = (name: string): boolean => draft.headers.some(([given]) => given.toLowerCase() === name);
  const isForm = draft.isForm && draft.body === undefined;
  const json = draft.body === undefined ? null : jsonOf(draft, ids);
  const body = isForm ? FORM : json;
  const type = body && (isForm ? FORM_TYPE : 'application/json');
  const bearer = authorization[caller];
  return {
    method: draft.method,
    target: `/api/v1${withIds(draft.path, ids)}`,
    headers: [
      ...(bearer ? [['Authorization', bearer] as [string, string]] : []),
      ...(type && !has('content-type') ? [['Content-Type', type] as [string, string]] : []),
      ...draft.headers,
    ],
    body,
  };
}

function jsonOf({ body, rewrite }: Draft, ids: FuzzWorld['ids']): Buffer {
  const text = withIds(JSON.stringify(body) ?? '', ids).replace(/"§(.*?)§"/g, (_, literal: string) =>
    literal.replaceAll('\\"', '"'),
  );
  return rewrite === null ? Buffer.from(text) : REWRITES[rewrite]!(text);
}

/** For people: who asks for what, and what was done to it; ids by their names, and no token. */
export function readable(request: FuzzRequest): string {
  const { method, path, headers, body, rewrite } = draftOf(request);
  const { caller, operation } = request.right;
  const lines = [
    `${operation.id} as ${caller}`,
    `${method} /api/v1${path}`,
    ...headers.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...(body === undefined ? [] : [JSON.stringify(body)]),
    ...(rewrite === null ? [] : [`(the body ${rewrite})`]),
  ];
  return lines
    .map((line) => (line.length > 600 ? `${line.slice(0, 600)}… (${line.length})` : line))
    .join('\n');
}
