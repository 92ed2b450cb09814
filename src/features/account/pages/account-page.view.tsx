import type { Child } from 'hono/jsx';
import type { Language } from '../../../platform/messages/languages.js';
import { type Messages, messages, type PlainMessageKey } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { htmlPage } from '../../../platform/pages/page.view.js';
import type { Fault } from './form-fault.js';

/** A page of the account that is being written. */
export interface AccountPage {
  language: Language;
  title: string;
  lede?: Child;
  /** Its sections. */
  main: Child;
  /** Fault of the form that was refused. */
  fault?: Fault | undefined;
  /** Name of the message above, from the address of the page: `password` of `?done=password`. */
  done?: string | undefined;
  script?: string;
  isOverview?: true;
}

export function accountPage({ language, fault, script, lede, ...page }: AccountPage): HtmlPage {
  const { say, isPlain } = messages(language);
  const doneKey = `account.done.${page.done}`;
  return {
    ...(fault && { status: 400 }),
    policy: script ? { hasScript: true } : {},
    html: htmlPage({
      ...{ language, title: page.title, main: page.main, isNarrow: true, script },
      lede: (
        <>
          {lede && <p class="lede">{lede}</p>}
          {isPlain(doneKey) && (
            <p class="state" role="status">
              {say(doneKey)}
            </p>
          )}
          {fault && (
            <p class="error" role="alert">
              {say('account.stillWrong')} <a href={`#${fault.field}`}>{say(fault.key)}</a>
            </p>
          )}
        </>
      ),
      footer: !page.isOverview && <Link path="/account" text={say('account.back')} />,
    }),
  };
}

export const Section = ({ heading, children }: { heading: string; children: Child }) => (
  <section>
    <h2>{heading}</h2>
    {children}
  </section>
);

export const Link = ({ path, text }: { path: string; text: string }) => (
  <p>
    <a href={path}>{text}</a>
  </p>
);

/** Rows of a list: addresses, passkeys or sessions. */
export const Rows = ({ children }: { children: Child }) => <ul class="rows">{children}</ul>;

export interface FieldProps {
  say: Messages['say'];
  name: string;
  label: PlainMessageKey;
  hint?: PlainMessageKey;
  type?: 'text' | 'password' | 'email';
  autocomplete?: string;
  inputmode?: 'numeric';
  minlength?: number;
  maxlength: number;
  value?: string;
  fault?: Fault | undefined;
  /** Before the name, where a page has several fields of one name. */
  form?: string;
}

export function Field({ say, name, label, hint, fault, form = '', ...input }: FieldProps) {
  const id = `${form}${name}`;
  const isWrong = fault?.field === id;
  const described = [hint && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(' ');
  return (
    <>
      <label for={id}>{say(label)}</label>
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {say(hint)}
        </span>
      )}
      <input
        id={id}
        name={name}
        type="text"
        required
        autocomplete="off"
        {...input}
        value={input.value || undefined}
        aria-describedby={described || undefined}
        {...(isWrong && { 'aria-invalid': 'true', autofocus: true })}
      />
      {isWrong && (
        <p class="error" id={`${id}-error`}>
          {say(fault.key)}
        </p>
      )}
    </>
  );
}

/** For a password that is known already. */
export const PasswordField = (props: Omit<FieldProps, 'type' | 'maxlength'>) => (
  <Field type="password" autocomplete="current-password" maxlength={200} {...props} />
);

interface FormProps {
  action: string;
  /** Text of its button. */
  button: string;
  /** Label for a screen reader: the text of the button may be on the page more than once. */
  label?: string;
  look?: 'button' | 'button danger' | 'plain';
  children?: Child;
}

export const Form = ({ action, button, label, look = 'button', children }: FormProps) => (
  <form method="post" action={action}>
    {children}
    <button class={look} aria-label={label}>
      {button}
    </button>
  </form>
);

export const Hidden = ({ name, value }: { name: string; value: string }) => (
  <input type="hidden" name={name} value={value} />
);

/** Tells the browser's password manager whose password it is. */
export const UsernameField = ({ email }: { email: string }) => (
  <input name="username" type="text" autocomplete="username" value={email} readonly hidden />
);

const TIME = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** With the name of the time zone. @param timeZone where the reader is */
export const timeText = (language: Language, timeZone: string, time: Date | string) => (
  <time datetime={new Date(time).toISOString()}>
    {new Intl.DateTimeFormat(language, { ...TIME, timeZone }).format(new Date(time))}
  </time>
);
