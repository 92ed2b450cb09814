import { describe, expect, it } from '@jest/globals';
import { pageFrameOf, paperOf } from './page-frame.js';

describe('paperOf', () => {
  it.each(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'us'])('chooses Letter in %s', (country) => {
    expect(paperOf(country)).toBe('us-letter');
  });

  it.each(['DE', 'GB', 'JP', 'EG', 'BR', 'AU'])('chooses A4 in %s', (country) => {
    expect(paperOf(country)).toBe('a4');
  });
});

describe('pageFrameOf', () => {
  it.each([
    ['dv-MV', 'rtl'],
    ['nqo', 'rtl'],
    ['ff-Adlm-GN', 'rtl'],
    ['syr', 'rtl'],
    ['rhg-Rohg', 'rtl'],
    ['ur-PK', 'rtl'],
    ['ff-SN', 'ltr'],
    ['si-LK', 'ltr'],
    ['mn-Mong', 'ltr'],
  ])('runs as the school writes: %s', (locale, dir) => {
    expect(pageFrameOf({ locale, country: 'US' }).dir).toBe(dir);
  });

  it('asks first for the Han letters of the language, and for signs last', () => {
    const { families } = pageFrameOf({ locale: 'ko-KR', country: 'KR' });
    expect(families[0]).toBe('Noto Sans');
    const order = ['Korean', 'S Chinese', 'Thai'].map((name) => families.indexOf(`Noto Sans ${name}`));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    const emoji = families.indexOf('Noto Color Emoji');
    expect(emoji).toBeGreaterThan(order.at(-1)!);
    expect(families.slice(emoji + 1).every((family) => /Symbols|Math/.test(family))).toBe(true);
  });
});
