import type { Language } from '../../../platform/messages/languages.js';
import { type Messages, messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { PasskeyList } from '../passkeys/passkey-pages.view.js';
import type { OwnAddress, OwnSettings } from './account.repository.js';
import { sessionName } from './session-name.js';
import { accountPage, Form, Link, Rows, Section, timeText } from './account-page.view.js';

/** A session, as `GET /me/sessions` has it. */
export interface OwnSession {
  id: string;
  client_name: string;
  created_at: string;
  last_used_at: string;
  current: boolean;
}

export interface Overview {
  language: Language;
  email: string;
  settings: OwnSettings;
  sessions: OwnSession[];
  done: string | undefined;
}

export function overviewPage(overview: Overview): HtmlPage {
  const { language, email, settings, done } = overview;
  const { say } = messages(language);
  return accountPage({
    language,
    title: say('account.title'),
    lede: <bdi>{email}</bdi>,
    done,
    isOverview: true,
    main: (
      <>
        {settings.suspended > 0 && (
          <section>
            <p role="alert">{say('account.suspendedNotice')}</p>
            <Link path="/account/review" text={say('account.lookAtIt')} />
          </section>
        )}
        <SignInSections {...overview} />
        <Section heading={say('account.sessions')}>
          <Sessions {...overview} />
        </Section>
        <Section heading={say('account.held')}>
          <p>{say('account.heldText')}</p>
          <Form action="/account/export" button={say('account.download')} />
        </Section>
      </>
    ),
  });
}

/** Everything that a person signs in with. */
function SignInSections({ language, settings }: Overview) {
  const { say } = messages(language);
  const { addresses, passkeys, timeZone } = settings;
  return (
    <>
      <Section heading={say('account.password')}>
        <p>{say('account.passwordText')}</p>
        <Link path="/account/password" text={say('account.changePassword')} />
      </Section>
      <Section heading={say('account.twoStep')}>
        <TwoStepState say={say} settings={settings} />
      </Section>
      <Section heading={say('account.passkeys')}>
        <p>{say('account.passkeysText')}</p>
        <PasskeyList language={language} timeZone={timeZone} passkeys={passkeys} />
        <Link path="/account/passkeys" text={say('account.managePasskeys')} />
      </Section>
      <Section heading={say('account.addresses')}>
        <Addresses say={say} addresses={addresses} />
        <Link path="/account/addresses" text={say('account.changeAddresses')} />
      </Section>
    </>
  );
}

const TwoStepState = ({ say, settings }: { say: Messages['say']; settings: OwnSettings }) =>
  settings.twoStep ? (
    <>
      <p class="state">{say('account.isOn')}</p>
      <p>{say('account.codesLeft', { count: settings.codesLeft })}</p>
      <Link path="/account/two-step" text={say('account.manageTwoStep')} />
    </>
  ) : (
    <>
      <p>
        <strong>{say('account.isOff')}.</strong> {say('account.twoStepText')}
      </p>
      <Link path="/account/two-step" text={say('account.turnOn')} />
    </>
  );

const Addresses = ({ say, addresses }: { say: Messages['say']; addresses: OwnAddress[] }) => (
  <Rows>
    {addresses.map(({ email, isFirst }) => (
      <li>
        <bdi>{email}</bdi>
        {isFirst && addresses.length > 1 && ` (${say('account.firstAddress')})`}
      </li>
    ))}
  </Rows>
);

function Sessions({ language, settings: { timeZone }, sessions }: Overview) {
  const { say } = messages(language);
  return (
    <>
      <Rows>
        {sessions.map((session) => (
          <Session language={language} timeZone={timeZone} session={session} />
        ))}
      </Rows>
      <div class="actions">
        <Form action="/account/sign-out" button={say('account.signOut')} />
        <Form action="/account/sessions/end" button={say('account.signOutEverywhere')} look="plain" />
      </div>
    </>
  );
}

interface SessionProps {
  language: Language;
  timeZone: string;
  session: OwnSession;
}

function Session({ language, timeZone, session: { id, client_name, current, ...session } }: SessionProps) {
  const { say, parts } = messages(language);
  const name = sessionName(say, client_name);
  const at = (time: string) => ({ time: timeText(language, timeZone, time) });
  return (
    <li>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {current && ` (${say('account.thisBrowser')})`}{' '}
      <span class="hint">
        {parts('account.created', at(session.created_at))},{' '}
        {parts('account.lastUsed', at(session.last_used_at))}
      </span>
      {!current && (
        <Form
          action={`/account/sessions/${id}/end`}
          button={say('account.signOut')}
          label={say('account.signOutOf', { name })}
          look="plain"
        />
      )}
    </li>
  );
}
