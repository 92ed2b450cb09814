import type { Child } from 'hono/jsx';
import type { Language } from '../../../platform/messages/languages.js';
import { messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { htmlPage } from '../../../platform/pages/page.view.js';

interface LinkPage {
  title: string;
  heading?: Child;
  /** Below the title. */
  text: Child;
  main: Child;
  /** It takes the secret out of the address. */
  hasSecret?: boolean;
  status?: number;
}

export const linkPage = (language: Language, { text, hasSecret, ...page }: LinkPage): HtmlPage => ({
  status: page.status ?? 200,
  policy: hasSecret ? { hasScript: true } : {},
  html: htmlPage({
    ...{ language, title: page.title, heading: page.heading, main: page.main, isNarrow: true },
    lede: <p class="lede">{text}</p>,
    ...(hasSecret && { script: 'link.js' }),
  }),
});

export const ButtonLink = ({ href, text }: { href: string; text: string }) => (
  <a class="button" href={href}>
    {text}
  </a>
);

export const Actions = ({ children }: { children: Child }) => <p class="actions">{children}</p>;

export const SignInButton = ({ language }: { language: Language }) => (
  <ButtonLink href="/sign-in" text={messages(language).say('signIn.signIn')} />
);

/** What is wrong with the one field that `WRONG` marks. */
export const FieldError = ({ text }: { text: string }) => (
  <p class="error" id="error" role="alert">
    {text}
  </p>
);
/** Attributes of that field. */
export const WRONG = { 'aria-invalid': 'true', 'aria-describedby': 'error' } as const;

export const Secret = ({ value }: { value: string }) => <input type="hidden" name="token" value={value} />;

/** The secret of the link: a script fills it in and hides the field, which is for those whose browser runs none. */
export function PastedSecret({ language }: { language: Language }) {
  const { say } = messages(language);
  return (
    <div id="pasted">
      <noscript>
        <p>{say('mailedLinks.noScript')}</p>
      </noscript>
      <LabelWithHint id="token" label={say('mailedLinks.pastedLink')} hint={say('mailedLinks.pasteHint')} />
      <input
        id="token"
        name="token"
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        required
        maxlength={1000}
      />
    </div>
  );
}

export const LabelWithHint = ({ id, label, hint }: { id: string; label: string; hint: string }) => (
  <label for={id}>
    {label} <span class="hint">{hint}</span>
  </label>
);

interface NewPasswordProps {
  language: Language;
  /** Address of the account, for the browser's store of passwords. */
  email: string | null;
  isWeak: boolean;
}

export function NewPassword({ language, email, isWeak }: NewPasswordProps) {
  const { say } = messages(language);
  return (
    <>
      {email !== null && <input name="username" value={email} autocomplete="username" readonly hidden />}
      <LabelWithHint
        id="password"
        label={say('mailedLinks.password')}
        hint={say('mailedLinks.passwordHint')}
      />
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        required
        minlength={10}
        maxlength={1000}
        {...(isWeak && WRONG)}
      />
    </>
  );
}
