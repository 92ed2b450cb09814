import type { PageLanguage } from '../../../platform/pages/form-page-messages.js';
import { LINK_MINUTES } from '../mails/link-mail-messages.js';

type PageText = [title: string, text: string];

/** The texts of the pages that mailed links lead to; names of schools and addresses come escaped, but in titles. */
export interface MailedLinkMessages {
  forgotten: PageText;
  wrongEmail: string;
  sendLink: string;
  linkSent: PageText;
  linkSentHint: string;
  again: string;
  setPassword: PageText;
  password: string;
  passwordHint: string;
  weak: string;
  passwordSet: PageText;
  voidPasswordLink: PageText;
  newLink: string;
  pastedLink: string;
  pasteHint: string;
  noScript: string;
  invitation: PageText;
  openInvitation: string;
  invitedBy: (school: string) => string;
  invitedAs: (email: string) => string;
  firstName: string;
  lastName: string;
  optional: string;
  accept: string;
  hasAccount: string;
  accepted: (school: string) => string;
  acceptedText: string;
  welcome: (school: string) => string;
  welcomeText: string;
  openApp: string;
  account: string;
  stale: PageText;
  renew: string;
  renewed: PageText;
  closed: PageText;
  voidInvitation: PageText;
}

const ENGLISH: MailedLinkMessages = {
  forgotten: [
    'A new password',
    'Enter the address with which you sign in. We mail you a link to set a new password.',
  ],
  wrongEmail: 'This is no email address. Look at it once more.',
  sendLink: 'Mail me a link',
  linkSent: [
    'Look into your mailbox',
    `If there is an account with this address, a mail is on its way. The link in it is good for ${LINK_MINUTES} minutes.`,
  ],
  linkSentHint:
    'Nothing there after a few minutes? Look among the unwanted mail, and whether it is the address that your school has of you.',
  again: 'Try another address',
  setPassword: ['Set a new password', 'You are signed out everywhere then, and sign in with the new one.'],
  password: 'New password',
  passwordHint: 'Ten characters or more. A few words in a row are easy to remember and hard to guess.',
  weak: 'This one is too easy to guess: it is short, or among those that are tried first. Take another one.',
  passwordSet: ['Your password is set', 'You were signed out everywhere. Sign in with the new one.'],
  voidPasswordLink: [
    'This link is no longer good',
    `It was used, is older than ${LINK_MINUTES} minutes, or a part of it was lost on its way.`,
  ],
  newLink: 'Get a new link',
  pastedLink: 'Link from the mail',
  pasteHint: 'Copy the whole link from the mail, and paste it here.',
  noScript: 'This browser runs no scripts. The link from the mail has to be pasted here, therefore.',
  invitation: ['Your invitation', 'A school has invited you to its directory.'],
  openInvitation: 'Open the invitation',
  invitedBy: (school) => `${school} invites you to its directory`,
  invitedAs: (email) => `The invitation is for ${email}: this is the address with which you sign in.`,
  firstName: 'First name',
  lastName: 'Last name',
  optional: 'as others see it, or leave it empty',
  accept: 'Accept the invitation',
  hasAccount: 'There is an account with this address. It stays as it is, with its password.',
  accepted: (school) => `You belong to ${school} now`,
  acceptedText: 'Sign in as always, and you find it there.',
  welcome: (school) => `Welcome to ${school}`,
  welcomeText: 'Your account is ready, and you are signed in here.',
  openApp: 'Go to the directory',
  account: 'Your account',
  stale: ['This link is too old', 'The invitation is still open. You can have a new link for it.'],
  renew: 'Mail me a new link',
  renewed: ['A new link is on its way', 'It goes to the address that the school has invited.'],
  closed: [
    'This invitation is no longer open',
    'You have accepted it, or the school has taken it back. If you have accepted it, sign in; otherwise, ask the school.',
  ],
  voidInvitation: [
    'This link is no longer good',
    'It was used, or a part of it was lost on its way. If you have used it, sign in; otherwise, open it once more from the mail, or ask the school.',
  ],
};

