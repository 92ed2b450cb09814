import { describe, expect, it } from '@jest/globals';
import type { AccountMailKind } from '../../src/features/account/mails/account-mail-kinds.js';
import { accountMailText } from '../../src/features/account/mails/account-mail-text.js';

const FACTS = {
  siteUrl: 'https://directory.example.org',
  email: 'nora.hill@example.org',
  when: 'WHEN',
  until: 'UNTIL',
  reason: 'REASON',
  school: 'SCHOOL',
  item: '',
  link: 'https://directory.example.org/page#secret',
  code: '123456',
  holdings: { addresses: ['ada@example.org'], passkeys: ['My phone'], sessions: [], suspended: ['My phone'] },
};

/** "If it was not you", or that it was not expected. */
const NOT_YOU: Record<string, RegExp> = {
  en: /If it was not|If you did not expect|Nobody got in/,
  es: /Si no fue usted|Si no: |Si no (lo|la) esperaba|Si no esperaba|Nadie entró/,
  de: /Wenn Sie es nicht waren|Wenn nicht:|nicht erwartet|Niemand ist damit/,
  fr: /Si ce n’était pas vous|Sinon :|ne vous y attendiez pas|n’attendiez pas|Personne n’est entré/,
};

const KINDS: AccountMailKind[] = [
  'guessing',
  'operator_session',
  'new_device',
  'password_changed',
  'second_step_changed',
  'address_changed',
  'invitation',
  'password_link',
  'address_link',
];
const all = Object.keys(NOT_YOU).flatMap((language) => KINDS.map((kind) => [language, kind] as const));

describe('A mail about an account', () => {
  it.each(all)('says in its language what to do when it was somebody else (%s, %s)', (language, kind) => {
    const { subject, text } = accountMailText(kind, language, FACTS);
    expect(subject).toMatch(/^[^\n]{10,75}$/);
    expect(text).toMatch(NOT_YOU[language]!);
    expect(text).toContain(FACTS.siteUrl);
    expect(text).not.toMatch(/undefined|DELETE|token|URL/);
    if (language !== 'en') expect(text).not.toBe(accountMailText(kind, 'en', FACTS).text);
  });

  it('speaks English where there is no other language for it', () => {
    expect(accountMailText('password_changed', 'pt-BR', FACTS)).toEqual(
      accountMailText('password_changed', 'en', FACTS),
    );
  });
});
