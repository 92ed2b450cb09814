import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { sanitizedRichText } from '../../../src/platform/rich-text/rich-text.js';
import { describeInBrowser, launch } from '../../browser/chromium.js';
import { HostilePage, WAYS, type Way } from '../../browser/hostile-page.js';
import { soup } from '../../browser/html-soup.js';

/** By what they try; each does harm in some page and some browser that is not told otherwise. */
const VECTORS = Object.values(
  JSON.parse(readFileSync(new URL('xss-vectors.json', import.meta.url), 'utf8')) as Record<string, string[]>,
).flat();
/** Of what is nested too deeply a browser's own additions (a `tbody`) decide how much more is cut off. */
const FLAT = VECTORS.filter((vector) => vector.length < 300);
const ALL_WAYS = Object.keys(WAYS) as Way[];
const TABS = 3;
/** Every text in every way, where the counts of the proofs are asked for; else each in one of them. */
const inFull = process.env.FUZZ_REQUESTS !== undefined;

/** What a table has no place for comes before it: then it begins the text, and blanks there are cut off. */
const trimmed = ({ written }: { written: string }): string =>
  written.replace(/^(&nbsp;|\s)+|(&nbsp;|\s)+$/g, '');

const clean = (html: string): string => sanitizedRichText(html).html ?? '';

describeInBrowser('Rich text in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(() => browser.close());

  /** What came up, by text, in tabs of their own. */
  async function shown(texts: [text: string, way: Way][]): Promise<Map<string, string[]>> {
    const [waiting, hits] = [[...texts], new Map<string, string[]>()];
    const tabs = await Promise.all(Array.from({ length: TABS }, () => HostilePage.open(browser)));
    await Promise.all(
      tabs.map(async (tab) => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const [text, way] = next;
          const found = (await tab.show(text, way)).map((hit) => `${way}: ${hit}`);
          hits.set(text, [...(hits.get(text) ?? []), ...found]);
        }
        await tab.close();
      }),
    );
    return hits;
  }

  /** What a browser makes of the texts as they are stored. */
  async function readBack(tab: HostilePage, texts: string[]): Promise<{ stored: string; written: string }[]> {
    const stored = texts.map(clean);
    const read = await tab.readBack(stored);
    expect(read.flatMap(({ foreign }) => foreign)).toEqual([]);
    return read.map(({ written }, index) => ({ stored: stored[index]!, written }));
  }

  /**
   * Sanitising what is stored changes nothing; nor does it, in the end, change what a browser has read of it.
   * @param rounds of reading and sanitising until then: moving things out of a table can take more than one
   */
  async function expectFixed(tab: HostilePage, texts: string[], rounds = 1): Promise<void> {
    let read = await readBack(tab, texts);
    expect(read.map(({ stored }) => clean(stored))).toEqual(read.map(({ stored }) => stored));
    let before = read;
    for (let round = 0; round < rounds; round += 1) {
      before = read;
      read = await readBack(
        tab,
        before.map(({ written }) => written),
      );
    }
    expect(read.map(trimmed)).toEqual(before.map(trimmed));
  }

  it('stays harmless, whatever was written, however it is shown', async () => {
    expect(new Set(VECTORS).size).toBeGreaterThanOrEqual(200);
    const stored = [...new Set(VECTORS.map(clean))];
    const waysOf = (at: number): Way[] => (inFull ? ALL_WAYS : [ALL_WAYS[at % ALL_WAYS.length]!]);
    const hits = await shown(
      stored.flatMap((text, at) => waysOf(at).map((way): [string, Way] => [text, way])),
    );
    expect(hits.size).toBe(stored.length);
    expect([...hits].filter(([, found]) => found.length > 0)).toEqual([]);
  }, 300_000);

  it('would do harm if it were not sanitised', async () => {
    const sample = VECTORS.filter((_, index) => index % (inFull ? 3 : 9) === 0);
    const hits = await shown(sample.map((text, index) => [text, ALL_WAYS[index % ALL_WAYS.length]!]));
    // Beside what is merely there and not allowed: what has run, been loaded, been left or been overwritten.
    const harmful = sample.filter((text) => hits.get(text)?.some((hit) => !/: has /.test(hit)));
    process.stdout.write(`Of ${sample.length} vectors ${harmful.length} do harm in this browser\n`);
    expect(harmful.length).toBeGreaterThanOrEqual(sample.length * 0.6);
  }, 300_000);

  it('stays the same when a browser has read it and it is sanitised again', async () => {
    const tab = await HostilePage.open(browser);
    await expectFixed(tab, FLAT);
    await expectFixed(
      tab,
      FLAT.map((vector) => `<h2>a${vector}b</h2><table><tr><td>${vector}</table>${vector}`),
    );
    await tab.close();
  });

  it('holds nothing but what is allowed after any soup of markup, and stays as it is', async () => {
    const tab = await HostilePage.open(browser);
    const soups = fc.array(soup(FLAT), { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(soups, (texts) => expectFixed(tab, texts, 5)),
      { numRuns: inFull ? 60 : 15 },
    );
    await tab.close();
  }, 300_000);
});
