import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALLS } from '../../architecture/privacy-canary/privacy-canary.table.js';
import { operationsOf } from '../../architecture/operations.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';
import { operatorServices } from '../../support/operator-services.factory.js';
import { figure } from '../../support/proofs/figures.js';
import type { TestMember } from '../../support/school.factory.js';
import { WITHOUT_TOKENS } from '../authorization/without-tokens.table.js';
import { LINKS } from './links.js';
import { aFamily, keepApart, type Family, type Operated } from './restricted-family.js';
import { idsOf, itemsOf, type Ids } from './restricted-items.js';

/*
 * For everybody but admins and himself Rob is no guardian of Sam any more: what they get is what they would get if he had never been on
 * file. They lose nothing else.
 */

const NEVER_THE_SAME = /download-url|\/pdf$|\/me\/export$|\/me\/sessions$|\/changes$|^GET \/(readyz|healthz)?$|^GET \/storage/;

let t: Operated;
let compared = 0;
beforeAll(async () => {
  const app = await startAppWithDataDir();
  t = { ...app, services: await operatorServices(app.settings) };
});
afterAll(async () => {
  figure('Answers to other families, compared with those of a school where the guardian is not on file', compared);
  await t.services.close();
  await t.close();
});

type Answers = Record<string, string>;

async function takenBy({ token }: TestMember, ids: Ids): Promise<Answers> {
  const gets = operationsOf(t.app).filter(
    (name) => name.startsWith('GET ') && !NEVER_THE_SAME.test(name) && !WITHOUT_TOKENS.includes(name),
  );
  const answers: Answers = {};
  for (const name of gets)
    for (const search of CALLS[name]?.queries ?? ['']) {
      const fill = (text: string): string =>
        text.replace(/[:*](\w+)/g, (_, id: string) => encodeURIComponent(ids[id] ?? id));
      const path = fill(name.slice(4)) + (search && `?${fill(search)}`);
      const { status, text } = await t.api.get(path, { token });
      answers[`${name}?${search}`] = `${status} ${text.replace(/"(generated_at|request_id)":"[^"]*"/g, '')}`;
    }
  return answers;
}

async function aFamilyWithItems(): Promise<{ family: Family; ids: Ids }> {
  const family = await aFamily(t, { link: LINKS['an import and their address']! });
  return { family, ids: { ...(await idsOf(t, family)), ...(await itemsOf(t, family)).school } };
}

const differing = (one: Answers, other: Answers): Answers =>
  Object.fromEntries(Object.entries(one).filter(([name, answer]) => other[name] !== answer));

describe('for others, a guardian who is kept apart from a student', () => {
  it('never was a guardian of the student, and nothing else is another', async () => {
    const { family, ids } = await aFamilyWithItems();
    const readers = { mary: family.mary, stranger: family.stranger };
    const before = Object.fromEntries(
      await Promise.all(Object.entries(readers).map(async ([name, reader]) => [name, await takenBy(reader, ids)])),
    ) as Record<string, Answers>;
    await keepApart(t, family);
    const apart = { mary: await takenBy(family.mary, ids), stranger: await takenBy(family.stranger, ids) };
    await t.dataSource.query('delete from guardians where student_id = $1 and restricted_at is not null', [
      family.sam.id,
    ]);
    const gone = { mary: await takenBy(family.mary, ids), stranger: await takenBy(family.stranger, ids) };
    compared += Object.keys(gone.mary).length * 2;
    expect(differing(apart.stranger, gone.stranger)).toEqual({});
    // The family sees that there is one.
    const told = Object.keys(differing(apart.mary, gone.mary));
    expect(told).toEqual(['GET /me?']);
    expect(apart.mary['GET /me?']!.replace('"has_restricted_guardian":true', '"has_restricted_guardian":false')).toBe(
      gone.mary['GET /me?'],
    );
    for (const [reader, answers] of Object.entries(apart))
      expect(Object.keys(differing(answers, before[reader]!)).filter((name) => !/students|lists|organizations|\/me/.test(name))).toEqual([]);
  });

  it('is shown to admins, as one who is kept apart, and nothing else is another for them', async () => {
    const { family, ids } = await aFamilyWithItems();
    const before = await takenBy(family.admin, ids);
    await keepApart(t, family);
    const after = await takenBy(family.admin, ids);
    const { id } = family.sam;
    const detail = JSON.parse(after['GET /students/:studentId?']!.slice(4)) as {
      guardians: { name: string; restricted: boolean; email: string | null }[];
    };
    expect(detail.guardians).toContainEqual(expect.objectContaining({ name: 'Rob Park', restricted: true, email: family.rob.email }));
    const told = Object.keys(differing(after, before));
    expect(told).toEqual(expect.arrayContaining(['GET /students/:studentId?', 'GET /schools/:schoolId/students?full=true']));
    const unmarked = (text: string | undefined) => text?.replaceAll('"restricted":true', '"restricted":false');
    expect(told.filter((name) => unmarked(after[name]) !== before[name])).toEqual(ADMINS_SEE_AS_OTHERS);
    expect(id).toBeDefined();
  });
});

/** Lists of families, which have him no more: the roster without contacts, searches and a club's roster. */
const ADMINS_SEE_AS_OTHERS: string[] = [];
