import 'reflect-metadata';
import { applyDecorators, type Type as Class } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';

const NESTED = Symbol('nested body');

/**
 * A member that is itself an object with declared members, or an array of such. `Type` and `ValidateNested` alone would leave it
 * empty: of what is not declared here nothing passes.
 */
export const NestedBody = (type: () => Class, { each = false } = {}): PropertyDecorator =>
  applyDecorators(
    IsObject({ each }),
    ValidateNested({ each }),
    Type(type),
    (target: object, name: string | symbol) => Reflect.defineMetadata(NESTED, type, target, name),
  );

/** Null where the member is none. */
export const nestedTypeOf = (owner: Class, name: string): Class | null =>
  (Reflect.getMetadata(NESTED, owner.prototype as object, name) as (() => Class) | undefined)?.() ?? null;
