import { describe, expect, it } from '@jest/globals';
import { isBrought } from './brought-value.js';
import type { CorrectionField } from './correction-field.js';

const brought = (field: CorrectionField, proposed: string, ...onRoster: (string | null)[]): boolean =>
  isBrought({ field, proposed, onRoster, country: 'US' });

describe('isBrought', () => {
  it.each<[CorrectionField, string, string]>([
    ['phone', '(212) 555-0123', '+12125550123'],
    ['phone', '1 (212) 555-0123', '212-555-0123'],
    ['phone', '+1 212 555 0123 ext. 4', '+1 212 555 0123 EXT. 4'],
    ['email', 'Ada@Example.ORG', 'ada@example.org'],
    ['name', 'ADA  von Park', 'Ada von Park'],
    ['preferred_name', 'addie', 'Addie'],
    ['grade', 'k', 'K'],
    ['graduation_year', '2031', '2031'],
  ])('takes a %s "%s" for "%s"', (field, proposed, onRoster) => {
    expect(brought(field, proposed, onRoster)).toBe(true);
  });

  it.each<[CorrectionField, string, string | null]>([
    ['phone', '212 555 0123', '212 555 0124'],
    ['phone', '+44 20 7946 0123', '020 7946 0123'],
    ['phone', '212 555 0123', null],
    ['email', 'ada@example.org', 'ada@example.com'],
    ['name', 'Ada Parks', 'Ada Park'],
    ['graduation_year', '2031', null],
    ['grade', '5', ''],
  ])('takes no %s "%s" for "%s"', (field, proposed, onRoster) => {
    expect(brought(field, proposed, onRoster)).toBe(false);
  });

  it('takes a name in each way in which the roster writes it', () => {
    for (const proposed of ['Augusta Byron', 'Ada Byron', 'Augusta Ada Byron'])
      expect(brought('name', proposed, 'Augusta Byron', 'Ada Byron', 'Augusta Ada Byron')).toBe(true);
  });

  it.each([
    '12 O’Neill St., Apt. 5; Springfield, NY 12345',
    "12 O'Neill St\nApt 5\nSpringfield NY 12345\nUS",
    '12 ONEILL ST APT 5, 12345 Springfield, NY',
    '12 O`Neill St Apt 5 12345 Springfield',
    '12 O’Neill St, Apt 5, Springfield 12345 (US)',
  ])('takes an address without its punctuation: %s', (proposed) => {
    expect(brought('address', proposed, '12 O’Neill St.', 'Apt. 5', 'Springfield', 'NY', '12345', 'US')).toBe(
      true,
    );
  });

  it('takes no other address, and none where street or town is missing', () => {
    const there = ['12 Elm St', 'Apt 5', 'Springfield', 'NY', '12345', 'US'];
    for (const proposed of [
      '5 Elm St Apt 12 Springfield NY 12345',
      '12 Elm St Springfield NY 12345',
      'Springfield',
    ])
      expect(brought('address', proposed, ...there)).toBe(false);
    expect(brought('address', 'US', null, null, null, null, null, 'US')).toBe(false);
  });
});
