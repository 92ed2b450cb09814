import type { Language } from '../../../platform/messages/languages.js';
import { type Messages, messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import {
  accountPage,
  Field,
  type FieldProps,
  Form,
  Rows,
  Section,
  timeText,
} from '../pages/account-page.view.js';
import type { Fault } from '../pages/form-fault.js';
import type { OwnPasskey } from './passkeys.repository.js';

interface PasskeyListProps {
  language: Language;
  timeZone: string;
  passkeys: OwnPasskey[];
  isLinked?: boolean;
}

export function PasskeyList({ language, timeZone, passkeys, isLinked = false }: PasskeyListProps) {
  const { say, parts } = messages(language);
  if (passkeys.length === 0) return <p>{say('account.noPasskeys')}</p>;
  const at = (time: Date) => ({ time: timeText(language, timeZone, time) });
  return (
    <Rows>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => {
        const label = <bdi>{name}</bdi>;
        return (
          <li>
            {isLinked ? <a href={`/account/passkeys/${id}`}>{label}</a> : <strong>{label}</strong>}{' '}
            <span class="hint">
              {parts('account.created', at(createdAt))},{' '}
              {lastUsedAt ? parts('account.lastUsed', at(lastUsedAt)) : say('account.neverUsed')}
            </span>
          </li>
        );
      })}
    </Rows>
  );
}

interface PasskeysContent {
  passkeys: OwnPasskey[];
  timeZone: string;
  isFull: boolean;
  done?: string | undefined;
}

export function passkeysPage(
  language: Language,
  { passkeys, timeZone, isFull, done }: PasskeysContent,
): HtmlPage {
  const { say } = messages(language);
  return accountPage({
    language,
    title: say('account.passkeys'),
    lede: say('account.passkeysText'),
    main: (
      <>
        <section>
          <PasskeyList language={language} timeZone={timeZone} passkeys={passkeys} isLinked />
        </section>
        <Section heading={say('account.addPasskey')}>
          {isFull ? <p>{say('account.fullPasskeys')}</p> : <NewPasskey say={say} />}
        </Section>
      </>
    ),
    script: 'passkey.js',
    done,
  });
}

const NewPasskey = ({ say }: { say: Messages['say'] }) => (
  <>
    <p id="no-passkeys">{say('account.noWebAuthn')}</p>
    <form id="add-passkey" hidden>
      <NameField say={say} />
      <p id="passkey-failed" class="error" role="alert" hidden>
        {say('account.passkeyFailed')}
      </p>
      <p id="has-passkey" class="error" role="alert" hidden>
        {say('account.hasPasskey')}
      </p>
      <button class="button">{say('account.addPasskey')}</button>
    </form>
  </>
);

const NameField = (props: Pick<FieldProps, 'say' | 'fault' | 'value'>) => (
  <Field {...props} name="name" label="account.passkeyName" hint="account.passkeyNameHint" maxlength={100} />
);

export function passkeyPage(language: Language, { id, name }: OwnPasskey, fault?: Fault): HtmlPage {
  const { say } = messages(language);
  return accountPage({
    language,
    title: say('account.passkeyTitle', { name }),
    main: (
      <>
        <Section heading={say('account.renamePasskey')}>
          <Form action={`/account/passkeys/${id}`} button={say('account.save')}>
            <NameField say={say} value={name} fault={fault} />
          </Form>
        </Section>
        <Section heading={say('account.remove')}>
          <p>{say('account.removePasskeyText')}</p>
          <Form
            action={`/account/passkeys/${id}/remove`}
            look="button danger"
            button={say('account.remove')}
          />
        </Section>
      </>
    ),
    fault,
  });
}