const SPANISH: MailedLinkMessages = {
  forgotten: [
    'Una contraseña nueva',
    'Escriba la dirección con la que inicia sesión. Le enviaremos un enlace para poner una contraseña nueva.',
  ],
  wrongEmail: 'No es una dirección de correo. Compruébela otra vez.',
  sendLink: 'Enviarme un enlace',
  linkSent: [
    'Mire su correo',
    `Si hay una cuenta con esta dirección, ya va un mensaje en camino. El enlace que lleva vale ${LINK_MINUTES} minutos.`,
  ],
  linkSentHint:
    '¿No ha llegado nada después de unos minutos? Mire en el correo no deseado, y compruebe que es la dirección que su escuela tiene de usted.',
  again: 'Probar con otra dirección',
  setPassword: [
    'Ponga una contraseña nueva',
    'Después se cerrará su sesión en todas partes, y la iniciará con la nueva.',
  ],
  password: 'Contraseña nueva',
  passwordHint:
    'Diez caracteres o más. Unas palabras seguidas son fáciles de recordar y difíciles de adivinar.',
  weak: 'Esta es demasiado fácil de adivinar: es corta o de las que se prueban primero. Elija otra.',
  passwordSet: [
    'Su contraseña está puesta',
    'Se ha cerrado su sesión en todas partes. Iníciela con la nueva.',
  ],
  voidPasswordLink: [
    'Este enlace ya no vale',
    `Ya se usó, tiene más de ${LINK_MINUTES} minutos o se perdió una parte por el camino.`,
  ],
  newLink: 'Pedir un enlace nuevo',
  pastedLink: 'Enlace del correo',
  pasteHint: 'Copie el enlace completo del correo y péguelo aquí.',
  noScript: 'Este navegador no ejecuta scripts. Por eso hay que pegar aquí el enlace del correo.',
  invitation: ['Su invitación', 'Una escuela le ha invitado a su directorio.'],
  openInvitation: 'Abrir la invitación',
  invitedBy: (school) => `${school} le invita a su directorio`,
  invitedAs: (email) => `La invitación es para ${email}: con esta dirección iniciará sesión.`,
  firstName: 'Nombre',
  lastName: 'Apellidos',
  optional: 'como lo ven los demás, o déjelo vacío',
  accept: 'Aceptar la invitación',
  hasAccount: 'Ya hay una cuenta con esta dirección. Se queda como está, con su contraseña.',
  accepted: (school) => `Ya pertenece a ${school}`,
  acceptedText: 'Inicie sesión como siempre y lo encontrará allí.',
  welcome: (school) => `Le damos la bienvenida a ${school}`,
  welcomeText: 'Su cuenta está lista y ya tiene la sesión iniciada aquí.',
  openApp: 'Ir al directorio',
  account: 'Su cuenta',
  stale: ['Este enlace es demasiado antiguo', 'La invitación sigue abierta. Puede pedir un enlace nuevo.'],
  renew: 'Enviarme un enlace nuevo',
  renewed: ['Un enlace nuevo va en camino', 'Llega a la dirección que la escuela ha invitado.'],
  closed: [
    'Esta invitación ya no está abierta',
    'Usted ya la aceptó, o la escuela la ha retirado. Si la aceptó, inicie sesión; si no, pregunte a la escuela.',
  ],
  voidInvitation: [
    'Este enlace ya no vale',
    'Ya se usó, o se perdió una parte por el camino. Si lo usó, inicie sesión; si no, ábralo otra vez desde el correo o pregunte a la escuela.',
  ],
};

