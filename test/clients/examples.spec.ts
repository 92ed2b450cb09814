import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Lincoln } from './lincoln.js';
import { OPERATIONS } from './operation-at.js';
import { examplesOf, fileNameOf, pagesOf } from './pages.js';
import * as account from './walks/account.js';
import * as answering from './walks/answering.js';
import * as community from './walks/community.js';
import * as family from './walks/family.js';
import * as publishing from './walks/publishing.js';

const EXAMPLES = new URL('../../clients/typescript/examples/', import.meta.url);

const PAGES = new URL('../../docs/api/', import.meta.url);
const EXAMPLES_OF_DOCUMENT = new URL('../../public/docs/examples.json', import.meta.url);
/** Of docs/api, what is written by hand. */
const BY_HAND = ['errors.md'];

let lincoln: Lincoln;
beforeAll(async () => (lincoln = await Lincoln.open()));
afterAll(() => lincoln.close());

describe('the examples of the typed client', () => {
  // In this order: privacy shows who read what, and whoever leaves the school does so last.
  it.each([
    ['tell what a school has', community.schoolFeaturesAndWatch],
    ['read the directory and keep notes', family.directoryAndNotes],
    ['keep lists', family.listsOfAParent],
    ['show photos', family.photosOfAFamily],
    ['publish documents', publishing.documentsAndImages],
    ['publish notices and read what is told of them', publishing.noticesAndNotifications],
    ['plan lunch', publishing.menusOfAWeek],
    ['keep a calendar', community.calendarOfASchool],
    ['run a team', community.aTeamAndItsPeople],
    ['play a season', community.aTeamAndItsSeason],
    ['answer polls and sign-ups', answering.pollsAndSignups],
    ['sign permission slips', answering.permissionSlips],
    ['sign in and out', account.tokensOfAnApplication],
    ['show what is known of a family', account.sessionsAndPrivacy],
    ['register', account.registration],
    ['change a profile and leave', account.profileAndLeaving],
  ])('%s', (_, walk) => walk(lincoln));

  it('are one for every operation of the document, and all of them have run', () => {
    const operations = OPERATIONS.map(({ operationId }) => operationId).sort();
    expect([...lincoln.recorded.keys()].sort()).toEqual(operations);
  });

  it('stand in the file of their resource, which has nothing else', async () => {
    const inFiles = await Promise.all(
      readdirSync(EXAMPLES)
        .filter((name) => name.endsWith('.ts'))
        .map(async (name) => {
          const names = Object.keys((await import(new URL(name, EXAMPLES).href)) as object);
          return names.map((operation) => `${name} ${operation}`);
        }),
    );
    const wanted = OPERATIONS.map(
      ({ operationId, tags: [tag = ''] }) => `${fileNameOf(tag)}.ts ${operationId}`,
    );
    expect(inFiles.flat().sort()).toEqual(wanted.sort());
  });

  it('are what the pages in docs/api show (npm run docs writes them)', () => {
    const pages = pagesOf(lincoln.recorded);
    if (process.env.WRITE_API_PAGES === 'true') write(pages);
    expect(readdirSync(PAGES).sort()).toEqual([...pages.keys(), ...BY_HAND].sort());
    for (const [name, text] of pages) {
      expect(lookingLikeSecrets(text)).toEqual([]);
      expect({ name, text: readFileSync(new URL(name, PAGES), 'utf8') }).toEqual({ name, text });
    }
  });

  it('are what the OpenAPI document shows (npm run docs writes them)', () => {
    const text = `${JSON.stringify(examplesOf(lincoln.recorded), null, 2)}\n`;
    if (process.env.WRITE_API_PAGES === 'true') writeFileSync(EXAMPLES_OF_DOCUMENT, text);
    expect(lookingLikeSecrets(text)).toEqual([]);
    expect(readFileSync(EXAMPLES_OF_DOCUMENT, 'utf8')).toBe(text);
  });
});

/** Tokens, keys and digests are long, with digits among the letters; ids are known by their zeros. */
function lookingLikeSecrets(text: string): string[] {
  const long = text.replace(/00000000-0000-4000-8000-\d{12}/g, '').match(/[\w-]{32,}|eyJ\w+/g) ?? [];
  return long.filter((word) => /\d/.test(word));
}

function write(pages: Map<string, string>): void {
  for (const name of readdirSync(PAGES)) if (!BY_HAND.includes(name)) rmSync(new URL(name, PAGES));
  for (const [name, text] of pages) writeFileSync(new URL(name, PAGES), text);
}
