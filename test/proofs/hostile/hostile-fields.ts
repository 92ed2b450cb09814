import { OPERATIONS, type Schema } from '../fuzz/document.js';
import { bytesOf } from '../fuzz/requests.js';
import { withIds, type Right } from '../fuzz/right-requests.js';
import type { Bytes } from '../fuzz/wire.js';
import { fieldsOf, type Field } from '../fuzz/wrong-values.js';
import type { Surfaces } from './surfaces.js';

const HERE = '"§here§"';
const WITH_A_BODY = OPERATIONS.filter(({ body }) => body !== null);
/** Every day's share of the operations. */
const SHARE = 40;

export type Case = [name: string, request: () => Bytes];

/** Hostile JSON in each field that an operation of the API has; every day in one field of a share of them. */
export class HostileFields {
  constructor(
    private readonly surfaces: Pick<Surfaces, 'world' | 'rights'>,
    private readonly full: boolean,
    private readonly shareOf: <T>(all: T[], share: number) => T[],
  ) {}

  isForm(route: string): boolean {
    return OPERATIONS.some(({ name, isForm }) => isForm && route === name.replace(' ', ' /api/v1'));
  }

  texts(json: (maxLength: number) => string[]): Case[] {
    return this.fieldsWith(({ type }) => type === 'string').flatMap(({ right, field }) =>
      json(field.schema.maxLength ?? 1_000).map((text): Case => [
        `${right.operation.id} ${field.path}`,
        () => this.requestOf(right, field.bodyWith('§here§'), text),
      ]),
    );
  }

  values(json: string): Case[] {
    return this.fieldsWith(() => true).map(({ right, field }) => [
      `${right.operation.id} ${field.path}`,
      () => this.requestOf(right, field.bodyWith('§here§'), json),
    ]);
  }

  elements(): Case[] {
    return this.fieldsWith(({ type }) => type === 'array').map(({ right, field }) => {
      const element = JSON.stringify(elementOf(right, field.path));
      const list = `[${`${element},`.repeat(Math.floor(1_000_000 / (element.length + 1)))}${element}]`;
      const text = withIds(list, this.surfaces.world.ids).slice(0, 2_000_000);
      return [
        `${right.operation.id} ${field.path}`,
        () => this.requestOf(right, field.bodyWith('§here§'), text),
      ];
    });
  }

  members(members: string): Case[] {
    return this.shareOf(WITH_A_BODY, SHARE).map(({ id }) => {
      const right = this.surfaces.rights.get(id)!;
      return [id, () => this.requestOf(right, { ...right.body, more: '§here§' }, `0,${members}`)];
    });
  }

  private fieldsWith(fits: (schema: Schema) => boolean): { right: Right; field: Field }[] {
    return this.shareOf(WITH_A_BODY, SHARE).flatMap((operation) => {
      const right = this.surfaces.rights.get(operation.id)!;
      const fields = fieldsOf(operation.body!, (right.body ?? {}) as Record<string, unknown>)
        .filter(({ schema }) => fits(schema))
        .map((field) => ({ right, field }));
      const most = Math.max(0, ...fields.map(({ field }) => field.schema.maxLength ?? 0));
      return this.full
        ? fields
        : fields.filter(({ field }) => (field.schema.maxLength ?? 0) === most).slice(0, 1);
    });
  }

  /** With some JSON in the place of `HERE`. */
  private requestOf({ operation, caller, path }: Right, body: object, json: string): Bytes {
    const { world } = this.surfaces;
    const draft = { method: operation.method, path, headers: [], body: {}, isForm: false, rewrite: null };
    const text = withIds(JSON.stringify(body), world.ids);
    return { ...bytesOf(draft, caller, world), body: Buffer.from(text.replace(HERE, () => json)) };
  }
}

/** As it stands in the right body; a text where there is none. */
function elementOf({ body }: Right, path: string): unknown {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], body);
  return Array.isArray(found) && found.length > 0 ? (found[0] as unknown) : 'a';
}
