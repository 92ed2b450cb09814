import type { PageLanguage } from '../../../platform/pages/form-page-messages.js';

/** The texts of the pages on which people sign in; names of applications and addresses come escaped. */
export interface SignInMessages {
  signIn: string;
  signInFor: (application: string) => string;
  email: string;
  password: string;
  forgotten: string;
  usePasskey: string;
  wrong: string;
  secondStep: string;
  codeFromApp: string;
  codeFromMail: (email: string) => string;
  code: string;
  orRecoveryCode: string;
  lostDevice: string;
  mailCode: string;
  mailed: string;
  wrongCode: string;
  continue: string;
  signOut: string;
  allowTitle: (application: string) => string;
  allowText: (application: string, email: string) => string;
  allowAccess: string;
  allowLonger: string;
  allowMinutes: (minutes: number) => string;
  allow: string;
  deny: string;
  someoneElse: string;
  tooOld: [title: string, text: string];
  device: string;
  deviceHint: string;
  deviceCode: string;
  deviceWrong: string;
  deviceStopped: string;
  deviceConfirm: (application: string) => string;
  deviceSame: string;
  deviceDone: [title: string, text: string];
  signOutTitle: string;
  signOutText: string;
  signOutYes: string;
  signOutNo: string;
  signedOut: [title: string, text: string];
  error: [title: string, text: string];
  samples: [title: string, text: string];
}

const ENGLISH: SignInMessages = {
  signIn: 'Sign in',
  signInFor: (application) => `to go on to ${application}`,
  email: 'Email address',
  password: 'Password',
  forgotten: 'Forgotten your password, or none yet?',
  usePasskey: 'Sign in with a passkey',
  wrong: 'The address or the password is wrong.',
  secondStep: 'The second step',
  codeFromApp: 'Enter the code that your authenticator app shows.',
  codeFromMail: (email) => `Enter the code that was mailed to ${email}. It is good for ten minutes.`,
  code: 'Code',
  orRecoveryCode: 'One of your recovery codes works, too.',
  lostDevice:
    'Without your app? Use a recovery code. If you have none left, your school can set the second step up anew.',
  mailCode: 'Mail me a code',
  mailed: 'A code is on its way.',
  wrongCode: 'The code is wrong, was used, or is too old.',
  continue: 'Continue',
  signOut: 'Sign out',
  allowTitle: (application) => `Let ${application} in?`,
  allowText: (application, email) => `${application} wants to use the directory as ${email}.`,
  allowAccess: 'It sees and does there what you may see and do.',
  allowLonger: 'It stays signed in until you end it, on the page of your account.',
  allowMinutes: (minutes) => `It stays signed in for ${minutes} minutes.`,
  allow: 'Allow',
  deny: 'Do not allow',
  someoneElse: 'Sign in as somebody else',
  tooOld: [
    'Begin once more',
    'This page is too old, or was opened in another browser. Go back to where you came from, and sign in again.',
  ],
  device: 'Connect a device',
  deviceHint: 'Enter the code that your device shows.',
  deviceCode: 'Code of the device',
  deviceWrong: 'There is no such code, or it is too old. Look at your device once more.',
  deviceStopped: 'The device was not connected.',
  deviceConfirm: (application) => `Connect ${application}?`,
  deviceSame:
    'Does your device show this code? If somebody else has sent it to you, do not go on: they would be in as you.',
  deviceDone: ['Connected', 'Your device is signed in. You can close this page.'],
  signOutTitle: 'Sign out?',
  signOutText: 'You will be signed out in this browser.',
  signOutYes: 'Yes, sign out',
  signOutNo: 'No, stay signed in',
  signedOut: ['Signed out', 'You can close this page.'],
  error: [
    'This application asked for something wrong',
    'Nothing was done. Go back to the application and try again; if that does not help, tell whoever makes it:',
  ],
  samples: ['Demo accounts', 'Invented people of an invented school: press one to sign in.'],
};

