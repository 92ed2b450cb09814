/** Languages of pages, mails and PDFs. A browser that likes several of them equally gets the first. */
export const LANGUAGES = ['en', 'es', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);

/** @param locale BCP 47; English where its language is none of these */
export function languageFor(locale: string): Language {
  const { language } = new Intl.Locale(locale);
  return isLanguage(language) ? language : 'en';
}
