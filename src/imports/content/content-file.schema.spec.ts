import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contentFileJsonSchema } from './content-file.schema.js';

const FILE = new URL('../../../public/docs/content-file.schema.json', import.meta.url);

describe('public/docs/content-file.schema.json', () => {
  it('equals what contentFileJsonSchema() says', async () => {
    expect(JSON.parse(await readFile(FILE, 'utf8'))).toEqual(contentFileJsonSchema());
  });

  const ajv = new Ajv2020({ strict: false });
  // The package's default export sits one level deeper under ES modules.
  addFormats.default(ajv);
  const validate = ajv.compile(contentFileJsonSchema());

  it.each([
    {},
    { categories: [{ name: 'News', color: '#1f6fb2' }], permission_slips: [{ key: 'a', title: 'Trip' }] },
    {
      students: [
        { source_id: 'a', archived: true },
        { source_id: 'b', email: null, nickname: 'B' },
      ],
    },
    { school_details: { title: 'About' }, members: [{ email: 'a@x.example', role: 'parent' }] },
  ])('takes %j', (content) => {
    expect(validate(content)).toBe(true);
  });

  it.each([
    [],
    { studnets: [] },
    { students: [{ first_name: 'Ada' }] },
    { students: [{ source_id: '' }] },
    { students: [{ source_id: 7 }] },
    { categories: [{ name: 'News', color: 'red' }] },
    { members: [{ email: 'a@x.example', role: 'principal' }] },
  ])('refuses %j', (content) => {
    expect(validate(content)).toBe(false);
  });
});
