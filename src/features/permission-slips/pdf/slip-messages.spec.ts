import { describe, expect, it } from '@jest/globals';
import { paperOf } from './slip-layout.js';
import { filled, slipMessages } from './slip-messages.js';

const blanksOf = (words: string): string[] => [...words.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort();

describe('slipMessages', () => {
  const english = slipMessages('en').words;

  it.each(['es', 'de', 'fr'])(
    'keeps the same blanks in %s as in English, and leaves no word out',
    (language) => {
      const { words } = slipMessages(language);
      for (const [key, value] of Object.entries(words)) {
        expect(value.trim()).not.toBe('');
        expect([key, blanksOf(value)]).toEqual([key, blanksOf(english[key as keyof typeof english])]);
      }
    },
  );

  it('speaks English for a language that it does not know', () => {
    expect(slipMessages('sv')).toEqual({ language: 'en', words: english });
  });

  it('fills blanks once: what is filled in stays as it is', () => {
    expect(filled(english.signatureOf, { name: '{name} $& {page}' })).toBe(
      'Drawn signature of {name} $& {page}',
    );
  });
});

describe('paperOf', () => {
  it.each(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'us'])('chooses Letter in %s', (country) => {
    expect(paperOf(country)).toBe('us-letter');
  });

  it.each(['DE', 'GB', 'JP', 'EG', 'BR', 'AU'])('chooses A4 in %s', (country) => {
    expect(paperOf(country)).toBe('a4');
  });
});
