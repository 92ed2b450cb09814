import type { Texts } from '../two-step/second-step-messages.js';

/** Texts of the page of addresses, and of the link that proves one. */
export const ADDRESS_TEXTS = {
  addresses: ['Email addresses', 'Direcciones de correo', 'Adresses e-mail', 'E-Mail-Adressen'],
  addressesText: [
    'You sign in with any of them. Mails go to the first one, and people who may see your contact see it.',
    'Puede iniciar sesión con cualquiera. Los correos van a la primera, que es la que ven quienes pueden ver sus datos.',
    'Vous vous connectez avec chacune. Les messages vont à la première, que voient ceux qui peuvent voir vos coordonnées.',
    'Sie melden sich mit jeder davon an. Mails gehen an die erste; sie sieht, wer Ihren Kontakt sehen darf.',
  ],
  firstAddress: ['first', 'principal', 'principale', 'erste'],
  changeAddresses: ['Change addresses', 'Cambiar direcciones', 'Changer les adresses', 'Adressen ändern'],
  makeFirst: ['Make it the first', 'Hacer principal', 'Rendre principale', 'Zur ersten machen'],
  makeFirstOf: [
    'Make it the first: {name}',
    'Hacer principal: {name}',
    'Rendre principale : {name}',
    'Zur ersten machen: {name}',
  ],
  removeOf: ['Remove: {name}', 'Quitar: {name}', 'Supprimer : {name}', 'Entfernen: {name}'],
  addAddress: ['Add an address', 'Añadir una dirección', 'Ajouter une adresse', 'Adresse hinzufügen'],
  newAddress: ['New address', 'Dirección nueva', 'Nouvelle adresse', 'Neue Adresse'],
  newAddressHint: [
    'We mail a link to it. It is yours once you have opened the link in this browser.',
    'Le enviamos un enlace. Será suya cuando lo abra en este navegador.',
    'Nous y envoyons un lien. Elle est à vous une fois le lien ouvert dans ce navigateur.',
    'Wir schicken einen Link dorthin. Sie gehört dazu, sobald Sie ihn in diesem Browser geöffnet haben.',
  ],
  noAddress: [
    'This is no email address.',
    'No es una dirección de correo.',
    'Ce n’est pas une adresse e-mail.',
    'Das ist keine E-Mail-Adresse.',
  ],
  ownAddress: [
    'This address is yours already.',
    'Esta dirección ya es suya.',
    'Cette adresse est déjà la vôtre.',
    'Diese Adresse gehört Ihnen schon.',
  ],
  fullAddresses: [
    'You have as many addresses as there may be. Remove one before you add another.',
    'Ya tiene todas las direcciones posibles. Quite una antes de añadir otra.',
    'Vous avez autant d’adresses que possible. Supprimez-en une avant d’en ajouter une autre.',
    'Sie haben schon so viele Adressen, wie es geben kann. Entfernen Sie erst eine.',
  ],
  linkTitle: [
    'Add this address',
    'Añadir esta dirección',
    'Ajouter cette adresse',
    'Diese Adresse hinzufügen',
  ],
  linkLede: [
    'With this you say that the mailbox is yours.',
    'Con esto confirma que el buzón es suyo.',
    'Vous confirmez ainsi que cette boîte est la vôtre.',
    'Damit sagen Sie, dass es Ihr Postfach ist.',
  ],
  linkField: ['Link from the mail', 'Enlace del correo', 'Lien du message', 'Link aus der Mail'],
  linkUsed: [
    'The link is used, too old, or was made for somebody else. Ask for a new one.',
    'El enlace ya se usó, es demasiado antiguo o es de otra persona. Pida uno nuevo.',
    'Le lien a déjà servi, est trop ancien ou n’est pas le vôtre. Demandez-en un nouveau.',
    'Der Link ist benutzt, zu alt oder für jemand anderen. Fordern Sie einen neuen an.',
  ],
  linkSignIn: [
    'Sign in first, and then open the link in the mail once more.',
    'Primero inicie sesión y después abra otra vez el enlace del correo.',
    'Connectez-vous d’abord, puis rouvrez le lien du message.',
    'Melden Sie sich zuerst an und öffnen Sie dann den Link in der Mail noch einmal.',
  ],
  signIn: ['Sign in', 'Iniciar sesión', 'Se connecter', 'Anmelden'],
} satisfies Record<string, Texts>;
