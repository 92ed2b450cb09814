import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { MAX_IMAGE_BYTES } from '../../../../platform/images/image-type.js';
import { CARD_SIDE, TEXT_AREA } from './card-art.js';
import { layOut } from './card-layout.js';
import { drawMenuCard } from './draw-menu-card.js';

const place = {
  width: TEXT_AREA.width,
  height: TEXT_AREA.height,
  color: '#000000',
  headingColor: '#000000',
};

const numbered = (count: number, words: string): string[] =>
  Array.from({ length: count }, (_, at) => `${words} ${at}`);

describe('drawMenuCard', () => {
  it.each<[string, string]>([
    ['one dish', 'Pizza'],
    ['Cyrillic', 'Борщ, Гречневая каша с грибами'],
    ['Greek', 'Μουσακάς, Χωριάτικη σαλάτα'],
    ['Arabic', 'دجاج مشوي مع الأرز، سلطة خضراء'],
    ['Hebrew', 'שניצל עוף, אורז עם ירקות'],
    ['Japanese', '鶏の照り焼き、味噌汁'],
    ['emoji', '🍕 Pizza\n🥗 Salad 👩‍🍳'],
    ['what markup would be', '<b>Mac</b> & cheese, <span size="9999999">, &nbsp; </svg>'],
    ['nothing', ' '],
    ['nothing that is seen', 'Pizza\n\u200b\n\u202e'],
    ['control characters and half a character', 'Pizza\u0000\u0001\u001b\ud800\u2028Salad\u202e!'],
    ['a word without an end', 'x'.repeat(5_000)],
    ['as much as there can be', numbered(500, 'A dish with a long name').join('\n').slice(0, 5_000)],
  ])('draws %s', async (_what, items) => {
    const card = await drawMenuCard(items);
    expect(await sharp(card).metadata()).toMatchObject({
      format: 'png',
      width: CARD_SIDE,
      height: CARD_SIDE,
      hasAlpha: false,
    });
    expect(card.length).toBeLessThan(MAX_IMAGE_BYTES / 10);
  });

  it('draws the same menu the same way, and another one another way', async () => {
    const card = await drawMenuCard('Pizza, Salad');
    expect(await drawMenuCard('Pizza, Salad')).toEqual(card);
    expect(await drawMenuCard('Pizza, Soup')).not.toEqual(card);
  });
});

describe('layOut', () => {
  it.each<[string, string[]]>([
    ['one', ['Pizza']],
    ['nine', numbered(9, 'Steamed broccoli with toasted almonds')],
    ['twelve', numbered(12, 'Soup')],
    ['thirteen', numbered(13, 'Grilled cheese sandwich with tomato')],
    ['forty', numbered(40, 'Carrot sticks with hummus')],
    [
      'forty long ones',
      numbered(40, 'A dish with a rather long name that tells where everything comes from'),
    ],
  ])('keeps %s within the place for text, none upon another', async (_what, items) => {
    const { blocks } = await layOut(items, place);
    expect(blocks.length).toBeGreaterThan(0);
    for (const { text, left, top } of blocks) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(left + text.width).toBeLessThanOrEqual(place.width);
      expect(top + text.height).toBeLessThanOrEqual(place.height);
    }
    for (const [at, a] of blocks.entries()) {
      for (const b of blocks.slice(at + 1)) {
        const apart = a.top + a.text.height <= b.top || a.left + a.text.width <= b.left;
        expect(apart).toBe(true);
      }
    }
  });

  it('sets a short menu in larger letters than a long one', async () => {
    const heightOf = async (items: string[]) =>
      (await layOut(items, place)).blocks[0]!.text.height / items.length;
    expect(await heightOf(numbered(12, 'Soup'))).toBeGreaterThan(await heightOf(numbered(40, 'Soup')));
  });
});
