import type { PageLanguage } from '../../../platform/pages/form-page-messages.js';
import { htmlPage, type HtmlPage, type FlashData } from '../../../platform/pages/html-page.js';
import { escapeHtml } from '../../../platform/text/html.js';
import { isTextKey, type Say, sayIn, textIn, type TextKey } from './account-messages.js';

/** The message about a field that was refused. */
export interface Fault {
  field: string;
  key: TextKey;
}

/** The fault of the refused form, as the flash has it. */
export const faultIn = ({ field, key = '' }: FlashData): Fault | undefined =>
  field !== undefined && isTextKey(key) ? { field, key } : undefined;

/** A page of the account that is being written. */
export interface AccountPage {
  language: PageLanguage;
  title: TextKey;
  /** Put into the title. */
  given?: Record<string, string>;
  /** HTML. */
  lede?: string;
  /** HTML of the sections. */
  main: string;
  /** Fault of the form that was refused. */
  fault?: Fault | undefined;
  /** Key of the message above, from the address of the page: `password` of `?done=password`. */
  done?: string | undefined;
  script?: string;
  isOverview?: true;
}

export function accountPage({ language, fault, script, ...page }: AccountPage): HtmlPage {
  const say = sayIn(language);
  const doneKey = `done_${page.done}`;
  const done = isTextKey(doneKey) ? `<p class="state" role="status">${say(doneKey)}</p>` : '';
  const alert = fault
    ? `<p class="error" role="alert">${say('stillWrong')} <a href="#${fault.field}">${say(fault.key)}</a></p>`
    : '';
  const back = page.isOverview ? '' : `<p><a href="/account">${say('back')}</a></p>`;
  return {
    ...(fault && { status: 400 }),
    policy: script ? { hasScript: true } : {},
    html: htmlPage({
      language,
      title: textIn(language, page.title, page.given),
      lede: `${page.lede ? `<p class="lede">${page.lede}</p>` : ''}${done}${alert}`,
      main: page.main,
      footer: back,
      isNarrow: true,
      ...(script && { script }),
    }),
  };
}

export const section = (heading: string, content: string, id = ''): string =>
  `<section${id && ` aria-labelledby="${id}"`}><h2${id && ` id="${id}"`}>${heading}</h2>\n${content}</section>\n`;

export const link = (path: string, text: string): string => `<p><a href="${path}">${text}</a></p>\n`;

export interface Field {
  name: string;
  label: TextKey;
  hint?: TextKey;
  type?: 'text' | 'password' | 'email';
  autocomplete?: string;
  /** HTML attributes besides. */
  more?: string;
  value?: string;
}

export const field = (say: Say, { name, label, hint, ...of }: Field, fault?: Fault, form = ''): string => {
  const id = `${form}${name}`;
  const isWrong = fault?.field === id;
  const described = [hint && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(' ');
  return `<label for="${id}">${say(label)}</label>
${hint ? `<span class="hint" id="${id}-hint">${say(hint)}</span>\n` : ''}<input id="${id}" name="${name}" type="${of.type ?? 'text'}" required autocomplete="${of.autocomplete ?? 'off'}"${
    described && ` aria-describedby="${described}"`
  }${isWrong ? ' aria-invalid="true" autofocus' : ''}${of.value ? ` value="${escapeHtml(of.value)}"` : ''}${of.more ? ` ${of.more}` : ''}>
${isWrong ? `<p class="error" id="${id}-error">${say(fault.key)}</p>\n` : ''}`;
};

export interface Button {
  text: string;
  /** Label for a screen reader: `text` may be on the page more than once. */
  label?: string;
  look?: 'button' | 'button danger' | 'plain';
}

/** @param content HTML of the fields */
export const form = (path: string, content: string, { text, label, look = 'button' }: Button): string =>
  `<form method="post" action="${path}">
${content}<button class="${look}"${label ? ` aria-label="${label}"` : ''}>${text}</button>
</form>\n`;

export const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">\n`;

/** Tells the browser's password manager whose password it is. */
export const usernameField = (email: string): string =>
  `<input name="username" type="text" autocomplete="username" value="${escapeHtml(email)}" readonly hidden>\n`;

/** For a field of a password that is known already. */
export const passwordField = (name: string, label: TextKey): Field => ({
  name,
  label,
  type: 'password',
  autocomplete: 'current-password',
  more: 'maxlength="200"',
});

const TIME = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** With the name of the time zone. @param timeZone where the reader is */
export function timeText(language: PageLanguage, timeZone: string, time: Date | string): string {
  const options = { ...TIME, timeZone };
  return `<time datetime="${new Date(time).toISOString()}">${escapeHtml(
    new Intl.DateTimeFormat(language, options).format(new Date(time)),
  )}</time>`;
}