const FRENCH: MailedLinkMessages = {
  forgotten: [
    'Un nouveau mot de passe',
    'Entrez l’adresse avec laquelle vous vous connectez. Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
  ],
  wrongEmail: 'Ce n’est pas une adresse électronique. Vérifiez-la.',
  sendLink: 'M’envoyer un lien',
  linkSent: [
    'Regardez votre messagerie',
    `S’il y a un compte avec cette adresse, un message est en route. Le lien qu’il contient est valable ${LINK_MINUTES} minutes.`,
  ],
  linkSentHint:
    'Rien après quelques minutes ? Regardez parmi les indésirables, et vérifiez que c’est bien l’adresse que votre école a de vous.',
  again: 'Essayer une autre adresse',
  setPassword: [
    'Choisissez un nouveau mot de passe',
    'Vous serez alors déconnecté partout, et vous vous connecterez avec le nouveau.',
  ],
  password: 'Nouveau mot de passe',
  passwordHint:
    'Dix caractères ou plus. Quelques mots à la suite sont faciles à retenir et difficiles à deviner.',
  weak: 'Celui-ci est trop facile à deviner : il est court, ou parmi ceux que l’on essaie en premier. Prenez-en un autre.',
  passwordSet: [
    'Votre mot de passe est choisi',
    'Vous avez été déconnecté partout. Connectez-vous avec le nouveau.',
  ],
  voidPasswordLink: [
    'Ce lien n’est plus valable',
    `Il a été utilisé, il a plus de ${LINK_MINUTES} minutes, ou une partie s’est perdue en route.`,
  ],
  newLink: 'Demander un nouveau lien',
  pastedLink: 'Lien du message',
  pasteHint: 'Copiez le lien entier du message, et collez-le ici.',
  noScript: 'Ce navigateur n’exécute pas de scripts. Il faut donc coller ici le lien du message.',
  invitation: ['Votre invitation', 'Une école vous a invité dans son annuaire.'],
  openInvitation: 'Ouvrir l’invitation',
  invitedBy: (school) => `${school} vous invite dans son annuaire`,
  invitedAs: (email) => `L’invitation est pour ${email} : vous vous connecterez avec cette adresse.`,
  firstName: 'Prénom',
  lastName: 'Nom',
  optional: 'tel que les autres le voient, ou laissez vide',
  accept: 'Accepter l’invitation',
  hasAccount: 'Il y a un compte avec cette adresse. Il reste tel quel, avec son mot de passe.',
  accepted: (school) => `Vous faites maintenant partie de ${school}`,
  acceptedText: 'Connectez-vous comme d’habitude, et vous l’y trouverez.',
  welcome: (school) => `Bienvenue à ${school}`,
  welcomeText: 'Votre compte est prêt, et vous êtes connecté ici.',
  openApp: 'Aller à l’annuaire',
  account: 'Votre compte',
  stale: [
    'Ce lien est trop ancien',
    'L’invitation est toujours ouverte. Vous pouvez recevoir un nouveau lien.',
  ],
  renew: 'M’envoyer un nouveau lien',
  renewed: ['Un nouveau lien est en route', 'Il arrive à l’adresse que l’école a invitée.'],
  closed: [
    'Cette invitation n’est plus ouverte',
    'Vous l’avez acceptée, ou l’école l’a retirée. Si vous l’avez acceptée, connectez-vous ; sinon, demandez à l’école.',
  ],
  voidInvitation: [
    'Ce lien n’est plus valable',
    'Il a été utilisé, ou une partie s’est perdue en route. Si vous l’avez utilisé, connectez-vous ; sinon, ouvrez-le encore une fois depuis le message, ou demandez à l’école.',
  ],
};

