import type { MailLanguage, WrittenMail } from '../mails/account-mail-messages.js';

/** To whom many wrong codes of the second step were tried: the password is known. */
const TEXTS: Record<MailLanguage, WrittenMail> = {
  en: ({ siteUrl }) => [
    'Somebody knows the password of your account',
    `Many wrong codes of the second step were tried for your account in the school directory. Nobody got in by them, but whoever tried them knows your password.

If it was you, wait a while, or sign in from where you have signed in before. If it was not: set another password at ${siteUrl}/password/forgotten, one that you use nowhere else. Your second step stays as it is.
`,
  ],
  es: ({ siteUrl }) => [
    'Alguien conoce la contraseña de su cuenta',
    `Se han probado muchos códigos erróneos del segundo paso en su cuenta del directorio escolar. Nadie entró con ellos, pero quien los probó conoce su contraseña.

Si fue usted, espere un poco o inicie sesión desde donde ya la había iniciado antes. Si no: ponga otra contraseña en ${siteUrl}/password/forgotten, una que no use en ningún otro sitio. El segundo paso queda como está.
`,
  ],
  de: ({ siteUrl }) => [
    'Jemand kennt das Passwort Ihres Kontos',
    `Für Ihr Konto im Schulverzeichnis wurden viele falsche Codes des zweiten Schritts probiert. Niemand ist damit hineingekommen, aber wer sie probiert hat, kennt Ihr Passwort.

Wenn Sie es waren, warten Sie eine Weile, oder melden Sie sich dort an, wo Sie sich schon früher angemeldet haben. Wenn nicht: Legen Sie unter ${siteUrl}/password/forgotten ein anderes Passwort fest, das Sie nirgends sonst benutzen. Der zweite Schritt bleibt, wie er ist.
`,
  ],
  fr: ({ siteUrl }) => [
    'Quelqu’un connaît le mot de passe de votre compte',
    `De nombreux codes erronés de la seconde étape ont été essayés pour votre compte dans l’annuaire scolaire. Personne n’est entré ainsi, mais qui les a essayés connaît votre mot de passe.

Si c’était vous, attendez un peu, ou connectez-vous là où vous vous êtes déjà connecté. Sinon : choisissez un autre mot de passe sur ${siteUrl}/password/forgotten, que vous n’utilisez nulle part ailleurs. La seconde étape reste comme elle est.
`,
  ],
};

export function codesTried(locale: string): WrittenMail {
  const { language } = new Intl.Locale(locale);
  return TEXTS[language in TEXTS ? (language as MailLanguage) : 'en'];
}
