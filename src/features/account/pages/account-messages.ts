import { PAGE_LANGUAGES, type PageLanguage } from '../../../platform/pages/form-page-messages.js';
import { escapeHtml } from '../../../platform/text/html.js';
import { ADDRESS_TEXTS } from '../addresses/address-messages.js';
import { REVIEW_TEXTS } from '../held-data/review-messages.js';
import { SECOND_STEP_TEXTS, type Texts } from '../two-step/second-step-messages.js';

const TEXTS = {
  title: ['Your account', 'Su cuenta', 'Votre compte', 'Ihr Konto'],
  back: ['Back to your account', 'Volver a su cuenta', 'Retour à votre compte', 'Zurück zu Ihrem Konto'],
  save: ['Save', 'Guardar', 'Enregistrer', 'Speichern'],
  remove: ['Remove', 'Quitar', 'Supprimer', 'Entfernen'],
  signOut: ['Sign out', 'Cerrar sesión', 'Se déconnecter', 'Abmelden'],
  created: ['since {time}', 'desde {time}', 'depuis le {time}', 'seit {time}'],
  lastUsed: ['last used {time}', 'último uso: {time}', 'dernière utilisation : {time}', 'zuletzt {time}'],
  neverUsed: ['not used yet', 'aún sin usar', 'pas encore utilisée', 'noch nicht benutzt'],
  stillWrong: [
    'Please look at this once more:',
    'Revise lo siguiente:',
    'Merci de vérifier ceci :',
    'Bitte sehen Sie noch einmal nach:',
  ],

  confirmTitle: [
    'Please confirm that it is you',
    'Confirme que es usted',
    'Confirmez que c’est bien vous',
    'Bitte bestätigen Sie, dass Sie es sind',
  ],
  confirmLede: [
    'You signed in a while ago. Give your password once more before you change this.',
    'Hace un rato que inició sesión. Escriba otra vez su contraseña antes de cambiar esto.',
    'Votre connexion date d’un moment. Redonnez votre mot de passe avant de modifier ceci.',
    'Ihre Anmeldung liegt eine Weile zurück. Geben Sie Ihr Passwort noch einmal ein, bevor Sie das ändern.',
  ],
  confirmGo: ['Go on', 'Continuar', 'Continuer', 'Weiter'],
  password: ['Password', 'Contraseña', 'Mot de passe', 'Passwort'],
  wrongPassword: [
    'The password is not right.',
    'La contraseña no es correcta.',
    'Le mot de passe n’est pas correct.',
    'Das Passwort stimmt nicht.',
  ],
  passwordText: [
    'Whoever knows it can read what you can read. Use it nowhere else.',
    'Quien la sepa puede leer lo mismo que usted. No la use en otro sitio.',
    'Qui le connaît lit tout ce que vous lisez. Ne l’utilisez nulle part ailleurs.',
    'Wer es kennt, liest alles, was Sie lesen. Benutzen Sie es nirgends sonst.',
  ],
  changePassword: [
    'Change the password',
    'Cambiar la contraseña',
    'Changer le mot de passe',
    'Passwort ändern',
  ],
  passwordLede: [
    'Everybody who is signed in as you is signed out, but for this browser. Calendars that you subscribe to need a new address.',
    'Se cierran todas sus sesiones, menos la de este navegador. Los calendarios a los que está suscrito necesitan una dirección nueva.',
    'Toutes vos connexions sont fermées, sauf celle de ce navigateur. Vos abonnements à des calendriers demandent une nouvelle adresse.',
    'Alle Ihre Anmeldungen enden, nur die in diesem Browser nicht. Abonnierte Kalender brauchen eine neue Adresse.',
  ],
  oldPassword: [
    'Your password until now',
    'Su contraseña hasta ahora',
    'Votre mot de passe jusqu’ici',
    'Ihr bisheriges Passwort',
  ],
  newPassword: ['New password', 'Contraseña nueva', 'Nouveau mot de passe', 'Neues Passwort'],
  newPasswordHint: [
    'At least 10 characters. A few words that do not belong together are good.',
    'Al menos 10 caracteres. Van bien unas cuantas palabras sin relación entre sí.',
    'Au moins 10 caractères. Quelques mots sans rapport entre eux conviennent bien.',
    'Mindestens 10 Zeichen. Gut sind ein paar Wörter, die nichts miteinander zu tun haben.',
  ],
  weakPassword: [
    'The new password is too short or too easy to guess.',
    'La contraseña nueva es demasiado corta o demasiado fácil de adivinar.',
    'Le nouveau mot de passe est trop court ou trop facile à deviner.',
    'Das neue Passwort ist zu kurz oder zu leicht zu erraten.',
  ],

  sessions: [
    'Where you are signed in',
    'Dónde tiene la sesión abierta',
    'Où vous êtes connecté',
    'Wo Sie angemeldet sind',
  ],
  thisBrowser: ['this browser', 'este navegador', 'ce navigateur', 'dieser Browser'],
  aBrowser: ['Browser', 'Navegador', 'Navigateur', 'Browser'],
  anOperator: [
    'Operator of the service',
    'Responsable técnico del servicio',
    'Responsable technique du service',
    'Betreiber des Dienstes',
  ],
  signOutOf: ['Sign out: {name}', 'Cerrar sesión: {name}', 'Se déconnecter : {name}', 'Abmelden: {name}'],
  signOutEverywhere: [
    'Sign out everywhere',
    'Cerrar todas las sesiones',
    'Se déconnecter partout',
    'Überall abmelden',
  ],

  held: [
    'What is held on you',
    'Qué datos suyos hay',
    'Ce qui est gardé sur vous',
    'Was über Sie gespeichert ist',
  ],
  heldText: [
    'One file with everything. To be erased, write to your school: the office has it done.',
    'Un archivo con todo. Para que se borren sus datos, escriba a su escuela: la secretaría se encarga.',
    'Un fichier avec tout. Pour être effacé, écrivez à votre école : le secrétariat s’en charge.',
    'Eine Datei mit allem. Wenn alles gelöscht werden soll, schreiben Sie Ihrer Schule: das Sekretariat veranlasst es.',
  ],
  download: ['Download everything', 'Descargar todo', 'Tout télécharger', 'Alles herunterladen'],

  done_password: [
    'The password is changed.',
    'La contraseña se ha cambiado.',
    'Le mot de passe est changé.',
    'Das Passwort ist geändert.',
  ],
  done_session: [
    'That session has ended.',
    'Esa sesión se ha cerrado.',
    'Cette connexion est fermée.',
    'Diese Anmeldung ist beendet.',
  ],
  done_mailed: [
    'If the address can be added, a mail with a link is on its way to it.',
    'Si la dirección puede añadirse, ya va hacia ella un correo con un enlace.',
    'Si l’adresse peut être ajoutée, un message avec un lien est en route.',
    'Wenn die Adresse hinzugefügt werden kann, ist eine Mail mit einem Link unterwegs dorthin.',
  ],
  done_address: [
    'The address is added.',
    'La dirección se ha añadido.',
    'L’adresse est ajoutée.',
    'Die Adresse ist hinzugefügt.',
  ],
  done_removed: ['It is removed.', 'Se ha quitado.', 'C’est supprimé.', 'Das ist entfernt.'],
  done_first: [
    'Mails go to this address now.',
    'Los correos van ahora a esta dirección.',
    'Les messages vont désormais à cette adresse.',
    'Mails gehen jetzt an diese Adresse.',
  ],
  done_passkey: [
    'The passkey is added.',
    'La llave se ha añadido.',
    'La clé est ajoutée.',
    'Der Passkey ist hinzugefügt.',
  ],
  done_renamed: [
    'It has another name now.',
    'Ahora tiene otro nombre.',
    'Elle a un autre nom.',
    'Er hat jetzt einen anderen Namen.',
  ],
  ...ADDRESS_TEXTS,
  ...REVIEW_TEXTS,
  ...SECOND_STEP_TEXTS,
} satisfies Record<string, Texts>;

export type TextKey = keyof typeof TEXTS;

/** HTML of a text, with the HTML that is put in for `{name}`. */
export type Say = (key: TextKey, given?: Record<string, string>) => string;

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(TEXTS, key);

export const sayIn =
  (language: PageLanguage): Say =>
  (key, given = {}) =>
    filled(escapeHtml(textIn(language, key)), given);

/** The message as plain text, with the values filled in. */
export const textIn = (language: PageLanguage, key: TextKey, given?: Record<string, string>): string => {
  const text = TEXTS[key][PAGE_LANGUAGES.indexOf(language)]!;
  return given ? filled(text, given) : text;
};

const filled = (text: string, given: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '');
