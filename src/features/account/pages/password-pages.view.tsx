import type { Language } from '../../../platform/messages/languages.js';
import { type Messages, messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { accountPage, Field, Form, Hidden, PasswordField, UsernameField } from './account-page.view.js';
import type { Fault } from './form-fault.js';

export function passwordPage(language: Language, email: string, fault?: Fault): HtmlPage {
  const { say } = messages(language);
  return accountPage({
    language,
    title: say('account.changePassword'),
    lede: say('account.passwordLede'),
    main: (
      <section>
        <Form action="/account/password" button={say('account.save')}>
          <UsernameField email={email} />
          <PasswordField say={say} name="old" label="account.oldPassword" fault={fault} />
          <Field
            say={say}
            name="password"
            label="account.newPassword"
            hint="account.newPasswordHint"
            type="password"
            autocomplete="new-password"
            minlength={10}
            maxlength={200}
            fault={fault}
          />
        </Form>
      </section>
    ),
    fault,
  });
}

/** @param hasPasskeys of the person, who may use one instead */
export function confirmPage(
  language: Language,
  { then, email, hasPasskeys }: { then: string; email: string; hasPasskeys: boolean },
  fault?: Fault,
): HtmlPage {
  const { say } = messages(language);
  return accountPage({
    language,
    title: say('account.confirmTitle'),
    lede: say('account.confirmLede'),
    main: (
      <section>
        <Form action="/account/confirm" button={say('account.confirmGo')}>
          <Hidden name="then" value={then} />
          <UsernameField email={email} />
          <PasswordField say={say} name="password" label="account.password" fault={fault} />
        </Form>
        {hasPasskeys && <PasskeyInstead say={say} then={then} />}
      </section>
    ),
    fault,
    ...(hasPasskeys && { script: 'passkey.js' }),
  });
}

const PasskeyInstead = ({ say, then }: { say: Messages['say']; then: string }) => (
  <>
    <p>
      <button
        id="passkey"
        class="plain"
        type="button"
        hidden
        value={`/account/confirm?then=${encodeURIComponent(then)}`}
      >
        {say('account.usePasskey')}
      </button>
    </p>
    <p id="passkey-failed" class="error" role="alert" hidden>
      {say('account.passkeyFailed')}
    </p>
  </>
);