const GERMAN: MailedLinkMessages = {
  forgotten: [
    'Ein neues Passwort',
    'Geben Sie die Adresse ein, mit der Sie sich anmelden. Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
  ],
  wrongEmail: 'Das ist keine E-Mail-Adresse. Sehen Sie sie noch einmal an.',
  sendLink: 'Link schicken',
  linkSent: [
    'Sehen Sie in Ihr Postfach',
    `Wenn es ein Konto mit dieser Adresse gibt, ist eine E-Mail unterwegs. Der Link darin gilt ${LINK_MINUTES} Minuten.`,
  ],
  linkSentHint:
    'Nach ein paar Minuten noch nichts da? Sehen Sie bei den unerwünschten E-Mails nach, und ob es die Adresse ist, die Ihre Schule von Ihnen hat.',
  again: 'Eine andere Adresse versuchen',
  setPassword: [
    'Legen Sie ein neues Passwort fest',
    'Sie sind dann überall abgemeldet und melden sich mit dem neuen an.',
  ],
  password: 'Neues Passwort',
  passwordHint:
    'Zehn Zeichen oder mehr. Ein paar Wörter hintereinander sind leicht zu merken und schwer zu erraten.',
  weak: 'Dieses ist zu leicht zu erraten: Es ist kurz oder eines von denen, die zuerst probiert werden. Nehmen Sie ein anderes.',
  passwordSet: [
    'Ihr Passwort ist festgelegt',
    'Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen an.',
  ],
  voidPasswordLink: [
    'Dieser Link gilt nicht mehr',
    `Er wurde benutzt, ist älter als ${LINK_MINUTES} Minuten, oder ein Teil ging unterwegs verloren.`,
  ],
  newLink: 'Neuen Link anfordern',
  pastedLink: 'Link aus der E-Mail',
  pasteHint: 'Kopieren Sie den ganzen Link aus der E-Mail und fügen Sie ihn hier ein.',
  noScript:
    'Dieser Browser führt keine Skripte aus. Deshalb muss der Link aus der E-Mail hier eingefügt werden.',
  invitation: ['Ihre Einladung', 'Eine Schule hat Sie in ihr Verzeichnis eingeladen.'],
  openInvitation: 'Einladung öffnen',
  invitedBy: (school) => `${school} lädt Sie in ihr Verzeichnis ein`,
  invitedAs: (email) => `Die Einladung ist für ${email}: Mit dieser Adresse melden Sie sich an.`,
  firstName: 'Vorname',
  lastName: 'Nachname',
  optional: 'wie andere ihn sehen; darf leer bleiben',
  accept: 'Einladung annehmen',
  hasAccount: 'Es gibt ein Konto mit dieser Adresse. Es bleibt, wie es ist, mit seinem Passwort.',
  accepted: (school) => `Sie gehören jetzt zu ${school}`,
  acceptedText: 'Melden Sie sich an wie immer, dann finden Sie alles dort.',
  welcome: (school) => `Willkommen bei ${school}`,
  welcomeText: 'Ihr Konto ist fertig, und Sie sind hier angemeldet.',
  openApp: 'Zum Verzeichnis',
  account: 'Ihr Konto',
  stale: ['Dieser Link ist zu alt', 'Die Einladung gilt noch. Sie können einen neuen Link dafür bekommen.'],
  renew: 'Neuen Link schicken',
  renewed: ['Ein neuer Link ist unterwegs', 'Er kommt an die Adresse, die die Schule eingeladen hat.'],
  closed: [
    'Diese Einladung gilt nicht mehr',
    'Sie haben sie angenommen, oder die Schule hat sie zurückgenommen. Wenn Sie sie angenommen haben, melden Sie sich an; sonst fragen Sie die Schule.',
  ],
  voidInvitation: [
    'Dieser Link gilt nicht mehr',
    'Er wurde benutzt, oder ein Teil ging unterwegs verloren. Wenn Sie ihn benutzt haben, melden Sie sich an; sonst öffnen Sie ihn noch einmal aus der E-Mail, oder fragen Sie die Schule.',
  ],
};

const MESSAGES: Record<PageLanguage, MailedLinkMessages> = {
  en: ENGLISH,
  es: SPANISH,
  fr: FRENCH,
  de: GERMAN,
};

export const mailedLinkMessages = (language: PageLanguage): MailedLinkMessages => MESSAGES[language];
