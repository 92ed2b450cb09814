/** The languages of pages that people sign in with. */
export const PAGE_LANGUAGES = ['en', 'es', 'fr', 'de'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

export const isPageLanguage = (tag: string): tag is PageLanguage =>
  (PAGE_LANGUAGES as readonly string[]).includes(tag);

interface FormPageMessages {
  tooMany: (minutes: number) => [title: string, text: string];
  refused: [title: string, text: string];
  failed: [title: string, text: string];
}

const MESSAGES: Record<PageLanguage, FormPageMessages> = {
  en: {
    tooMany: (minutes) => [
      'Too many tries',
      `Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, and try once more.`,
    ],
    refused: ['This did not work', 'The page is too old, or was opened in another browser. Begin once more.'],
    failed: ['This does not work for now', 'Please try again in a moment.'],
  },
  es: {
    tooMany: (minutes) => [
      'Demasiados intentos',
      `Espere ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'} e inténtelo de nuevo.`,
    ],
    refused: [
      'No ha funcionado',
      'La página es demasiado antigua o se abrió en otro navegador. Empiece de nuevo.',
    ],
    failed: ['Ahora no es posible', 'Inténtelo de nuevo en un momento.'],
  },
  fr: {
    tooMany: (minutes) => [
      'Trop d’essais',
      `Veuillez attendre ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, puis réessayer.`,
    ],
    refused: [
      'Cela n’a pas fonctionné',
      'La page est trop ancienne ou a été ouverte dans un autre navigateur. Recommencez.',
    ],
    failed: ['Impossible pour le moment', 'Veuillez réessayer dans un instant.'],
  },
  de: {
    tooMany: (minutes) => [
      'Zu viele Versuche',
      `Bitte warten Sie ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} und versuchen Sie es dann noch einmal.`,
    ],
    refused: [
      'Das hat nicht geklappt',
      'Die Seite ist zu alt oder wurde in einem anderen Browser geöffnet. Fangen Sie noch einmal an.',
    ],
    failed: ['Das geht gerade nicht', 'Bitte versuchen Sie es gleich noch einmal.'],
  },
};

export const formPageMessages = (language: PageLanguage): FormPageMessages => MESSAGES[language];
