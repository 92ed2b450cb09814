import {
  type LinkMailKind,
  type MailLanguage,
  NOTICE_MAILS,
  type WrittenMail,
} from './account-mail-messages.js';
import type { AccountMailKind } from './account-mail-kinds.js';

/** Minutes for which a mailed link is good, but for that of an invitation (contract section 17). */
export const LINK_MINUTES = 30;

const ENGLISH: Record<LinkMailKind, WrittenMail> = {
  invitation: ({ school, email, until, link }) => [
    `${school} invites you to its directory`,
    `${school} invites you to its directory: the families and the staff of the school, its calendar and its notices.

Accept the invitation here:

${link}

You choose a password, and sign in with it and this address from then on: ${email}. What the school has prepared for you is there then.

The link is yours alone: please do not pass it on. It is good until ${until}; after that it lets you ask for another one. If you did not expect the invitation, you need not do anything, or tell the school.
`,
  ],
  password_link: ({ link }) => [
    'Your link for a new password',
    `Somebody, and most likely it was you, wants to set a new password for your account in the school directory.

Set it here, within ${LINK_MINUTES} minutes:

${link}

If it was not you, you need not do anything: your password stays as it is. Please do not pass the link on.
`,
  ],
  address_link: ({ email, link }) => [
    'Please confirm your address',
    `Somebody, and most likely it was you, wants to use this address for their account in the school directory: ${email}

Confirm it here, within ${LINK_MINUTES} minutes:

${link}

If it was not you, you need not do anything: without the link nothing happens. Please do not pass it on.
`,
  ],
};

const SPANISH: Record<LinkMailKind, WrittenMail> = {
  invitation: ({ school, email, until, link }) => [
    `${school} le invita a su directorio`,
    `${school} le invita a su directorio: las familias y el personal de la escuela, su calendario y sus avisos.

Acepte la invitación aquí:

${link}

Usted elige una contraseña, y desde entonces inicia sesión con ella y con esta dirección: ${email}. Allí está lo que la escuela ha preparado para usted.

El enlace es solo para usted: por favor, no lo comparta. Vale hasta: ${until}; después permite pedir otro. Si no esperaba la invitación, no tiene que hacer nada, o avise a la escuela.
`,
  ],
  password_link: ({ link }) => [
    'Su enlace para una contraseña nueva',
    `Alguien, y lo más probable es que fuera usted, quiere poner una contraseña nueva a su cuenta del directorio escolar.

Póngala aquí, en los próximos ${LINK_MINUTES} minutos:

${link}

Si no fue usted, no tiene que hacer nada: su contraseña sigue siendo la misma. Por favor, no comparta el enlace.
`,
  ],
  address_link: ({ email, link }) => [
    'Confirme su dirección',
    `Alguien, y lo más probable es que fuera usted, quiere usar esta dirección para su cuenta del directorio escolar: ${email}

Confírmela aquí, en los próximos ${LINK_MINUTES} minutos:

${link}

Si no fue usted, no tiene que hacer nada: sin el enlace no ocurre nada. Por favor, no lo comparta.
`,
  ],
};

const GERMAN: Record<LinkMailKind, WrittenMail> = {
  invitation: ({ school, email, until, link }) => [
    `${school} lädt Sie in ihr Verzeichnis ein`,
    `${school} lädt Sie in ihr Verzeichnis ein: Familien und Personal der Schule, Kalender und Mitteilungen.

Nehmen Sie die Einladung hier an:

${link}

Sie wählen ein Passwort und melden sich von da an damit und mit dieser Adresse an: ${email}. Dann ist da, was die Schule für Sie vorbereitet hat.

Der Link ist nur für Sie: Bitte geben Sie ihn nicht weiter. Er gilt bis: ${until}; danach können Sie mit ihm einen neuen anfordern. Wenn Sie die Einladung nicht erwartet haben, müssen Sie nichts tun, oder sagen Sie der Schule Bescheid.
`,
  ],
  password_link: ({ link }) => [
    'Ihr Link für ein neues Passwort',
    `Jemand, und höchstwahrscheinlich waren Sie es, möchte für Ihr Konto im Schulverzeichnis ein neues Passwort festlegen.

Das geht hier, innerhalb von ${LINK_MINUTES} Minuten:

${link}

Wenn Sie es nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist. Bitte geben Sie den Link nicht weiter.
`,
  ],
  address_link: ({ email, link }) => [
    'Bitte bestätigen Sie Ihre Adresse',
    `Jemand, und höchstwahrscheinlich waren Sie es, möchte diese Adresse für sein Konto im Schulverzeichnis verwenden: ${email}

Bestätigen Sie sie hier, innerhalb von ${LINK_MINUTES} Minuten:

${link}

Wenn Sie es nicht waren, müssen Sie nichts tun: Ohne den Link geschieht nichts. Bitte geben Sie ihn nicht weiter.
`,
  ],
};

const FRENCH: Record<LinkMailKind, WrittenMail> = {
  invitation: ({ school, email, until, link }) => [
    `${school} vous invite dans son annuaire`,
    `${school} vous invite dans son annuaire : les familles et le personnel de l’école, son calendrier et ses avis.

Acceptez l’invitation ici :

${link}

Vous choisissez un mot de passe, et vous vous connectez désormais avec lui et cette adresse : ${email}. Vous y trouverez ce que l’école a préparé pour vous.

Le lien est pour vous seul : merci de ne pas le transmettre. Il est valable jusqu’au : ${until} ; après, il permet d’en demander un autre. Si vous n’attendiez pas cette invitation, vous n’avez rien à faire, ou prévenez l’école.
`,
  ],
  password_link: ({ link }) => [
    'Votre lien pour un nouveau mot de passe',
    `Quelqu’un, et c’était très probablement vous, veut choisir un nouveau mot de passe pour votre compte dans l’annuaire scolaire.

C’est ici, dans les ${LINK_MINUTES} minutes :

${link}

Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste le même. Merci de ne pas transmettre ce lien.
`,
  ],
  address_link: ({ email, link }) => [
    'Veuillez confirmer votre adresse',
    `Quelqu’un, et c’était très probablement vous, veut utiliser cette adresse pour son compte dans l’annuaire scolaire : ${email}

Confirmez-la ici, dans les ${LINK_MINUTES} minutes :

${link}

Si ce n’était pas vous, vous n’avez rien à faire : sans le lien, rien ne se passe. Merci de ne pas le transmettre.
`,
  ],
};

const LINK_MAILS: Record<MailLanguage, Record<LinkMailKind, WrittenMail>> = {
  en: ENGLISH,
  es: SPANISH,
  de: GERMAN,
  fr: FRENCH,
};

/** @param locale BCP 47; English for a language that is not here */
export function accountMailMessages(locale: string): Record<AccountMailKind, WrittenMail> {
  const { language } = new Intl.Locale(locale);
  const known = language in LINK_MAILS ? (language as MailLanguage) : 'en';
  return { ...NOTICE_MAILS[known], ...LINK_MAILS[known] };
}
