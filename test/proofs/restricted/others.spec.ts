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

/** Signed addresses, files with the moment in them, probes; and what the calls themselves write. */
const NEVER_THE_SAME =
  /download-url|\/(|responses\.)pdf$|\.pdf$|\/me\/(export|sessions|disclosures)$|\/(changes|audit)$|^GET \/(readyz|healthz)?$|^GET \/storage/;
/** Lists of families and audiences, which are without him for admins as well: StudentDetail and the full roster have him. */
const WITHOUT_HIM = /candidates|\/confirmation|\/roster|manage|deliveries|\/students\?(q=|$)/;

let t: Operated;
let compared = 0;
beforeAll(async () => {
  const app = await startAppWithDataDir();
  t = { ...app, services: await operatorServices(app.settings) };
});
afterAll(async () => {
  figure(
    'Answers to other families, compared with those of a school where the guardian is not on file',
    compared,
  );
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
      answers[`${name}?${search}`] =
        `${status} ${text.replace(/"(generated_at|valid_until|request_id)":"[^"]*"/g, '')}`;
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
    const readers = [family.mary, family.stranger];
    const taken = async (): Promise<Answers[]> => {
      const all: Answers[] = [];
      for (const reader of readers) all.push(await takenBy(reader, ids));
      return all;
    };
    // The first ones mark what they show as read.
    await taken();
    await keepApart(t, family);
    const [ofMary, ofStranger] = await taken();
    await t.dataSource.query('delete from guardians where student_id = $1 and restricted_at is not null', [
      family.sam.id,
    ]);
    const [maryAfter, strangerAfter] = await taken();
    compared += Object.keys(strangerAfter!).length * 2;
    expect(differing(ofStranger!, strangerAfter!)).toEqual({});
    // The family sees that there is one, and not who.
    expect(Object.keys(differing(ofMary!, maryAfter!))).toEqual(['GET /me?']);
    const me = ofMary!['GET /me?']!;
    expect(me.replace('"has_restricted_guardian":true', '"has_restricted_guardian":false')).toBe(
      maryAfter!['GET /me?'],
    );
  });

  it('appears to admins as one who is kept apart, and nothing else is another for them', async () => {
    const { family, ids } = await aFamilyWithItems();
    // The first ones mark what they show as read.
    await takenBy(family.admin, ids);
    const before = await takenBy(family.admin, ids);
    await keepApart(t, family);
    const after = await takenBy(family.admin, ids);
    const detail = JSON.parse(after['GET /students/:studentId?']!.slice(4)) as {
      guardians: { name: string; restricted: boolean; email: string | null }[];
    };
    expect(detail.guardians).toContainEqual(
      expect.objectContaining({ name: 'Rob Park', restricted: true, email: family.rob.email }),
    );
    const told = Object.keys(differing(after, before));
    expect(told).toEqual(
      expect.arrayContaining(['GET /students/:studentId?', 'GET /schools/:schoolId/students?full=true']),
    );
    const unmarked = (text: string | undefined) =>
      text?.replaceAll('"restricted":true', '"restricted":false');
    const others = told.filter((name) => unmarked(after[name]) !== before[name] && !WITHOUT_HIM.test(name));
    expect(others).toEqual([]);
  });
});
