import { encode } from 'uqr';
import type { PageLanguage } from '../../../platform/pages/form-page-messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { escapeHtml } from '../../../platform/text/html.js';
import { sayIn } from '../pages/account-messages.js';
import {
  accountPage,
  type Fault,
  type Field,
  field,
  form,
  hidden,
  passwordField,
  section,
  timeText,
  usernameField,
} from '../pages/account-pages.js';
import type { OwnPasskey } from '../passkeys/passkeys.repository.js';

const codeField = (hint: 'codeHint' | 'anyCodeHint'): Field => ({
  name: 'code',
  label: 'code',
  hint,
  autocomplete: 'one-time-code',
  more: hint === 'codeHint' ? 'inputmode="numeric" maxlength="10"' : 'maxlength="40"',
});

/** The secret for an authenticator app, which comes back with a code. */
export interface Enrolment {
  totpUri: string;
  sealed: string;
}

export function enrolmentPage(
  language: PageLanguage,
  { totpUri, sealed }: Enrolment,
  fault?: Fault,
): HtmlPage {
  const say = sayIn(language);
  const key = new URL(totpUri).searchParams.get('secret') ?? '';
  const fields = hidden('sealed', sealed) + field(say, codeField('codeHint'), fault);
  return accountPage({
    language,
    title: 'twoStep',
    lede: say('twoStepText'),
    main:
      section(
        say('scanTitle'),
        `<p>${say('scanText')}</p>
${qrCode(totpUri, say('qrLabel'))}<p><a href="${escapeHtml(totpUri)}">${say('openApp')}</a></p>
<p>${say('keyText')} <code>${(key.match(/.{1,4}/g) ?? []).join(' ')}</code></p>`,
      ) + section(say('codeTitle'), form('/account/two-step', fields, { text: say('turnOn') })),
    fault,
  });
}

/** Black on white, with the quiet zone that scanners need (ISO/IEC 18004). */
function qrCode(text: string, label: string): string {
  const { data } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return `<svg class="qr" viewBox="0 0 ${data.length} ${data.length}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${path}"/></svg>\n`;
}

/** @param isTurnedOn just now; else the codes alone are new */
export function recoveryCodesPage(language: PageLanguage, codes: string[], isTurnedOn: boolean): HtmlPage {
  const say = sayIn(language);
  return accountPage({
    language,
    title: 'codesTitle',
    lede: say('codesLede'),
    main: `<section>${isTurnedOn ? `<p class="state" role="status">${say('codesOnText')}</p>\n` : ''}<p>${say('codesText')}</p>
<ul class="codes">${codes.map((code) => `<li>${code}</li>`).join('')}</ul>
<p><a class="button" href="/account">${say('codesDone')}</a></p></section>`,
    isOverview: true,
  });
}

/** @param isProven by a passkey a moment ago: nothing else is asked */
export function twoStepPage(
  language: PageLanguage,
  { codesLeft, isProven, email }: { codesLeft: number; isProven: boolean; email: string },
  fault?: Fault,
): HtmlPage {
  const say = sayIn(language);
  const code = (name: string): string => (isProven ? '' : field(say, codeField('anyCodeHint'), fault, name));
  const password = isProven
    ? ''
    : usernameField(email) + field(say, passwordField('password', 'password'), fault, 'off-');
  return accountPage({
    language,
    title: 'twoStep',
    main:
      section(
        say('newCodes'),
        `<p>${say('codesLeft', { count: String(codesLeft) })}. ${say('newCodesText')}</p>
${form('/account/two-step/codes', code('codes-'), { text: say('newCodes') })}`,
      ) +
      section(
        say('turnOff'),
        `<p>${say('turnOffText')}</p>
${form('/account/two-step/off', password + code('off-'), { text: say('turnOff'), look: 'button danger' })}`,
      ),
    fault,
  });
}

export function passkeyList(
  language: PageLanguage,
  timeZone: string,
  passkeys: OwnPasskey[],
  isLinked = false,
): string {
  const say = sayIn(language);
  if (passkeys.length === 0) return `<p>${say('noPasskeys')}</p>\n`;
  const items = passkeys.map(({ id, name, createdAt, lastUsedAt }) => {
    const at = (time: Date) => ({ time: timeText(language, timeZone, time) });
    const used = lastUsedAt ? say('lastUsed', at(lastUsedAt)) : say('neverUsed');
    const label = `<bdi>${escapeHtml(name)}</bdi>`;
    return `<li>${isLinked ? `<a href="/account/passkeys/${id}">${label}</a>` : `<strong>${label}</strong>`}
<span class="hint">${say('created', at(createdAt))}, ${used}</span></li>`;
  });
  return `<ul class="rows">${items.join('\n')}</ul>\n`;
}

export function passkeysPage(
  language: PageLanguage,
  of: { passkeys: OwnPasskey[]; timeZone: string; isFull: boolean; done?: string | undefined },
): HtmlPage {
  const say = sayIn(language);
  const add = `<p id="no-passkeys">${say('noWebAuthn')}</p>
<form id="add-passkey" hidden>
${field(say, { name: 'name', label: 'passkeyName', hint: 'passkeyNameHint', more: 'maxlength="100"' })}<p id="passkey-failed" class="error" role="alert" hidden>${say('passkeyFailed')}</p>
<p id="has-passkey" class="error" role="alert" hidden>${say('hasPasskey')}</p>
<button class="button">${say('addPasskey')}</button>
</form>`;
  return accountPage({
    language,
    title: 'passkeys',
    lede: say('passkeysText'),
    main:
      `<section>${passkeyList(language, of.timeZone, of.passkeys, true)}</section>\n` +
      section(say('addPasskey'), of.isFull ? `<p>${say('fullPasskeys')}</p>` : add),
    script: 'passkey.js',
    done: of.done,
  });
}

export function passkeyPage(language: PageLanguage, { id, name }: OwnPasskey, fault?: Fault): HtmlPage {
  const say = sayIn(language);
  const rename = field(
    say,
    { name: 'name', label: 'passkeyName', hint: 'passkeyNameHint', more: 'maxlength="100"', value: name },
    fault,
  );
  return accountPage({
    language,
    title: 'passkeyTitle',
    given: { name },
    main:
      section(say('renamePasskey'), form(`/account/passkeys/${id}`, rename, { text: say('save') })) +
      section(
        say('remove'),
        `<p>${say('removePasskeyText')}</p>
${form(`/account/passkeys/${id}/remove`, '', { text: say('remove'), look: 'button danger' })}`,
      ),
    fault,
  });
}