const SPANISH: SignInMessages = {
  signIn: 'Iniciar sesión',
  signInFor: (application) => `para continuar en ${application}`,
  email: 'Correo electrónico',
  password: 'Contraseña',
  forgotten: '¿Ha olvidado la contraseña o aún no tiene?',
  usePasskey: 'Entrar con una llave de acceso',
  wrong: 'El correo o la contraseña no son correctos.',
  secondStep: 'El segundo paso',
  codeFromApp: 'Escriba el código que muestra su aplicación de autenticación.',
  codeFromMail: (email) => `Escriba el código que se envió a ${email}. Vale durante diez minutos.`,
  code: 'Código',
  orRecoveryCode: 'También sirve uno de sus códigos de recuperación.',
  lostDevice:
    '¿No tiene su aplicación? Use un código de recuperación. Si no le queda ninguno, su escuela puede configurar de nuevo el segundo paso.',
  mailCode: 'Enviarme un código por correo',
  mailed: 'El código está en camino.',
  wrongCode: 'El código es erróneo, ya se usó o ha caducado.',
  continue: 'Continuar',
  signOut: 'Cerrar sesión',
  allowTitle: (application) => `¿Permitir el acceso a ${application}?`,
  allowText: (application, email) => `${application} quiere usar el directorio como ${email}.`,
  allowAccess: 'Verá y hará allí lo que usted puede ver y hacer.',
  allowLonger: 'La sesión sigue abierta hasta que usted la cierre en la página de su cuenta.',
  allowMinutes: (minutes) => `La sesión sigue abierta durante ${minutes} minutos.`,
  allow: 'Permitir',
  deny: 'No permitir',
  someoneElse: 'Entrar como otra persona',
  tooOld: [
    'Empiece de nuevo',
    'Esta página es demasiado antigua o se abrió en otro navegador. Vuelva al lugar de donde vino e inicie sesión otra vez.',
  ],
  device: 'Conectar un dispositivo',
  deviceHint: 'Escriba el código que muestra su dispositivo.',
  deviceCode: 'Código del dispositivo',
  deviceWrong: 'Ese código no existe o ha caducado. Mire otra vez su dispositivo.',
  deviceStopped: 'El dispositivo no se ha conectado.',
  deviceConfirm: (application) => `¿Conectar ${application}?`,
  deviceSame:
    '¿Muestra su dispositivo este código? Si se lo ha enviado otra persona, no continúe: entraría como usted.',
  deviceDone: ['Conectado', 'Su dispositivo ha iniciado sesión. Puede cerrar esta página.'],
  signOutTitle: '¿Cerrar la sesión?',
  signOutText: 'Se cerrará su sesión en este navegador.',
  signOutYes: 'Sí, cerrar sesión',
  signOutNo: 'No, seguir conectado',
  signedOut: ['Sesión cerrada', 'Puede cerrar esta página.'],
  error: [
    'La aplicación pidió algo incorrecto',
    'No se ha hecho nada. Vuelva a la aplicación e inténtelo de nuevo; si no ayuda, dígaselo a quien la hace:',
  ],
  samples: [
    'Cuentas de demostración',
    'Personas inventadas de una escuela inventada: pulse una para entrar.',
  ],
};

const FRENCH: SignInMessages = {
  signIn: 'Se connecter',
  signInFor: (application) => `pour continuer vers ${application}`,
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  forgotten: 'Mot de passe oublié, ou pas encore de mot de passe ?',
  usePasskey: 'Se connecter avec une clé d’accès',
  wrong: 'L’adresse ou le mot de passe est incorrect.',
  secondStep: 'La deuxième étape',
  codeFromApp: 'Saisissez le code affiché par votre application d’authentification.',
  codeFromMail: (email) => `Saisissez le code envoyé à ${email}. Il est valable dix minutes.`,
  code: 'Code',
  orRecoveryCode: 'Un de vos codes de secours convient aussi.',
  lostDevice:
    'Sans votre application ? Utilisez un code de secours. S’il ne vous en reste pas, votre école peut reconfigurer la seconde étape.',
  mailCode: 'Recevoir un code par e-mail',
  mailed: 'Un code est en route.',
  wrongCode: 'Le code est faux, déjà utilisé ou trop ancien.',
  continue: 'Continuer',
  signOut: 'Se déconnecter',
  allowTitle: (application) => `Autoriser ${application} ?`,
  allowText: (application, email) => `${application} veut utiliser l’annuaire en tant que ${email}.`,
  allowAccess: 'L’application y voit et y fait ce que vous pouvez voir et faire.',
  allowLonger: 'Elle reste connectée jusqu’à ce que vous y mettiez fin, sur la page de votre compte.',
  allowMinutes: (minutes) => `Elle reste connectée pendant ${minutes} minutes.`,
  allow: 'Autoriser',
  deny: 'Ne pas autoriser',
  someoneElse: 'Se connecter avec un autre compte',
  tooOld: [
    'Recommencez',
    'Cette page est trop ancienne ou a été ouverte dans un autre navigateur. Revenez d’où vous venez et reconnectez-vous.',
  ],
  device: 'Connecter un appareil',
  deviceHint: 'Saisissez le code affiché par votre appareil.',
  deviceCode: 'Code de l’appareil',
  deviceWrong: 'Ce code n’existe pas ou est trop ancien. Regardez encore votre appareil.',
  deviceStopped: 'L’appareil n’a pas été connecté.',
  deviceConfirm: (application) => `Connecter ${application} ?`,
  deviceSame:
    'Votre appareil affiche-t-il ce code ? Si quelqu’un d’autre vous l’a envoyé, arrêtez : il serait connecté à votre place.',
  deviceDone: ['Connecté', 'Votre appareil est connecté. Vous pouvez fermer cette page.'],
  signOutTitle: 'Se déconnecter ?',
  signOutText: 'Vous serez déconnecté dans ce navigateur.',
  signOutYes: 'Oui, me déconnecter',
  signOutNo: 'Non, rester connecté',
  signedOut: ['Déconnecté', 'Vous pouvez fermer cette page.'],
  error: [
    'L’application a fait une demande incorrecte',
    'Rien n’a été fait. Revenez à l’application et réessayez ; si cela n’aide pas, dites à qui la fait :',
  ],
  samples: [
    'Comptes de démonstration',
    'Des personnes inventées d’une école inventée : choisissez-en une pour vous connecter.',
  ],
};

