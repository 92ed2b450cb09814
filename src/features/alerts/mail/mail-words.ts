import { ENGLISH_KINDS, FRENCH_KINDS, GERMAN_KINDS, SPANISH_KINDS, type AllKindWords } from './kind-words.js';

/** The fixed words of alerts by mail, and of the page that ends them, in one language. */
export interface MailWords {
  /** BCP 47. */
  language: string;
  kinds: AllKindWords;
  by: (author: string) => string;
  since: (time: string) => string;
  until: (time: string) => string;
  attachments: string;
  /** Above what the recipient has of a sign-up. */
  claims: string;
  noClaims: string;
  /** Of a claim on the waitlist. */
  waits: string;
  /** @param alt what the image shows, empty when nobody said */
  image: (alt: string) => string;
  open: string;
  reason: (school: string) => string;
  unsubscribe: string;
  question: (school: string) => string;
  confirm: string;
  done: (school: string) => string;
}

const ENGLISH: MailWords = {
  language: 'en',
  kinds: ENGLISH_KINDS,
  by: (author) => `by ${author}`,
  since: (time) => `Since ${time}`,
  until: (time) => `Until ${time}`,
  attachments: 'Attachments',
  claims: 'What you have now',
  noClaims: 'You no longer have anything in this sign-up.',
  waits: 'on the waitlist',
  image: (alt) => (alt ? `[Image: ${alt} (shown in the directory)]` : '[An image, shown in the directory]'),
  open: 'Open in the directory',
  reason: (school) => `You receive this mail because you are a member of ${school}.`,
  unsubscribe: 'Unsubscribe',
  question: (school) => `Stop receiving mail about what is new at ${school}?`,
  confirm: 'Stop these mails',
  done: (school) => `You will receive no more mail about what is new at ${school}.`,
};

const SPANISH: MailWords = {
  language: 'es',
  kinds: SPANISH_KINDS,
  by: (author) => `de ${author}`,
  since: (time) => `Desde: ${time}`,
  until: (time) => `Hasta: ${time}`,
  attachments: 'Archivos adjuntos',
  claims: 'Lo que tiene ahora',
  noClaims: 'Ya no tiene nada en esta inscripción.',
  waits: 'en lista de espera',
  image: (alt) =>
    alt ? `[Imagen: ${alt} (visible en el directorio)]` : '[Una imagen, visible en el directorio]',
  open: 'Abrir en el directorio',
  reason: (school) => `Recibe este correo como miembro de ${school}.`,
  unsubscribe: 'No recibir más estos correos',
  question: (school) => `¿Quiere dejar de recibir correos sobre las novedades de ${school}?`,
  confirm: 'No recibir más correos',
  done: (school) => `Ya no recibirá correos sobre las novedades de ${school}.`,
};

const GERMAN: MailWords = {
  language: 'de',
  kinds: GERMAN_KINDS,
  by: (author) => `von ${author}`,
  since: (time) => `Seit ${time}`,
  until: (time) => `Bis ${time}`,
  attachments: 'Anhänge',
  claims: 'Das haben Sie jetzt',
  noClaims: 'Sie haben in dieser Anmeldeliste nichts mehr.',
  waits: 'auf der Warteliste',
  image: (alt) => (alt ? `[Bild: ${alt} (im Verzeichnis zu sehen)]` : '[Ein Bild, im Verzeichnis zu sehen]'),
  open: 'Im Verzeichnis öffnen',
  reason: (school) => `Sie erhalten diese E-Mail als Mitglied von ${school}.`,
  unsubscribe: 'Keine solchen E-Mails mehr',
  question: (school) => `Möchten Sie keine E-Mails über Neues von ${school} mehr erhalten?`,
  confirm: 'Keine E-Mails mehr',
  done: (school) => `Sie erhalten keine E-Mails über Neues von ${school} mehr.`,
};

const FRENCH: MailWords = {
  language: 'fr',
  kinds: FRENCH_KINDS,
  by: (author) => `par ${author}`,
  since: (time) => `Depuis : ${time}`,
  until: (time) => `Jusqu’à : ${time}`,
  attachments: 'Pièces jointes',
  claims: 'Ce que vous avez maintenant',
  noClaims: 'Vous n’avez plus rien dans cette inscription.',
  waits: 'sur liste d’attente',
  image: (alt) =>
    alt ? `[Image : ${alt} (visible dans l’annuaire)]` : '[Une image, visible dans l’annuaire]',
  open: 'Ouvrir dans l’annuaire',
  reason: (school) => `Vous recevez ce message en tant que membre de ${school}.`,
  unsubscribe: 'Ne plus recevoir ces messages',
  question: (school) => `Ne plus recevoir de messages sur les nouveautés de ${school} ?`,
  confirm: 'Ne plus recevoir de messages',
  done: (school) => `Vous ne recevrez plus de messages sur les nouveautés de ${school}.`,
};

const LANGUAGES = [ENGLISH, SPANISH, GERMAN, FRENCH];

/** English where the language is none of ours. */
export const mailWords = (locale: string): MailWords =>
  LANGUAGES.find(({ language }) => language === new Intl.Locale(locale).language) ?? ENGLISH;

/** Whether people write it from right to left. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  // ECMA-402's Intl.Locale info, which TypeScript does not know yet.
  const known = new Intl.Locale(locale) as Intl.Locale & { getTextInfo(): { direction?: string } };
  return known.getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr';
}
