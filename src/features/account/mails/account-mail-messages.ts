import { holdingsLines, type NamedHoldings } from '../held-data/named-holdings.js';
import type { AccountMailKind } from './account-mail-kinds.js';

/** Facts for the texts of mails about an account, as people read them. */
export interface AccountMailFacts {
  /** Address of the service, without a trailing slash. */
  siteUrl: string;
  /** The address that the mail goes to. */
  email: string;
  /** When it happened. */
  when: string;
  until: string;
  /** Why an operator opened a session. */
  reason: string;
  /** Name of the school. */
  school: string;
  /** The address of the page that the mail leads to, with its secret. */
  link: string;
  /** Everything that leads into the account, where the mail names it. */
  holdings: NamedHoldings | null;
}

export type WrittenMail = (facts: AccountMailFacts) => [subject: string, text: string];
export type MailLanguage = 'en' | 'es' | 'de' | 'fr';

/** Mails that have a link to go on with. */
export type LinkMailKind = 'invitation' | 'password_link' | 'address_link';
/** Mails that tell of what has happened. */
type NoticeMailKind = Exclude<AccountMailKind, LinkMailKind>;

const ENGLISH: Record<NoticeMailKind, WrittenMail> = {
  guessing: ({ siteUrl }) => [
    'Somebody is trying passwords for your account',
    `Many wrong passwords were tried for your account in the school directory. Nobody got in by them.

Where you are signed in, you stay signed in, and where you have signed in during the last 30 days you can do so as always. From anywhere else signing in may be refused for a day.

What you can do: keep a password that you use nowhere else, and turn two-step verification on at ${siteUrl}/account. Tell the school if this goes on.
`,
  ],
  operator_session: ({ reason, until, siteUrl }) => [
    'An operator opened a session in your name',
    `An operator of the school directory opened a session in your name.

Reason: ${reason}
Until: ${until}

To end it at once: open ${siteUrl}/account and end the session called "Operator". If you did not expect this, ask your school.
`,
  ],
  new_device: ({ when, siteUrl }) => [
    'A new sign-in to your account',
    `Somebody signed in to your account in the school directory, from a device or a place that we had not seen there before.

When: ${when}

If it was you, all is well. If it was not: set a new password at ${siteUrl}/password/forgotten, which signs out whoever it was, and tell your school.
`,
  ],
  password_changed: ({ when, siteUrl, holdings }) => [
    'Your password was changed',
    `Your account in the school directory has a new password. With it you can sign in again wherever you were signed in.

When: ${when}

This leads into your account now:

${holdingsLines(holdings, { addresses: 'Addresses', passkeys: 'Passkeys', sessions: 'Sessions that have ended', suspended: 'Suspended until you confirm it', none: 'none' })}
Is something there not yours? Sign in at ${siteUrl}/account/review, where one button ends all of it.

If it was you who set the password, all is well. If it was not: set another one at ${siteUrl}/password/forgotten at once, and tell your school.
`,
  ],
  second_step_changed: ({ when, siteUrl }) => [
    'Two-step verification was changed for your account',
    `Something about the second step changed, with which you sign in to the school directory: it was turned on or off, or it has a new authenticator app, passkey or set of recovery codes.

When: ${when}

If it was you, all is well. If it was not: set a new password at ${siteUrl}/password/forgotten, look at ${siteUrl}/account, and tell your school.
`,
  ],
  address_changed: ({ when, siteUrl }) => [
    'The addresses of your account were changed',
    `Your account in the school directory has one address more or less, or the school writes to another one of them now.

When: ${when}

If it was you, all is well. If it was not: set a new password at ${siteUrl}/password/forgotten, look at ${siteUrl}/account, and tell your school at once.
`,
  ],
};

