import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ContentRefusedError } from './parse-content-text.js';
import { readContentFile } from './content-import.service.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function read(content: string | Buffer, name = 'school.yaml') {
  await writeFile(join(folder, name), content);
  return readContentFile(join(folder, name));
}

describe('a content file that is refused as a whole', () => {
  const levels = [...'abcdefghij'].map((name, at, all) => {
    const items = Array<string>(10).fill(at === 0 ? 'x' : `*${all[at - 1]!}`);
    return `${name}: &${name} [${items.join(', ')}]`;
  });
  const bomb = levels.join('\n');

  it.each([
    ['nothing', ''],
    ['a list', '- source_id: a'],
    ['a text', 'hello'],
    ['broken YAML', 'students: [\n  {a: b'],
    ['broken JSON', '{"students": [{"email": "eve@example.org" "phone": 1}]}'],
    ['the same key twice', 'students: []\nstudents: []'],
    ['an alias that leads nowhere', 'students: *nobody'],
    ['an alias bomb', bomb],
    ['aliases without end', `x: [&a 1, &b 2, ${'*a, *b, '.repeat(6000)}]`],
    ['brackets without end', '['.repeat(200_000)],
    ['bytes that are no text', Buffer.from([0x7b, 0xc3, 0x28, 0x7d])],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff])],
  ])('refuses %s in one line that repeats nothing of it', async (_, content) => {
    const refusal = await read(content).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(ContentRefusedError);
    expect((refusal as Error).message).toMatch(/^[^\n@]+$/);
  });

  it('says on which line the YAML breaks', async () => {
    await expect(read('staff: []\nstudents:\n  - first_name: "A\n')).rejects.toThrow(/line \d/);
  });

  it('refuses a folder and a file that is not there', async () => {
    await expect(readContentFile(folder)).rejects.toThrow(ContentRefusedError);
    await expect(readContentFile(join(folder, 'absent.json'))).rejects.toThrow('There is no such file.');
  });
});

describe('the parts of a content file', () => {
  it('names the nearest part for a misspelt one, and takes the others', async () => {
    const content = await read(
      'studnets:\n  - source_id: a\ncategories:\n  - { name: News, color: "#112233" }\n',
    );
    expect(content.errors).toEqual([
      {
        file: 'school.yaml',
        line: 1,
        code: 'unknown_key',
        value: 'studnets',
        message: 'studnets: there is no such part; did you mean students?',
      },
    ]);
    expect(content.categories).toHaveLength(1);
  });

  it('reports a part of the wrong type and takes the others', async () => {
    const content = await read(
      '{"students": {}, "staff": null,\n"categories": [{"name": "News", "color": "#112233"}]}',
    );
    expect(content.errors).toMatchObject([
      { code: 'wrong_type', line: 1, message: 'students: expected a list' },
    ]);
    expect(content.categories).toHaveLength(1);
  });
});

