import type { Language } from '../../../platform/messages/languages.js';
import { messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import type { SampleAccount } from '../../account/sample-accounts.js';
import { PasskeyButton, PasskeyFailed, Refusal, signInPage, type SignInPage } from './sign-in-page.view.js';

/** @param failed the address or the password was wrong, or there was no address to mail a code to */
export function passwordPage(
  about: SignInPage,
  { email = '', failed = null }: { email?: string | undefined; failed?: 'wrong' | 'emailFirst' | null } = {},
): HtmlPage {
  const { say } = messages(about.language);
  return signInPage(about, {
    title: say('signIn.signIn'),
    script: 'passkey.js',
    ...(failed !== null && { status: 400 }),
    main: (
      <>
        <section>
          <form method="post" action={`${about.path}/password`}>
            {failed !== null && <Refusal text={say(`signIn.${failed}`)} />}
            <PasswordFields language={about.language} email={email} />
            <PasskeyFailed {...about} />
            <div class="actions">
              <button class="button">{say('signIn.signIn')}</button>
              <PasskeyButton {...about} />
              {about.mailCodes && <CodeInstead {...about} />}
            </div>
          </form>
        </section>
        <p>
          <a href="/password/forgotten">{say('signIn.forgotten')}</a>
        </p>
        {about.samples?.length ? <Samples {...about} samples={about.samples} /> : null}
      </>
    ),
  });
}

/** The password is not sent to be looked at: only the address is. */
const CodeInstead = ({ language, path }: SignInPage) => (
  <button class="plain" formaction={`${path}/by-mail`} formnovalidate>
    {messages(language).say('signIn.codeInstead')}
  </button>
);

function PasswordFields({ language, email }: { language: Language; email: string }) {
  const { say } = messages(language);
  return (
    <>
      <label for="email">{say('signIn.email')}</label>
      <input
        id="email"
        name="email"
        type="email"
        value={email}
        autocomplete="username webauthn"
        required
        maxlength={254}
        autofocus={!email}
      />
      <label for="password">{say('signIn.password')}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        maxlength={1000}
        autofocus={email !== ''}
      />
    </>
  );
}

/** A form for every sample account, to sign in with one click. */
function Samples({ language, path, samples }: SignInPage & { samples: SampleAccount[] }) {
  const { say } = messages(language);
  return (
    <section aria-labelledby="samples">
      <h2 id="samples">{say('signIn.samples.title')}</h2>
      <p>{say('signIn.samples.text')}</p>
      <div class="actions">
        {samples.map(({ email, password }) => (
          <form method="post" action={`${path}/password`}>
            <input type="hidden" name="password" value={password} />
            <button class="plain" name="email" value={email}>
              {email}
            </button>
          </form>
        ))}
      </div>
    </section>
  );
}
