import type { Child } from 'hono/jsx';
import type { Language } from '../../../platform/messages/languages.js';
import { messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { htmlPage } from '../../../platform/pages/page.view.js';
import type { SampleAccount } from '../../account/sample-accounts.js';

/** Purpose of a page of signing in. */
export interface SignInPage {
  language: Language;
  /** Path of its forms: `/sign-in`, or with the id of the authorization request. */
  path: string;
  /** Name of the application that one goes on to; null: to the account. */
  application: string | null;
  /** Origins that the forms lead to in the end. */
  formTargets: string[];
  /** Whether a code by mail is offered in the place of a password. */
  mailCodes?: boolean;
  /** Accounts that anybody may sign in with. */
  samples?: SampleAccount[];
}

interface SignInContent {
  title: string;
  text?: Child;
  main?: Child;
  script?: string;
  status?: number;
}

export function signInPage(
  { language, application, formTargets }: SignInPage,
  content: SignInContent,
): HtmlPage {
  const { title, main, script } = content;
  const { parts } = messages(language);
  const onTo = application !== null && parts('signIn.signInFor', { application: nameIn(application) });
  const text = content.text ?? onTo;
  return {
    status: content.status ?? 200,
    policy: { formTargets, ...(script !== undefined && { hasScript: true as const }) },
    html: htmlPage({
      ...{ language, title, main, script, isNarrow: true },
      lede: text && <p class="lede">{text}</p>,
    }),
  };
}

export const nameIn = (application: string) => <bdi>{application}</bdi>;

export const Refusal = ({ text }: { text: string }) => (
  <p class="error" role="alert">
    {text}
  </p>
);

/** The script shows it where there are passkeys; its value is where one goes on. */
export const PasskeyButton = ({ language, path }: SignInPage) => (
  <button class="plain" id="passkey" type="button" value={path} hidden>
    {messages(language).say('signIn.usePasskey')}
  </button>
);

export const PasskeyFailed = ({ language }: SignInPage) => (
  <p id="passkey-failed" class="error" role="alert" hidden>
    {messages(language).say('account.passkeyFailed')}
  </p>
);

export const SomebodyElse = ({ language, path }: SignInPage) => (
  <form method="post" action={`${path}/sign-out`}>
    <button class="plain">{messages(language).say('signIn.someoneElse')}</button>
  </form>
);

/** The page belongs to nothing that is under way in this browser. */
export function tooOldPage(language: Language): HtmlPage {
  const { say } = messages(language);
  return signInPage(
    { language, path: '/sign-in', application: null, formTargets: [] },
    { title: say('signIn.tooOld.title'), text: say('signIn.tooOld.text'), status: 400 },
  );
}
