import { describe, expect, it } from '@jest/globals';
import { toE164 } from './phone.js';

describe('a phone number', () => {
  it.each([
    ['(212) 555-0100', 'US', '+12125550100'],
    ['+49 171 1234567', 'US', '+491711234567'],
    ['011 49 171 1234567', 'US', '+491711234567'],
    ['0171 / 1234567', 'DE', '+491711234567'],
    ['１２１２５５５０１００', 'US', '+12125550100'],
    ['+44 20 7946 0000', 'AQ', '+442079460000'],
  ])('%s in %s is %s', (phone, country, e164) => {
    expect(toE164(phone, country)).toBe(e164);
  });

  it.each([
    ['555-0100', 'US'],
    ['+1 555 0100', 'US'],
    ['212-555-0100 ext. 5', 'US'],
    ['212-555-0100 (work)', 'US'],
    ['0171 1234567', 'AQ'],
    ['0171 1234567', 'ZZ'],
    ['ask the office', 'US'],
    ['', 'US'],
  ])('%s in %s has no E.164', (phone, country) => {
    expect(toE164(phone, country)).toBeNull();
  });
});
