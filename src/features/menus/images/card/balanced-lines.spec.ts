import { describe, expect, it } from '@jest/globals';
import { balancedLines } from './card-layout.js';

describe('balancedLines', () => {
  it.each<[string, number, string[]]>([
    ['Pizza', 1, ['Pizza']],
    ['Pizza', 3, ['Pizza']],
    ['', 2, []],
    ['Slow-roasted chicken with lemon', 2, ['Slow-roasted', 'chicken with lemon']],
    ['Bread roll with butter or dairy-free spread', 2, ['Bread roll with butter', 'or dairy-free spread']],
    ['Turkey & gravy', 2, ['Turkey', '& gravy']],
    ['Salad (melon, grapes)', 2, ['Salad (melon,', 'grapes)']],
    ['鶏の照り焼きと季節の野菜添えご飯', 2, ['鶏の照り焼きと', '季節の野菜添えご飯']],
  ])('breaks %j into %d', (text, count, lines) => {
    expect(balancedLines(text, count)).toEqual(lines);
  });

  it('loses nothing, and begins no line with what closes', () => {
    const text = '「鶏肉」とわかめ、豆腐。ほうれん草のおひたし（冷）ガーリックトースト';
    for (let count = 1; count < 9; count += 1) {
      const lines = balancedLines(text, count);
      expect(lines.join('')).toBe(text);
      for (const line of lines) expect(line).not.toMatch(/^[」、。）ー]/);
    }
  });
});
