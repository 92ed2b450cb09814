import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Lincoln } from './lincoln.js';
import { fileNameOf, OPERATIONS } from './operation-at.js';
import { examplesOf, missingExample, pagesOf } from './pages.js';
import * as account from './walks/account.js';
import * as answering from './walks/answering.js';
import * as community from './walks/community.js';
import * as family from './walks/family.js';
import * as publishing from './walks/publishing.js';

const EXAMPLES = new URL('../../clients/typescript/examples/', import.meta.url);

const PAGES = new URL('../../docs/api/', import.meta.url);
const EXAMPLES_OF_DOCUMENT = new URL('../../public/docs/examples.json', import.meta.url);
/** Of docs/api, what is written by hand. */
const BY_HAND = ['errors.md', 'released'];

let lincoln: Lincoln;
beforeAll(async () => (lincoln = await Lincoln.open()));
afterAll(() => lincoln.close());

describe('the examples of the typed client', () => {
  // In this order: privacy shows who read what, and whoever leaves the school does so last. A new walk takes a free time.
  it.each([
    ['tell what a school has', '14:00', community.schoolFeaturesAndWatch],
    ['read the directory and keep notes', '14:05', family.directoryAndNotes],
    ['keep lists', '14:10', family.listsOfAParent],
    ['show photos', '14:15', family.photosOfAFamily],
    ['publish documents', '14:20', publishing.documentsAndImages],
    ['publish notices and read what is told of them', '14:25', publishing.noticesAndNotifications],
    ['plan lunch', '14:30', publishing.menusOfAWeek],
    ['keep a calendar', '14:35', community.calendarOfASchool],
    ['run a team', '14:40', community.aTeamAndItsPeople],
    ['play a season', '14:45', community.aTeamAndItsSeason],
    ['answer polls and sign-ups', '14:50', answering.pollsAndSignups],
    ['sign permission slips', '14:55', answering.permissionSlips],
    ['sign in and out', '15:00', account.tokensOfAnApplication],
    ['show what is known of a family', '15:05', account.sessionsAndPrivacy],
    ['confirm what is on file', '15:07', family.whatIsOnFile],
    ['register', '15:10', account.registration],
    ['begin a club and sort what is published', '15:12', publishing.categoriesAndOrganizations],
    ['tell a program what happens', '15:13', community.webhooksOfASchool],
    ['change a profile and leave', '15:15', account.profileAndLeaving],
  ])('%s', async (_title, time, walk) => {
    lincoln.beginWalk(time);
    await walk(lincoln);
  });

  it('cover every operation of the document, and all of them have run', () => {
    const operations = OPERATIONS.map(({ operationId }) => operationId);
    expect(operations.filter((each) => !lincoln.recorded.has(each)).map(missingExample)).toEqual([]);
    expect([...lincoln.recorded.keys()].filter((each) => !operations.includes(each))).toEqual([]);
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

  it('match the pages in docs/api (npm run docs writes them)', () => {
    const pages = pagesOf(lincoln.recorded);
    if (process.env.WRITE_API_PAGES === 'true') write(pages);
    expect(readdirSync(PAGES).sort()).toEqual([...pages.keys(), ...BY_HAND].sort());
    for (const [name, text] of pages) {
      expect(lookingLikeSecrets(text)).toEqual([]);
      expect({ name, text: readFileSync(new URL(name, PAGES), 'utf8') }).toEqual({ name, text });
    }
  });

  it('match the OpenAPI document (npm run docs writes them)', () => {
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
