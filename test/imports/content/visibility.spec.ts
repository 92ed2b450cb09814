import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { ContentImporter } from './content-importer.js';

let importer: ContentImporter;
let school: string;

beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(() => importer.close());
beforeEach(async () => {
  school = await importer.onlySchool();
});

const ADA = { source_id: 's-1', first_name: 'Ada', last_name: 'Park' };
const MARIA = { first_name: 'Maria', last_name: 'Park' };

describe('an address that its family has hidden since', () => {
  const bring = (entry: object) => importer.import(school, { students: [{ ...ADA, ...entry }] });
  const isVisible = async () => (await importer.row('select address_visible from students')).address_visible;

  const hide = () => importer.rows('update students set address_visible = false');
  const show = () => importer.rows('update students set address_visible = true');

  it('stays hidden from a file that only repeats itself, also where it was silent at first', async () => {
    await bring({});
    await bring({ address_visible: true });
    await hide();
    await bring({ address_visible: true });
    expect(await isVisible()).toBe(false);
  });

  it('stays hidden from a file that is repeated after another that says nothing of it', async () => {
    await bring({ address_visible: true });
    await bring({ phone: '555-0150' });
    await hide();
    await bring({ address_visible: true });
    expect(await isVisible()).toBe(false);
  });

  it('stays shown by a file that repeats itself, when they have shown it since', async () => {
    await bring({ address_visible: false });
    await show();
    await bring({ address_visible: false });
    await bring({ address_visible: false, phone: '555-0150' });
    expect(await isVisible()).toBe(true);
  });

  it('shows once by a file that said to hide it and now says to show it', async () => {
    await bring({ address_visible: false });
    await show();
    await bring({ address_visible: true });
    await hide();
    await bring({ address_visible: true });
    expect(await isVisible()).toBe(false);
    await bring({ address_visible: false });
    await bring({ phone: '555-0150' });
    await bring({ address_visible: true });
    expect(await isVisible()).toBe(true);
  });
});

describe('a contact that its owner has hidden at another school', () => {
  const withMaria = (entry: object): ContentFile => ({
    students: [{ ...ADA, guardians: [{ ...MARIA, ...entry }] }],
  });

  it.each([{}, { email: null }])('stays hidden from an entry without email: %j', async (email) => {
    const maria = { email: 'maria@example.org' };
    const south = await importer.aSchool('south');
    await importer.import(south, {
      ...withMaria(maria),
      members: [{ ...maria, role: 'parent', profile_visibility: 'name_only' }],
    });
    await importer.import(school, withMaria(maria));
    await importer.import(school, withMaria({ ...email, profile_visibility: 'full' }));
    expect(
      await importer.rows('select profile_visibility from guardians where school_id = $1', [school]),
    ).toEqual([{ profile_visibility: 'name_only' }]);
  });

  it.each(['now()', null])(
    'hides for an account of no school only when its email is proven: %s',
    async (proven) => {
      await importer.rows(
        `insert into users (email, email_verified_at, profile_visibility) values ('maria@example.org', ${proven}, 'name_only')`,
      );
      await importer.import(school, withMaria({ email: 'maria@example.org', profile_visibility: 'full' }));
      expect(await importer.rows('select profile_visibility from guardians')).toEqual([
        { profile_visibility: proven ? 'name_only' : 'full' },
      ]);
    },
  );
});
