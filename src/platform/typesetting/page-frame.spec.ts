import { describe, expect, it } from '@jest/globals';
import { paperOf } from './page-frame.js';

describe('paperOf', () => {
  it.each(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'us'])('chooses Letter in %s', (country) => {
    expect(paperOf(country)).toBe('us-letter');
  });

  it.each(['DE', 'GB', 'JP', 'EG', 'BR', 'AU'])('chooses A4 in %s', (country) => {
    expect(paperOf(country)).toBe('a4');
  });
});