const GERMAN: SignInMessages = {
  signIn: 'Anmelden',
  signInFor: (application) => `weiter zu ${application}`,
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  forgotten: 'Passwort vergessen, oder noch keines?',
  usePasskey: 'Mit einem Passkey anmelden',
  wrong: 'Die Adresse oder das Passwort stimmt nicht.',
  secondStep: 'Der zweite Schritt',
  codeFromApp: 'Geben Sie den Code ein, den Ihre Authenticator-App zeigt.',
  codeFromMail: (email) => `Geben Sie den Code ein, der an ${email} geschickt wurde. Er gilt zehn Minuten.`,
  code: 'Code',
  orRecoveryCode: 'Einer Ihrer Wiederherstellungscodes geht auch.',
  lostDevice:
    'Ohne Ihre App? Nehmen Sie einen Wiederherstellungscode. Wenn keiner übrig ist, kann Ihre Schule den zweiten Schritt neu einrichten.',
  mailCode: 'Code per E-Mail schicken',
  mailed: 'Ein Code ist unterwegs.',
  wrongCode: 'Der Code ist falsch, schon benutzt oder zu alt.',
  continue: 'Weiter',
  signOut: 'Abmelden',
  allowTitle: (application) => `${application} hereinlassen?`,
  allowText: (application, email) => `${application} möchte das Verzeichnis als ${email} benutzen.`,
  allowAccess: 'Die App sieht und tut dort, was Sie sehen und tun dürfen.',
  allowLonger: 'Sie bleibt angemeldet, bis Sie das auf der Seite Ihres Kontos beenden.',
  allowMinutes: (minutes) => `Sie bleibt ${minutes} Minuten lang angemeldet.`,
  allow: 'Erlauben',
  deny: 'Nicht erlauben',
  someoneElse: 'Mit einem anderen Konto anmelden',
  tooOld: [
    'Bitte noch einmal von vorn',
    'Diese Seite ist zu alt oder wurde in einem anderen Browser geöffnet. Gehen Sie dorthin zurück, wo Sie herkamen, und melden Sie sich noch einmal an.',
  ],
  device: 'Ein Gerät verbinden',
  deviceHint: 'Geben Sie den Code ein, den Ihr Gerät zeigt.',
  deviceCode: 'Code des Geräts',
  deviceWrong: 'Diesen Code gibt es nicht, oder er ist zu alt. Sehen Sie noch einmal auf Ihr Gerät.',
  deviceStopped: 'Das Gerät wurde nicht verbunden.',
  deviceConfirm: (application) => `${application} verbinden?`,
  deviceSame:
    'Zeigt Ihr Gerät diesen Code? Wenn ihn Ihnen jemand anders geschickt hat, gehen Sie nicht weiter: Er wäre als Sie angemeldet.',
  deviceDone: ['Verbunden', 'Ihr Gerät ist angemeldet. Sie können diese Seite schließen.'],
  signOutTitle: 'Abmelden?',
  signOutText: 'Sie werden in diesem Browser abgemeldet.',
  signOutYes: 'Ja, abmelden',
  signOutNo: 'Nein, angemeldet bleiben',
  signedOut: ['Abgemeldet', 'Sie können diese Seite schließen.'],
  error: [
    'Die Anwendung hat etwas Falsches verlangt',
    'Es ist nichts geschehen. Gehen Sie zurück zur Anwendung und versuchen Sie es noch einmal; hilft das nicht, sagen Sie denen, die sie machen:',
  ],
  samples: [
    'Konten zum Ausprobieren',
    'Erfundene Leute einer erfundenen Schule: mit einem Klick angemeldet.',
  ],
};

const MESSAGES: Record<PageLanguage, SignInMessages> = {
  en: ENGLISH,
  es: SPANISH,
  fr: FRENCH,
  de: GERMAN,
};

export const signInMessages = (language: PageLanguage): SignInMessages => MESSAGES[language];
