import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { asOpenApi31 } from './openapi-31.js';

const aDocument = (properties: object): OpenAPIObject =>
  ({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: {},
    components: { schemas: { Thing: { type: 'object', properties }, Part: { type: 'object' } } },
  }) as unknown as OpenAPIObject;

const REFERENCE = { $ref: '#/components/schemas/Part' };

/** The schema of Thing in OpenAPI 3.1, with whose references a validator finds its way. */
function validatorOf(properties: object): (value: unknown) => boolean {
  const { components } = asOpenApi31(aDocument(properties));
  const ajv = new Ajv2020({ strict: false });
  return ajv.compile({ ...components!.schemas!.Thing, components });
}

describe('The document in OpenAPI 3.1', () => {
  it('says which version it is of', () => {
    expect(asOpenApi31(aDocument({})).openapi).toBe('3.1.1');
  });

  it.each<[string, object]>([
    ['a plain value', { type: 'string', nullable: true }],
    ['one of several values', { type: 'string', enum: ['a', null], nullable: true }],
    ['a reference', { type: 'object', nullable: true, allOf: [REFERENCE] }],
    ['a list', { type: 'array', items: REFERENCE, nullable: true }],
  ])('takes null for %s that may be null, and for no other', (_, schema) => {
    const required = { ...schema, nullable: false };
    expect(validatorOf({ a: schema })({ a: null })).toBe(true);
    expect(validatorOf({ a: required })({ a: null })).toBe(false);
  });

  it('takes what is behind a reference that may be null, and nothing else', () => {
    const takes = validatorOf({ a: { type: 'object', nullable: true, allOf: [REFERENCE] } });
    expect([takes({ a: {} }), takes({ a: 'text' })]).toEqual([true, false]);
  });

  it('leaves examples as they are', () => {
    const example = { nullable: true };
    const { components } = asOpenApi31(aDocument({ a: { type: 'object', example } }));
    expect(components!.schemas!.Thing).toMatchObject({ properties: { a: { example } } });
  });
});
