import {
  ENGLISH_KINDS,
  FRENCH_KINDS,
  GERMAN_KINDS,
  SPANISH_KINDS,
  type AllKindMessages,
} from './kind-messages.js';

/** The fixed words of alerts by mail, and of the page that ends them, in one language. */
export interface MailMessages {
  /** BCP 47. */
  language: string;
  kinds: AllKindMessages;
  by: (author: string) => string;
  since: (time: string) => string;
  until: (time: string) => string;
  attachments: string;
  /** Above what the recipient has of a sign-up. */
  claims: string;
  noClaims: string;
  /** Label of a claim on the waitlist. */
  waits: string;
  /** @param alt what the image shows, empty when nobody said */
  image: (alt: string) => string;
  open: string;
  reason: (school: string) => string;
  unsubscribe: string;
  /** The page behind it: which mails it is about, whether they come, and what changes that. */
  mailFrom: (school: string) => string;
  newThings: string;
  on: string;
  off: string;
  stop: string;
  resume: string;
  stillSent: string;
}

const ENGLISH: MailMessages = {
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
  mailFrom: (school) => `Mail from ${school}`,
  newThings: 'What is new: notices, documents, polls, sign-ups, permission slips and events',
  on: 'You receive these mails.',
  off: 'You do not receive these mails.',
  stop: 'Stop these mails',
  resume: 'Receive these mails again',
  stillSent: 'Mails about signing in come in any case. You can come back to this page from any of our mails.',
};

const SPANISH: MailMessages = {
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
  mailFrom: (school) => `Correos de ${school}`,
  newThings: 'Novedades: avisos, documentos, encuestas, inscripciones, autorizaciones y eventos',
  on: 'Recibe estos correos.',
  off: 'No recibe estos correos.',
  stop: 'No recibir más estos correos',
  resume: 'Volver a recibir estos correos',
  stillSent:
    'Los correos sobre el inicio de sesión llegan en todo caso. Puede volver a esta página desde cualquiera de nuestros correos.',
};

const GERMAN: MailMessages = {
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
  mailFrom: (school) => `E-Mails von ${school}`,
  newThings: 'Neues: Mitteilungen, Dokumente, Umfragen, Anmeldelisten, Einverständniserklärungen und Termine',
  on: 'Sie erhalten diese E-Mails.',
  off: 'Sie erhalten diese E-Mails nicht.',
  stop: 'Keine solchen E-Mails mehr',
  resume: 'Diese E-Mails wieder erhalten',
  stillSent:
    'E-Mails zur Anmeldung kommen in jedem Fall. Auf diese Seite kommen Sie aus jeder unserer E-Mails zurück.',
};

const FRENCH: MailMessages = {
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
  mailFrom: (school) => `Messages de ${school}`,
  newThings: 'Nouveautés : annonces, documents, sondages, inscriptions, autorisations et événements',
  on: 'Vous recevez ces messages.',
  off: 'Vous ne recevez pas ces messages.',
  stop: 'Ne plus recevoir ces messages',
  resume: 'Recevoir à nouveau ces messages',
  stillSent:
    'Les messages sur la connexion arrivent dans tous les cas. Vous pouvez revenir à cette page depuis chacun de nos messages.',
};

const LANGUAGES = [ENGLISH, SPANISH, GERMAN, FRENCH];

/** English where the language is none of ours. */
export const mailMessages = (locale: string): MailMessages =>
  LANGUAGES.find(({ language }) => language === new Intl.Locale(locale).language) ?? ENGLISH;

/** Whether people write it from right to left. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  // ECMA-402's Intl.Locale info, which TypeScript does not know yet.
  const known = new Intl.Locale(locale) as Intl.Locale & { getTextInfo(): { direction?: string } };
  return known.getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr';
}
