import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operatorServices } from '../../support/operator-services.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';
import { lookedAtByRob } from './asked.js';
import { LINKS } from './links.js';
import { aFamily, keepApart, lift, type Apart, type Group, type Operated } from './restricted-family.js';
import { idsOf, itemsOf } from './restricted-items.js';

/*
 * Contract section 21: the school keeps Rob and Sam apart. Whatever Rob asks for, in whichever way the account was linked, nothing of
 * Sam is in the answer but the name and the year. Everything about Sam has a value that stands nowhere else.
 */

let t: Operated;
let [answers, sightings] = [0, 0];
beforeAll(async () => {
  const app = await startAppWithDataDir();
  t = { ...app, services: await operatorServices(app.settings) };
});
afterAll(async () => {
  figure('Answers to a guardian who is kept apart that were searched for what is hidden', answers);
  figure('Of those, with anything of the student but name and year', sightings, '0');
  await t.services.close();
  await t.close();
});

/** After which a case is taken to hang: it calls every operation several times. */
const MILLISECONDS = 300_000;

/** Every day the first way alone. */
const links = Object.entries(LINKS).slice(0, process.env.RESTRICTED_LINKS === 'all' ? undefined : 1);
const CASES = links.flatMap(([name, link], at) => [
  [`${name}: one of two children`, { from: 'one of two', link }] as const,
  [`${name}: both children`, { from: 'both', link }] as const,
  ...(at === 0
    ? ([
        [`${name}: a guardian of the staff`, { from: 'one of two', link, isStaff: true }],
        [`${name}: an editor of the club of the child`, { from: 'one of two', link, isEditor: true }],
        [`${name}: an admin of another school`, { from: 'one of two', link, isElsewhere: true }],
      ] as const)
    : []),
]);

/** What Rob may see, all the same. */
const seenByRight = ({ from, isEditor }: Apart): Group[] => [
  ...(from === 'one of two' ? (['tess'] as const) : []),
  ...(isEditor ? (['club item'] as const) : []),
];

describe('a guardian whom the school keeps apart from a student', () => {
  it.each(CASES)(
    'gets nothing of the student, linked by %s',
    async (_, apart: Apart) => {
      const family = await aFamily(t, apart);
      const items = await itemsOf(t, family);
      await keepApart(t, family, apart.from);
      const found: Record<string, Group[]> = {};
      for (const [name, ids] of Object.entries(items)) {
        const looked = await lookedAtByRob(t, family, { ...(await idsOf(t, family)), ...ids });
        answers += looked.answers;
        for (const [operation, groups] of Object.entries(looked.sightings)) {
          const hidden = groups.filter((group) => !seenByRight(apart).includes(group));
          if (hidden.length > 0) found[`${operation} (${name})`] = hidden;
        }
      }
      sightings += Object.keys(found).length;
      expect(found).toEqual({});
    },
    MILLISECONDS,
  );

  it(
    'saw it before, and sees it again once the restriction is lifted',
    async () => {
      const apart = { from: 'one of two', link: links[0]![1] } as const;
      const [before, after] = [await aFamily(t, apart), await aFamily(t, apart)];
      await keepApart(t, after, apart.from);
      await lift(t, after);
      const seen = await Promise.all(
        [before, after].map(async (family) => {
          const { club } = await itemsOf(t, family);
          return (await lookedAtByRob(t, family, { ...(await idsOf(t, family)), ...club })).sightings;
        }),
      );
      expect(seen[1]).toEqual(seen[0]);
      expect(seen[0]).toMatchObject({
        'GET /students/:studentId': expect.arrayContaining(['sam', 'guardian']),
        'GET /lists/:listId/message-recipients': expect.arrayContaining(['guardian']),
        'tool list_calendar': expect.arrayContaining(['item', 'club item']),
      });
      expect(Object.keys(seen[0]!).length).toBeGreaterThan(30);
    },
    MILLISECONDS,
  );
});
