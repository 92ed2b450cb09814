import type { Child } from 'hono/jsx';
import type { Language } from '../../../platform/messages/languages.js';
import { messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import {
  PasskeyButton,
  PasskeyFailed,
  Refusal,
  signInPage,
  type SignInPage,
  SomebodyElse,
} from './sign-in-page.view.js';

interface Challenge {
  id: string;
  method: 'totp' | 'email';
}

/** @param challenge null: none is open, and a code can be mailed, as it can to nobody who has another second step */
export function codePage(
  about: SignInPage,
  challenge: Challenge | null,
  { email, failed }: { email: string; failed: boolean },
): HtmlPage {
  const { say } = messages(about.language);
  return signInPage(about, {
    title: say('signIn.secondStep'),
    text: codeText(about.language, challenge, email),
    script: 'passkey.js',
    ...(failed && { status: 400 }),
    main: (
      <>
        {challenge && <CodeForm {...about} challenge={challenge} failed={failed} />}
        <PasskeyFailed {...about} />
        <div class="actions">
          <PasskeyButton {...about} />
          {!challenge && (
            <form method="post" action={`${about.path}/mail-code`}>
              <button class="button">{say('signIn.mailCode')}</button>
            </form>
          )}
          <SomebodyElse {...about} />
        </div>
        {challenge?.method === 'totp' && <p class="hint">{say('signIn.lostDevice')}</p>}
      </>
    ),
  });
}

function codeText(language: Language, challenge: Challenge | null, address: string): Child {
  const { say, parts } = messages(language);
  const email = <bdi>{address}</bdi>;
  if (challenge === null) return email;
  return challenge.method === 'email' ? parts('signIn.codeFromMail', { email }) : say('signIn.codeFromApp');
}

function CodeForm({
  language,
  path,
  challenge,
  failed,
}: SignInPage & { challenge: Challenge; failed: boolean }) {
  const { say } = messages(language);
  return (
    <section>
      <form method="post" action={`${path}/code`}>
        {failed && <Refusal text={say('signIn.wrongCode')} />}
        <input type="hidden" name="challenge" value={challenge.id} />
        <input type="hidden" name="method" value={challenge.method} />
        <label for="code">
          {say('signIn.code')} <span class="hint">{say('signIn.orRecoveryCode')}</span>
        </label>
        <input
          id="code"
          name="code"
          autocomplete="one-time-code"
          autocapitalize="characters"
          spellcheck={false}
          required
          maxlength={40}
          autofocus
        />
        <button class="button">{say('signIn.continue')}</button>
      </form>
    </section>
  );
}
