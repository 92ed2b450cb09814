import { encode } from 'uqr';
import type { Language } from '../../../platform/messages/languages.js';
import { type Messages, messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import {
  accountPage,
  Field,
  Form,
  Hidden,
  PasswordField,
  Section,
  UsernameField,
} from '../pages/account-page.view.js';
import type { Fault } from '../pages/form-fault.js';

/** The secret for an authenticator app, which comes back with a code. */
export interface Enrolment {
  totpUri: string;
  sealed: string;
}

export function enrolmentPage(language: Language, { totpUri, sealed }: Enrolment, fault?: Fault): HtmlPage {
  const { say } = messages(language);
  const key = new URL(totpUri).searchParams.get('secret') ?? '';
  return accountPage({
    language,
    title: say('account.twoStep'),
    lede: say('account.twoStepText'),
    main: (
      <>
        <Section heading={say('account.scanTitle')}>
          <p>{say('account.scanText')}</p>
          <QrCode text={totpUri} label={say('account.qrLabel')} />
          <p>
            <a href={totpUri}>{say('account.openApp')}</a>
          </p>
          <p>
            {say('account.keyText')} <code>{(key.match(/.{1,4}/g) ?? []).join(' ')}</code>
          </p>
        </Section>
        <Section heading={say('account.codeTitle')}>
          <Form action="/account/two-step" button={say('account.turnOn')}>
            <Hidden name="sealed" value={sealed} />
            <Field
              say={say}
              name="code"
              label="account.code"
              hint="account.codeHint"
              autocomplete="one-time-code"
              inputmode="numeric"
              maxlength={10}
              fault={fault}
            />
          </Form>
        </Section>
      </>
    ),
    fault,
  });
}

/** Black on white, with the quiet zone that scanners need (ISO/IEC 18004). */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  const size = data.length;
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** @param isTurnedOn just now; else the codes alone are new */
export function recoveryCodesPage(language: Language, codes: string[], isTurnedOn: boolean): HtmlPage {
  const { say } = messages(language);
  return accountPage({
    language,
    title: say('account.codesTitle'),
    lede: say('account.codesLede'),
    main: (
      <section>
        {isTurnedOn && (
          <p class="state" role="status">
            {say('account.codesOnText')}
          </p>
        )}
        <p>{say('account.codesText')}</p>
        <ul class="codes">
          {codes.map((code) => (
            <li>{code}</li>
          ))}
        </ul>
        <p>
          <a class="button" href="/account">
            {say('account.codesDone')}
          </a>
        </p>
      </section>
    ),
    isOverview: true,
  });
}

/** @param isProven by a passkey a moment ago: nothing else is asked */
export function twoStepPage(
  language: Language,
  { codesLeft, isProven, email }: { codesLeft: number; isProven: boolean; email: string },
  fault?: Fault,
): HtmlPage {
  const { say } = messages(language);
  return accountPage({
    language,
    title: say('account.twoStep'),
    main: (
      <>
        <Section heading={say('account.newCodes')}>
          <p>
            {say('account.codesLeft', { count: codesLeft })}. {say('account.newCodesText')}
          </p>
          <Form action="/account/two-step/codes" button={say('account.newCodes')}>
            {!isProven && <AnyCode say={say} fault={fault} form="codes-" />}
          </Form>
        </Section>
        <Section heading={say('account.turnOff')}>
          <p>{say('account.turnOffText')}</p>
          <Form action="/account/two-step/off" button={say('account.turnOff')} look="button danger">
            {!isProven && (
              <>
                <UsernameField email={email} />
                <PasswordField say={say} fault={fault} form="off-" name="password" label="account.password" />
                <AnyCode say={say} fault={fault} form="off-" />
              </>
            )}
          </Form>
        </Section>
      </>
    ),
    fault,
  });
}

interface AnyCodeProps {
  say: Messages['say'];
  fault: Fault | undefined;
  form: string;
}

const AnyCode = (props: AnyCodeProps) => (
  <Field
    {...props}
    name="code"
    label="account.code"
    hint="account.anyCodeHint"
    autocomplete="one-time-code"
    maxlength={40}
  />
);
