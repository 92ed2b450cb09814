import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';
import { operatorServices } from '../../support/operator-services.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { LINKS } from './links.js';
import { aFamily, keepApart, lift, type Family, type Operated } from './restricted-family.js';
import { idsOf, itemsOf, type Ids } from './restricted-items.js';

/*
 * The restriction is set and lifted again and again while Rob reads. No answer to a question that was asked after it was set shows
 * anything of Sam; once it is lifted, every answer shows what it did before.
 */

const TIMES = Number(process.env.RESTRICTIONS ?? 5);

let t: Operated;
let [asked, shown] = [0, 0];
beforeAll(async () => {
  const app = await startAppWithDataDir();
  t = { ...app, services: await operatorServices(app.settings) };
});
afterAll(async () => {
  figure('Times that a restriction was set and lifted while its guardian read', TIMES);
  figure('Answers that were asked for while it held', asked);
  figure('Of those, with anything that is hidden', shown, '0');
  await t.services.close();
  await t.close();
});

/** What shows Sam to a guardian, each by another way of caching or asking. */
const pathsOf = ({ school, sam, hal, club }: Family, { listId, noticeId, pollId, slipId }: Ids): string[] => [
  ...['', '?full=true', '?q=park'].map((query) => `/schools/${school.id}/students${query}`),
  ...[`/students/${sam.id}`, `/students/${hal.id}`, `/schools/${school.id}/map-markers`],
  ...['', '/guardians', '/message-recipients', '/export.vcf'].map((path) => `/lists/${listId}${path}`),
  ...['calendar', 'notices', 'documents', 'polls', 'signups', 'permission-slips', 'watch'].map(
    (list) => `/schools/${school.id}/${list}`,
  ),
  ...[`/organizations/${club.id}`, `/organizations/${club.id}/roster`, '/me/outstanding'],
  ...[`/schools/${school.id}/notices/${noticeId}`, `/polls/${pollId}`, `/permission-slips/${slipId}`],
];

/** Paths whose answer names Sam by right, while the restriction holds. */
const NAMES_SAM = /\/students(\/|\?|$)|^\/lists\//;

describe('a restriction that is set and lifted while its guardian reads', () => {
  it(
    'shows nothing from when it is set on, and everything once it is lifted',
    async () => {
      const family = await aFamily(t, { link: Object.values(LINKS)[0]! });
      const ids = { ...(await idsOf(t, family)), ...(await itemsOf(t, family)).year };
      const paths = pathsOf(family, ids);
      const seenAt = async (path: string): Promise<string[]> => {
        const { text, headers } = await t.api.get(path, { token: family.rob.token });
        const groups = family.canaries.groupsIn([text, ...[...headers].flat()].join('\n'));
        return groups.filter((group) => group !== 'tess' && !(group === 'name' && NAMES_SAM.test(path)));
      };
      const seenByAll = async (): Promise<Record<string, string[]>> =>
        Object.fromEntries(await threeAtOnce(paths, async (path) => [path, await seenAt(path)] as const));
      const before = await seenByAll();
      expect(Object.values(before).filter((groups) => groups.length > 0).length).toBeGreaterThan(15);
      let isOver = false;
      let at = 0;
      // One more reader fills the caches with what they may see, and is at it when that changes.
      const reading = (async () => {
        while (!isOver) await seenAt(paths[at++ % paths.length]!);
      })();
      try {
        for (let time = 0; time < TIMES; time += 1) {
          await keepApart(t, family, 'one of two');
          const found = Object.entries(await seenByAll()).filter(([, groups]) => groups.length > 0);
          asked += paths.length;
          shown += found.length;
          expect(Object.fromEntries(found)).toEqual({});
          await lift(t, family);
          expect(await seenByAll()).toEqual(before);
        }
      } finally {
        isOver = true;
        await reading;
      }
    },
    60_000 + TIMES * 15_000,
  );
});

/** With the other reader, as many at once as one caller may have. */
async function threeAtOnce<Of, Found>(all: Of[], ask: (one: Of) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = [];
  const waiting = [...all.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found[next[0]] = await ask(next[1]);
  };
  await Promise.all([lane(), lane(), lane()]);
  return found;
}
