import type { PageLanguage } from '../../../platform/pages/form-page-messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { escapeHtml } from '../../../platform/text/html.js';
import { type Say, sayIn } from './account-messages.js';
import {
  accountPage,
  type Fault,
  field,
  form,
  hidden,
  link,
  passwordField,
  section,
  timeText,
  usernameField,
} from './account-pages.js';
import type { OwnAddress, OwnSettings } from './account.repository.js';
import { passkeyList } from '../two-step/second-step-pages.js';

/** A session, as `GET /me/sessions` has it. */
export interface OwnSession {
  id: string;
  client_name: string;
  created_at: string;
  last_used_at: string;
  current: boolean;
}

export interface Overview {
  language: PageLanguage;
  email: string;
  settings: OwnSettings;
  sessions: OwnSession[];
  done: string | undefined;
}

export function overviewPage({ language, email, settings, sessions, done }: Overview): HtmlPage {
  const say = sayIn(language);
  const { addresses, passkeys, timeZone } = settings;
  return accountPage({
    language,
    title: 'title',
    lede: `<bdi>${escapeHtml(email)}</bdi>`,
    done,
    isOverview: true,
    main: [
      settings.suspended > 0
        ? `<section><p role="alert">${say('suspendedNotice')}</p>\n${link('/account/review', say('lookAtIt'))}</section>\n`
        : '',
      section(
        say('password'),
        `<p>${say('passwordText')}</p>\n${link('/account/password', say('changePassword'))}`,
      ),
      section(say('twoStep'), twoStepState(say, settings)),
      section(
        say('passkeys'),
        `<p>${say('passkeysText')}</p>\n${passkeyList(language, timeZone, passkeys)}${link('/account/passkeys', say('managePasskeys'))}`,
      ),
      section(
        say('addresses'),
        `${addressList(say, addresses)}${link('/account/addresses', say('changeAddresses'))}`,
      ),
      section(say('sessions'), sessionList(language, timeZone, sessions)),
      section(
        say('held'),
        `<p>${say('heldText')}</p>\n${form('/account/export', '', { text: say('download') })}`,
      ),
    ].join(''),
  });
}

const twoStepState = (say: Say, { twoStep, codesLeft }: OwnSettings): string =>
  twoStep
    ? `<p class="state">${say('isOn')}</p>
<p>${say('codesLeft', { count: String(codesLeft) })}</p>
${link('/account/two-step', say('manageTwoStep'))}`
    : `<p><strong>${say('isOff')}.</strong> ${say('twoStepText')}</p>
${link('/account/two-step', say('turnOn'))}`;

function addressList(say: Say, addresses: OwnAddress[]): string {
  const items = addresses.map(
    ({ email, isFirst }) =>
      `<li><bdi>${escapeHtml(email)}</bdi>${isFirst && addresses.length > 1 ? ` (${say('firstAddress')})` : ''}</li>`,
  );
  return `<ul class="rows">${items.join('')}</ul>\n`;
}

function sessionList(language: PageLanguage, timeZone: string, sessions: OwnSession[]): string {
  const say = sayIn(language);
  const names: Record<string, string> = { Browser: say('aBrowser'), Operator: say('anOperator') };
  const items = sessions.map(({ id, client_name, current, ...session }) => {
    const name = names[client_name] ?? escapeHtml(client_name);
    const label = say('signOutOf', { name });
    const at = (time: string) => ({ time: timeText(language, timeZone, time) });
    return `<li><strong><bdi>${name}</bdi></strong>${current ? ` (${say('thisBrowser')})` : ''}
<span class="hint">${say('created', at(session.created_at))}, ${say('lastUsed', at(session.last_used_at))}</span>
${current ? '' : form(`/account/sessions/${id}/end`, '', { text: say('signOut'), label, look: 'plain' })}</li>`;
  });
  const buttons = [
    form('/account/sign-out', '', { text: say('signOut') }),
    form('/account/sessions/end', '', { text: say('signOutEverywhere'), look: 'plain' }),
  ];
  return `<ul class="rows">${items.join('\n')}</ul>\n<div class="actions">${buttons.join('')}</div>\n`;
}

export function passwordPage(language: PageLanguage, email: string, fault?: Fault): HtmlPage {
  const say = sayIn(language);
  const fields = [
    usernameField(email),
    field(say, passwordField('old', 'oldPassword'), fault),
    field(
      say,
      {
        ...passwordField('password', 'newPassword'),
        ...{ hint: 'newPasswordHint', autocomplete: 'new-password', more: 'minlength="10" maxlength="200"' },
      },
      fault,
    ),
  ];
  return accountPage({
    language,
    title: 'changePassword',
    lede: say('passwordLede'),
    main: `<section>${form('/account/password', fields.join(''), { text: say('save') })}</section>`,
    fault,
  });
}

/** @param hasPasskeys of the person, who may use one instead */
export function confirmPage(
  language: PageLanguage,
  { then, email, hasPasskeys }: { then: string; email: string; hasPasskeys: boolean },
  fault?: Fault,
): HtmlPage {
  const say = sayIn(language);
  const fields =
    hidden('then', then) + usernameField(email) + field(say, passwordField('password', 'password'), fault);
  const passkey = hasPasskeys
    ? `<p><button id="passkey" class="plain" type="button" value="/account/confirm?then=${escapeHtml(encodeURIComponent(then))}" hidden>${say('usePasskey')}</button></p>
<p id="passkey-failed" class="error" role="alert" hidden>${say('passkeyFailed')}</p>`
    : '';
  return accountPage({
    language,
    title: 'confirmTitle',
    lede: say('confirmLede'),
    main: `<section>${form('/account/confirm', fields, { text: say('confirmGo') })}${passkey}</section>`,
    fault,
    ...(hasPasskeys && { script: 'passkey.js' }),
  });
}
