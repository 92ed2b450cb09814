import { describe, expect, it } from '@jest/globals';
import { messages } from './messages.js';

describe('messages', () => {
  it.each([
    ['de-AT', 'de'],
    ['fr', 'fr'],
    ['es-419', 'es'],
    ['pt-BR', 'en'],
    ['und', 'en'],
  ])('speaks the language of %s, or English where there is no catalogue', (locale, language) => {
    expect(messages(locale).language).toBe(language);
  });

  it('fills variables once: a value stays as it is', () => {
    const application = '{email} $& <b>';
    expect(messages('en').say('signIn.signInFor', { application })).toBe('to go on to {email} $& <b>');
  });

  it.each([
    [1, 'Bitte warten Sie 1 Minute und versuchen Sie es dann noch einmal.'],
    [1500, 'Bitte warten Sie 1500 Minuten und versuchen Sie es dann noch einmal.'],
  ])('chooses the plural, and leaves the number as it is (%d)', (minutes, text) => {
    expect(messages('de').say('formPages.tooMany.text', { minutes })).toBe(text);
  });

  it('gives values that are no text back where they stand', () => {
    const email = { tag: 'bdi' };
    expect(messages('en').parts('signIn.codeFromMail', { email })).toEqual([
      'Enter the code that was mailed to ',
      email,
      '. It is good for ten minutes.',
    ]);
  });

  it('refuses a message without the value of its variable, as the compiler does', () => {
    // @ts-expect-error The application is missing.
    expect(() => messages('en').say('signIn.signInFor')).toThrow('application');
  });

  it('refuses a key that is in no catalogue, as the compiler does', () => {
    // @ts-expect-error Nothing is called so.
    expect(() => messages('en').say('signIn.nothing')).toThrow('signIn.nothing');
  });

  it.each(['account.save', 'account.done.password'])('knows %s as a message without variables', (key) => {
    expect(messages('en').isPlain(key)).toBe(true);
  });

  it.each(['account', 'account.created', 'account.constructor', 'account.done.', ''])(
    'knows nothing of that kind under "%s"',
    (key) => {
      expect(messages('en').isPlain(key)).toBe(false);
    },
  );
});