const SPANISH: Record<NoticeMailKind, WrittenMail> = {
  guessing: ({ siteUrl }) => [
    'Alguien está probando contraseñas para su cuenta',
    `Se probaron muchas contraseñas erróneas para su cuenta en el directorio escolar. Nadie entró con ellas.

Donde tiene la sesión iniciada, sigue iniciada, y donde la ha iniciado en los últimos 30 días puede hacerlo como siempre. Desde otros lugares puede rechazarse el inicio de sesión durante un día.

Qué puede hacer: use una contraseña que no utilice en ningún otro sitio y active la verificación en dos pasos en ${siteUrl}/account. Avise a la escuela si esto continúa.
`,
  ],
  operator_session: ({ reason, until, siteUrl }) => [
    'Un operador abrió una sesión en su nombre',
    `Un operador del directorio escolar abrió una sesión en su nombre.

Motivo: ${reason}
Hasta: ${until}

Para cerrarla de inmediato: abra ${siteUrl}/account y cierre la sesión que se llama "Operator". Si no lo esperaba, pregunte a su escuela.
`,
  ],
  new_device: ({ when, siteUrl }) => [
    'Un nuevo inicio de sesión en su cuenta',
    `Alguien inició sesión en su cuenta del directorio escolar desde un dispositivo o un lugar que no conocíamos.

Cuándo: ${when}

Si fue usted, todo está bien. Si no: ponga una contraseña nueva en ${siteUrl}/password/forgotten, lo que cierra la sesión de quien haya entrado, y avise a su escuela.
`,
  ],
  password_changed: ({ when, siteUrl, holdings }) => [
    'Su contraseña ha cambiado',
    `Su cuenta del directorio escolar tiene una contraseña nueva. Con ella puede volver a iniciar sesión donde la tenía iniciada.

Cuándo: ${when}

Esto da acceso a su cuenta ahora:

${holdingsLines(holdings, { addresses: 'Direcciones', passkeys: 'Llaves de acceso', sessions: 'Sesiones que se han cerrado', suspended: 'Suspendido hasta que usted lo confirme', none: 'ninguna' })}
¿Hay algo que no es suyo? Inicie sesión en ${siteUrl}/account/review: allí un solo botón lo cierra todo.

Si fue usted quien puso la contraseña, todo está bien. Si no: ponga otra enseguida en ${siteUrl}/password/forgotten y avise a su escuela.
`,
  ],
  second_step_changed: ({ when, siteUrl }) => [
    'La verificación en dos pasos de su cuenta ha cambiado',
    `Ha cambiado algo del segundo paso con el que inicia sesión en el directorio escolar: se activó o desactivó, o tiene una aplicación de autenticación, una llave de acceso o unos códigos de recuperación nuevos.

Cuándo: ${when}

Si fue usted, todo está bien. Si no: ponga una contraseña nueva en ${siteUrl}/password/forgotten, mire ${siteUrl}/account y avise a su escuela.
`,
  ],
  address_changed: ({ when, siteUrl }) => [
    'Las direcciones de su cuenta han cambiado',
    `Su cuenta del directorio escolar tiene una dirección más o menos, o la escuela escribe ahora a otra de ellas.

Cuándo: ${when}

Si fue usted, todo está bien. Si no: ponga una contraseña nueva en ${siteUrl}/password/forgotten, mire ${siteUrl}/account y avise a su escuela enseguida.
`,
  ],
};

const GERMAN: Record<NoticeMailKind, WrittenMail> = {
  guessing: ({ siteUrl }) => [
    'Jemand probiert Passwörter für Ihr Konto aus',
    `Für Ihr Konto im Schulverzeichnis wurden viele falsche Passwörter probiert. Niemand ist damit hineingekommen.

Wo Sie angemeldet sind, bleiben Sie angemeldet, und wo Sie sich in den letzten 30 Tagen angemeldet haben, geht es wie immer. Von anderswo kann die Anmeldung einen Tag lang abgelehnt werden.

Was Sie tun können: Verwenden Sie ein Passwort, das Sie sonst nirgends haben, und schalten Sie unter ${siteUrl}/account die Anmeldung in zwei Schritten ein. Sagen Sie der Schule Bescheid, wenn es weitergeht.
`,
  ],
  operator_session: ({ reason, until, siteUrl }) => [
    'Ein Betreiber hat in Ihrem Namen eine Sitzung geöffnet',
    `Ein Betreiber des Schulverzeichnisses hat in Ihrem Namen eine Sitzung geöffnet.

Grund: ${reason}
Bis: ${until}

So beenden Sie sie sofort: Öffnen Sie ${siteUrl}/account und beenden Sie die Sitzung namens "Operator". Wenn Sie das nicht erwartet haben, fragen Sie Ihre Schule.
`,
  ],
  new_device: ({ when, siteUrl }) => [
    'Eine neue Anmeldung bei Ihrem Konto',
    `Jemand hat sich bei Ihrem Konto im Schulverzeichnis angemeldet, von einem Gerät oder einem Ort, den wir dort noch nicht kannten.

Wann: ${when}

Wenn Sie es waren, ist alles gut. Wenn nicht: Legen Sie unter ${siteUrl}/password/forgotten ein neues Passwort fest, das meldet den anderen ab, und sagen Sie Ihrer Schule Bescheid.
`,
  ],
  password_changed: ({ when, siteUrl, holdings }) => [
    'Ihr Passwort wurde geändert',
    `Ihr Konto im Schulverzeichnis hat ein neues Passwort. Damit können Sie sich überall wieder anmelden, wo Sie angemeldet waren.

Wann: ${when}

Das führt jetzt in Ihr Konto:

${holdingsLines(holdings, { addresses: 'Adressen', passkeys: 'Passkeys', sessions: 'Beendete Anmeldungen', suspended: 'Ausgesetzt, bis Sie es bestätigen', none: 'keine' })}
Gehört etwas davon nicht Ihnen? Melden Sie sich unter ${siteUrl}/account/review an: Dort beendet ein Knopf alles.

Wenn Sie selbst das Passwort festgelegt haben, ist alles gut. Wenn nicht: Legen Sie unter ${siteUrl}/password/forgotten sofort ein anderes fest, und sagen Sie Ihrer Schule Bescheid.
`,
  ],
  second_step_changed: ({ when, siteUrl }) => [
    'Die Anmeldung in zwei Schritten wurde für Ihr Konto geändert',
    `Am zweiten Schritt, mit dem Sie sich beim Schulverzeichnis anmelden, hat sich etwas geändert: Er wurde ein- oder ausgeschaltet, oder er hat eine neue Authentifizierungs-App, einen neuen Passkey oder neue Wiederherstellungscodes.

Wann: ${when}

Wenn Sie es waren, ist alles gut. Wenn nicht: Legen Sie unter ${siteUrl}/password/forgotten ein neues Passwort fest, sehen Sie unter ${siteUrl}/account nach, und sagen Sie Ihrer Schule Bescheid.
`,
  ],
  address_changed: ({ when, siteUrl }) => [
    'Die Adressen Ihres Kontos wurden geändert',
    `Ihr Konto im Schulverzeichnis hat eine Adresse mehr oder weniger, oder die Schule schreibt jetzt an eine andere von ihnen.

Wann: ${when}

Wenn Sie es waren, ist alles gut. Wenn nicht: Legen Sie unter ${siteUrl}/password/forgotten ein neues Passwort fest, sehen Sie unter ${siteUrl}/account nach, und sagen Sie Ihrer Schule sofort Bescheid.
`,
  ],
};