describe('the entries of a content file', () => {
  const YAML = `# families of the spring
students:
  - source_id: s-1
    first_name: Ada
    last_name: Park
    graduation_year: soon
  - source_id: s-2
    first_name: "  Zoe\\u0301 "
    last_name: Park
    email: not an address
    phone: [555, 0100]
  - source_id: s-3
    first_name: Leo
    last_name: Park
    nickname: Lion
    guardians:
      - { first_name: Maria, last_name: Park, relation: mother }
      - { first_name: Juan, last_name: Park, relation: uncle }
members:
  - { email: MARIA@Example.org , role: principal }
`;

  it('reports a bad entry with its line and takes the rest', async () => {
    const content = await read(YAML);
    expect(content.errors.map(({ line, code, value }) => [line, code, value])).toEqual([
      [6, 'wrong_type', 'soon'],
      [10, 'bad_format', null],
      [11, 'wrong_type', null],
      [18, 'unknown_value', 'uncle'],
      [20, 'unknown_value', 'principal'],
    ]);
    expect(content.students.map(({ value }) => value.source_id)).toEqual(['s-3']);
    expect(content.students[0]?.value).not.toHaveProperty('nickname');
    expect(content.students[0]?.value.guardians?.map(({ first_name }) => first_name)).toEqual(['Maria']);
  });

  it('tells the same lines for JSON', async () => {
    const json = JSON.stringify(
      { staff: [], students: [{ source_id: 's-1' }, { source_id: '' }, 7] },
      null,
      2,
    );
    const content = await read(`\uFEFF${json}`, 'school.json');
    expect(content.errors.map(({ line, code }) => [line, code])).toEqual([
      [7, 'missing_field'],
      [10, 'wrong_type'],
    ]);
    expect(content.students.map(({ line }) => line)).toEqual([4]);
  });

  it('reads UTF-16 as an editor of Windows saves it', async () => {
    const content = await read(
      Buffer.from('\uFEFFcategories:\r\n  - name: Café\r\n    color: "#112233"\r\n', 'utf16le'),
    );
    expect(content.categories).toEqual([{ line: 2, value: { name: 'Café', color: '#112233' } }]);
  });

  it('takes a number of a YAML file as it is written where a text is wanted, and refuses it in JSON', async () => {
    const content = await read(
      'students:\n  - source_id: 0042\n    first_name: Ada\n    last_name: True\n' +
        '    address: { line1: 1 Elm, city: Barre, postal_code: 05641 }\n',
    );
    expect(content.errors).toEqual([]);
    expect(content.students[0]?.value).toMatchObject({
      source_id: '0042',
      last_name: 'True',
      address: { postal_code: '05641' },
    });
    const json = await read(
      '{"students": [{"source_id": 42, "first_name": "Ada", "last_name": "Park"}]}',
      'a.json',
    );
    expect(json.errors).toMatchObject([{ code: 'wrong_type', value: '42' }]);
  });

  it('normalises texts and emails, and takes an empty text for none', async () => {
    const content = await read(
      'staff:\n  - { first_name: " Zoe\u0301 ", last_name: Ek, email: " A@X.example ", room: "" }\n',
    );
    expect(content.staff[0]?.value).toEqual({
      first_name: 'Zoé',
      last_name: 'Ek',
      email: 'a@x.example',
      room: null,
    });
  });

  it('lets a family share one address by an alias', async () => {
    const students = Array.from(
      { length: 300 },
      (_, at) => `  - { source_id: s${at}, address: *home }\n`,
    ).join('');
    const content = await read(
      `students:\n  - { source_id: s, address: &home { line1: 1 Elm St, city: Barre } }\n${students}`,
    );
    expect(content.students).toHaveLength(301);
  });

  it.each([
    ['source_id', 'students:\n  - { source_id: a }\n  - { source_id: " a " }\n'],
    [
      'email',
      'members:\n  - { email: a@x.example, role: parent }\n  - { email: A@x.example, role: parent }\n',
    ],
    [
      'email or name',
      'staff:\n  - { first_name: Al, last_name: Ek }\n  - { first_name: AL, last_name: Ek }\n',
    ],
    [
      'source_id or name',
      'students: [{ source_id: a, guardians: [\n' +
        '  { first_name: Al, last_name: Ek, email: a@x.example },\n' +
        '  { first_name: AL, last_name: Ek, email: A@x.example }]}]\n',
    ],
  ])('takes the first of two entries with the same %s', async (name, text) => {
    const content = await read(text);
    expect(content.errors).toMatchObject([{ line: 3, code: 'duplicate' }]);
    expect(content.errors[0]?.message).toContain(`the ${name} is that of an entry before, on line 2`);
    expect(content.errors[0]?.value ?? '').not.toContain('@');
  });

  it.each([
    ['a name of 201 letters', { first_name: 'x'.repeat(201) }, ['too_long']],
    ['a name of 200 foxes', { first_name: '🦊'.repeat(200) }, []],
    ['a letter of 30 marks', { first_name: `e${'\u0301\u0316'.repeat(15)}` }, []],
    ['a letter of 32 marks', { first_name: `e${'\u0301\u0316'.repeat(16)}` }, ['too_many_marks']],
    ['half a place', { latitude: 1 }, ['incomplete_coordinates']],
    ['a place beyond the pole', { latitude: 91, longitude: 0 }, ['out_of_range']],
    ['half a year', { graduation_year: 2030.5 }, ['wrong_type']],
    ['a year as a text', { graduation_year: '2030' }, ['wrong_type']],
    ['a word for yes or no', { archived: 'no' }, ['wrong_type']],
    ['an address without a street', { address: { city: 'Barre' } }, ['missing_field']],
    ['a long country', { address: { line1: '1 Elm', city: 'Barre', country: 'USA' } }, ['bad_format']],
  ])('checks %s', async (_, given, codes) => {
    const content = await read(JSON.stringify({ students: [{ source_id: 'a', ...given }] }));
    expect(content.errors.map((error) => error.code)).toEqual(codes);
  });

  it('never repeats how to reach a person', async () => {
    const secrets = ['eve@example.org', '555-0142', '12 Hidden Lane'];
    const content = await read(
      JSON.stringify({
        students: [
          {
            source_id: 'a',
            email: 'eve@example.org eve',
            phone: { a: '555-0142' },
            address: '12 Hidden Lane',
          },
          { source_id: 'b', archived: '555-0142 555', address: { line1: 5, city: '12 Hidden Lane' } },
        ],
        members: [{ email: 'eve@example.org', role: 'eve@example.org', phone: ['555-0142'] }],
      }),
    );
    expect(content.errors.length).toBeGreaterThan(5);
    for (const secret of secrets) expect(JSON.stringify(content.errors)).not.toContain(secret);
  });
});
