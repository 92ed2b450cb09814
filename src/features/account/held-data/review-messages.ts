import type { Texts } from '../two-step/second-step-messages.js';

/**
 * Texts of the page on which a person reviews everything that leads into their account, after a password was set by a mailed
 * link.
 */
export const REVIEW_TEXTS = {
  review: [
    'What leads into your account',
    'Qué da acceso a su cuenta',
    'Ce qui donne accès à votre compte',
    'Was in Ihr Konto führt',
  ],
  reviewLede: [
    'Is all of this yours? What is suspended opens nothing until you say that it is.',
    '¿Es todo suyo? Lo que está suspendido no abre nada hasta que usted diga que lo es.',
    'Tout cela est-il à vous ? Ce qui est suspendu n’ouvre rien tant que vous ne l’avez pas dit.',
    'Gehört das alles Ihnen? Was ausgesetzt ist, öffnet nichts, bis Sie das sagen.',
  ],
  suspended: ['suspended', 'suspendido', 'suspendu', 'ausgesetzt'],
  isMine: ['This is mine', 'Esto es mío', 'C’est à moi', 'Das gehört mir'],
  isMineOf: ['This is mine: {name}', 'Esto es mío: {name}', 'C’est à moi : {name}', 'Das gehört mir: {name}'],
  endAll: ['End all of it', 'Cerrar y quitar todo', 'Tout fermer et supprimer', 'Alles beenden'],
  endAllText: [
    'Every session, every passkey and every address but {email} goes. You stay signed in in this browser.',
    'Se cierran todas las sesiones y se quitan todas las llaves y todas las direcciones menos {email}. En este navegador sigue con la sesión abierta.',
    'Toutes les connexions, toutes les clés et toutes les adresses sauf {email} disparaissent. Vous restez connecté dans ce navigateur.',
    'Jede Anmeldung, jeder Passkey und jede Adresse außer {email} geht. In diesem Browser bleiben Sie angemeldet.',
  ],
  suspendedNotice: [
    'Something that leads into your account is suspended, since it was added shortly before your password was set by a mail.',
    'Algo que da acceso a su cuenta está suspendido, porque se añadió poco antes de que se pusiera su contraseña por correo.',
    'Un accès à votre compte est suspendu : il a été ajouté peu avant que votre mot de passe soit choisi par e-mail.',
    'Etwas, das in Ihr Konto führt, ist ausgesetzt: Es kam dazu, kurz bevor Ihr Passwort per E-Mail festgelegt wurde.',
  ],
  lookAtIt: ['Look at it', 'Revisarlo', 'Vérifier', 'Ansehen'],
  endedSessions: [
    'Sessions that have ended',
    'Sesiones que se han cerrado',
    'Connexions fermées',
    'Beendete Anmeldungen',
  ],
  noSessions: ['There was none.', 'No había ninguna.', 'Il n’y en avait pas.', 'Es gab keine.'],
  signInToReview: [
    'Sign in, and look at it',
    'Iniciar sesión y revisarlo',
    'Se connecter et vérifier',
    'Anmelden und ansehen',
  ],
  setReview: [
    'Is something here not yours? Sign in and end all of it with one button.',
    '¿Hay algo que no es suyo? Inicie sesión y ciérrelo todo con un solo botón.',
    'Quelque chose n’est pas à vous ? Connectez-vous et fermez tout d’un seul bouton.',
    'Gehört etwas davon nicht Ihnen? Melden Sie sich an und beenden Sie alles mit einem Knopf.',
  ],
  done_confirmed: [
    'It opens your account again.',
    'Vuelve a dar acceso a su cuenta.',
    'Il ouvre de nouveau votre compte.',
    'Es öffnet Ihr Konto wieder.',
  ],
  done_ended: [
    'All of it has ended. Nobody else is signed in.',
    'Todo se ha cerrado. Nadie más tiene la sesión abierta.',
    'Tout est fermé. Personne d’autre n’est connecté.',
    'Alles ist beendet. Niemand sonst ist angemeldet.',
  ],
} satisfies Record<string, Texts>;
