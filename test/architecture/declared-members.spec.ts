import { describe, expect, it } from '@jest/globals';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import '../../src/app.module.js';
import { nestedTypeOf } from '../../src/platform/http/declared-members.js';

interface Rule {
  target: new () => object;
  propertyName: string;
  type: string;
  name?: string;
  each?: boolean;
}

const rules = [
  ...(Reflect.get(getMetadataStorage(), 'validationMetadatas') as Map<unknown, Rule[]>).values(),
].flat();
const members = [...Map.groupBy(rules, ({ target, propertyName }) => `${target.name}.${propertyName}`)];
const without = (named: string, needed: (those: Rule[]) => boolean): string[] =>
  members
    .filter(([, those]) => those.some(({ name }) => name === named) && !needed(those))
    .map(([name]) => name);

/* What declaredPart lets through: an array without a bound, or an object that is not NestedBody, would come out empty. */
describe('a member of a request', () => {
  it('appears among those that were found', () => expect(members.length).toBeGreaterThan(80));

  it('needs a bound where it is an array', () => {
    expect(without('isArray', (those) => those.some(({ name }) => name === 'arrayMaxSize'))).toEqual([]);
  });

  it('says of what its objects are', () => {
    const nested = rules.filter(({ type }) => type === ValidationTypes.NESTED_VALIDATION);
    expect(nested.length).toBeGreaterThan(3);
    expect(nested.filter(({ target, propertyName }) => !nestedTypeOf(target, propertyName))).toEqual([]);
    expect(without('isObject', ([rule]) => nestedTypeOf(rule!.target, rule!.propertyName) !== null)).toEqual(
      [],
    );
  });
});
