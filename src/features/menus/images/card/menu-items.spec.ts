import { describe, expect, it } from '@jest/globals';
import { menuItems } from './draw-menu-card.js';

describe('menuItems', () => {
  it.each<[string, string[]]>([
    ['Pizza', ['Pizza']],
    ['Pizza, Salad,Milk', ['Pizza', 'Salad', 'Milk']],
    ['Pizza\r\nSalad, green\n\n  Milk ', ['Pizza', 'Salad, green', 'Milk']],
    ['- Pizza\n• Salad\n* Milk\n3. Pear', ['Pizza', 'Salad', 'Milk', 'Pear']],
    ['Pasta (tomato, basil), Salad', ['Pasta (tomato, basil)', 'Salad']],
    ['Milch 1,5 % Fett, Brot', ['Milch 1,5 % Fett', 'Brot']],
    ['味噌汁、ご飯、牛乳', ['味噌汁', 'ご飯', '牛乳']],
    ['دجاج، سلطة', ['دجاج', 'سلطة']],
    ['Pizza | Salad; Milk', ['Pizza', 'Salad', 'Milk']],
    ['Pizza\u0000\u0007 hot\ud800', ['Pizza hot\ufffd']],
    ['Pizza\n\u200b\n\u202e\u00ad\n\u2800\n\u3164', ['Pizza']],
    ['', []],
    [' ,; \n', []],
  ])('reads %j', (text, items) => {
    expect(menuItems(text)).toEqual(items);
  });

  it('shortens an item between characters, and a menu to forty lines', () => {
    const [long] = menuItems('👩‍🍳'.repeat(200));
    expect([...new Intl.Segmenter().segment(long!)]).toHaveLength(140);
    expect(long!.endsWith('👩‍🍳…')).toBe(true);
    const many = menuItems(Array.from({ length: 90 }, (_, at) => `Dish ${at}`).join('\n'));
    expect([many.length, many[38], many[39]]).toEqual([40, 'Dish 38', '…']);
  });
});
