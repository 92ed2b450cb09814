import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { messages } from '../../../platform/messages/messages.js';
import { TEMPLATE_WORDS, templateWords } from './template-words.js';

describe('templateWords', () => {
  it('lists the words that the template sets, and no others', () => {
    const template = readFileSync(new URL('slip.typ', import.meta.url), 'utf8');
    const used = [...template.matchAll(/\bw\.(\w+)/g)].map(([, word]) => word);
    expect([...new Set(used)].sort()).toEqual([...TEMPLATE_WORDS].sort());
  });

  it('leaves the numbers of pages to the template', () => {
    expect(templateWords(messages('de')).page).toBe('Seite {page} von {pages}');
  });
});
