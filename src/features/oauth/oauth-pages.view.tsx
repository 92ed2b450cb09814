import type { Language } from '../../platform/messages/languages.js';
import { messages, type PlainMessageKey } from '../../platform/messages/messages.js';
import type { PageContent } from '../../platform/pages/page.view.js';

export type OauthPage = Omit<PageContent, 'language' | 'isNarrow'>;

const Lede = ({ text }: { text: string }) => <p class="lede">{text}</p>;

const Token = ({ value }: { value: string }) => <input type="hidden" name="xsrf" value={value} />;

export function deviceCodePage(
  language: Language,
  { token, fault }: { token: string; fault: PlainMessageKey | null },
): OauthPage {
  const { say } = messages(language);
  return {
    title: say('signIn.device'),
    lede: <Lede text={say('signIn.deviceHint')} />,
    main: (
      <section>
        <form method="post" action="/device">
          <Token value={token} />
          {fault && (
            <p class="error" role="alert">
              {say(fault)}
            </p>
          )}
          <label for="user_code">{say('signIn.deviceCode')}</label>
          <input
            id="user_code"
            name="user_code"
            required
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            maxlength={20}
          />
          <button class="button">{say('signIn.continue')}</button>
        </form>
      </section>
    ),
  };
}

interface ConfirmedDevice {
  token: string;
  application: string;
  /** The code as its device shows it. */
  code: string;
  /** The code as the form sends it. */
  userCode: string;
}

export function deviceConfirmationPage(
  language: Language,
  { token, application, code, userCode }: ConfirmedDevice,
): OauthPage {
  const { say, parts } = messages(language);
  return {
    title: say('signIn.device'),
    heading: parts('signIn.deviceConfirm', { application: <bdi>{application}</bdi> }),
    lede: <Lede text={say('signIn.deviceSame')} />,
    main: (
      <section>
        <p>
          <code>{code}</code>
        </p>
        <form class="actions" method="post" action="/device">
          <Token value={token} />
          <input type="hidden" name="user_code" value={userCode} />
          <button class="button" name="confirm" value="yes">
            {say('signIn.continue')}
          </button>
          <button class="plain" name="abort" value="yes">
            {say('signIn.deny')}
          </button>
        </form>
      </section>
    ),
  };
}

export function deviceDonePage(language: Language): OauthPage {
  const { say } = messages(language);
  return { title: say('signIn.deviceDone.title'), lede: <Lede text={say('signIn.deviceDone.text')} /> };
}

/** A form that a script sends; where none runs there is a button. */
export function selfSendingPage(
  language: Language,
  title: 'signIn.device' | 'signIn.signOutTitle',
  { action, fields }: { action: string; fields: [name: string, value: string][] },
): OauthPage {
  const { say } = messages(language);
  return {
    title: say(title),
    lede: null,
    main: (
      <section>
        <form method="post" action={action}>
          {fields.map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button class="button">{say('signIn.continue')}</button>
        </form>
      </section>
    ),
    script: 'continue.js',
  };
}

export function signOutPage(
  language: Language,
  { action, token }: { action: string; token: string },
): OauthPage {
  const { say } = messages(language);
  return {
    title: say('signIn.signOutTitle'),
    lede: <Lede text={say('signIn.signOutText')} />,
    main: (
      <section>
        <form class="actions" method="post" action={action}>
          <Token value={token} />
          <button class="button" name="logout" value="yes">
            {say('signIn.signOutYes')}
          </button>
          <button class="plain">{say('signIn.signOutNo')}</button>
        </form>
      </section>
    ),
  };
}

export function signedOutPage(language: Language): OauthPage {
  const { say } = messages(language);
  return { title: say('signIn.signedOut.title'), lede: <Lede text={say('signIn.signedOut.text')} /> };
}

/** @param details for the maker of the application */
export function oauthErrorPage(language: Language, details: string): OauthPage {
  const { say } = messages(language);
  return {
    title: say('signIn.error.title'),
    lede: (
      <p class="lede" role="alert">
        {say('signIn.error.text')}
      </p>
    ),
    main: (
      <section>
        <p>
          <code>{details}</code>
        </p>
      </section>
    ),
  };
}