const FRENCH: Record<NoticeMailKind, WrittenMail> = {
  guessing: ({ siteUrl }) => [
    'Quelqu’un essaie des mots de passe pour votre compte',
    `De nombreux mots de passe erronés ont été essayés pour votre compte dans l’annuaire scolaire. Personne n’est entré ainsi.

Là où vous êtes connecté, vous le restez, et là où vous vous êtes connecté ces 30 derniers jours, tout marche comme d’habitude. Depuis un autre lieu, la connexion peut être refusée pendant un jour.

Ce que vous pouvez faire : utilisez un mot de passe que vous n’avez nulle part ailleurs, et activez la vérification en deux étapes sur ${siteUrl}/account. Prévenez l’école si cela continue.
`,
  ],
  operator_session: ({ reason, until, siteUrl }) => [
    'Un opérateur a ouvert une session en votre nom',
    `Un opérateur de l’annuaire scolaire a ouvert une session en votre nom.

Motif : ${reason}
Jusqu’à : ${until}

Pour y mettre fin aussitôt : ouvrez ${siteUrl}/account et terminez la session qui s’appelle "Operator". Si vous ne vous y attendiez pas, demandez à votre école.
`,
  ],
  new_device: ({ when, siteUrl }) => [
    'Une nouvelle connexion à votre compte',
    `Quelqu’un s’est connecté à votre compte dans l’annuaire scolaire, depuis un appareil ou un lieu que nous ne connaissions pas encore.

Quand : ${when}

Si c’était vous, tout va bien. Sinon : choisissez un nouveau mot de passe sur ${siteUrl}/password/forgotten, ce qui déconnecte la personne en question, et prévenez votre école.
`,
  ],
  password_changed: ({ when, siteUrl, holdings }) => [
    'Votre mot de passe a été changé',
    `Votre compte dans l’annuaire scolaire a un nouveau mot de passe. Avec lui, vous pouvez vous reconnecter partout où vous étiez connecté.

Quand : ${when}

Voici ce qui donne accès à votre compte :

${holdingsLines(holdings, { addresses: 'Adresses', passkeys: 'Clés d’accès', sessions: 'Connexions fermées', suspended: 'Suspendu jusqu’à ce que vous le confirmiez', none: 'aucune' })}
Quelque chose n’est pas à vous ? Connectez-vous sur ${siteUrl}/account/review : un seul bouton y ferme tout.

Si c’est vous qui avez choisi le mot de passe, tout va bien. Sinon : choisissez-en aussitôt un autre sur ${siteUrl}/password/forgotten, et prévenez votre école.
`,
  ],
  second_step_changed: ({ when, siteUrl }) => [
    'La vérification en deux étapes de votre compte a changé',
    `Quelque chose a changé dans la seconde étape avec laquelle vous vous connectez à l’annuaire scolaire : elle a été activée ou désactivée, ou elle a une nouvelle application d’authentification, une nouvelle clé d’accès ou de nouveaux codes de récupération.

Quand : ${when}

Si c’était vous, tout va bien. Sinon : choisissez un nouveau mot de passe sur ${siteUrl}/password/forgotten, regardez ${siteUrl}/account, et prévenez votre école.
`,
  ],
  address_changed: ({ when, siteUrl }) => [
    'Les adresses de votre compte ont changé',
    `Votre compte dans l’annuaire scolaire a une adresse de plus ou de moins, ou l’école écrit maintenant à une autre d’entre elles.

Quand : ${when}

Si c’était vous, tout va bien. Sinon : choisissez un nouveau mot de passe sur ${siteUrl}/password/forgotten, regardez ${siteUrl}/account, et prévenez votre école aussitôt.
`,
  ],
};

export const NOTICE_MAILS: Record<MailLanguage, Record<NoticeMailKind, WrittenMail>> = {
  en: ENGLISH,
  es: SPANISH,
  de: GERMAN,
  fr: FRENCH,
};
