import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Lincoln } from './lincoln.js';
import { OPERATIONS } from './operation-at.js';
import { fileNameOf, pagesOf } from './pages.js';
import * as account from './walks/account.js';
import * as answering from './walks/answering.js';
import * as community from './walks/community.js';
import * as family from './walks/family.js';
import * as publishing from './walks/publishing.js';

const EXAMPLES = new URL('../../clients/typescript/examples/', import.meta.url);

const PAGES = new URL('../../docs/api/', import.meta.url);

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
    expect(readdirSync(PAGES).sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) {
      expect(lookingLikeSecrets(text)).toEqual([]);
      expect({ name, text: readFileSync(new URL(name, PAGES), 'utf8') }).toEqual({ name, text });
    }
  });
});

/** Tokens, keys and digests are long, with digits among the letters; ids are known by their zeros. */
function lookingLikeSecrets(text: string): string[] {
  const long = text.replace(/00000000-0000-4000-8000-\d{12}/g, '').match(/[\w-]{32,}|eyJ\w+/g) ?? [];
  return long.filter((word) => /\d/.test(word));
}

function write(pages: Map<string, string>): void {
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(PAGES);
  for (const [name, text] of pages) writeFileSync(new URL(name, PAGES), text);
}
