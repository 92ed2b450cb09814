import type { Language } from '../../../platform/messages/languages.js';
import { type Messages, messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { accountPage, Form, Hidden, Rows, Section, timeText } from '../pages/account-page.view.js';
import { sessionName } from '../pages/session-name.js';
import type { AccountHoldings, HeldSession } from './account-holdings.service.js';

/** Contents of the page on which a person finds out who else may come into their account. */
export interface Review {
  language: Language;
  email: string;
  timeZone: string;
  holdings: AccountHoldings;
  done: string | undefined;
}

interface Held {
  /** Value of the form that confirms it; null where nobody is signed in yet, and nothing can be confirmed. */
  which: string | null;
  name: string;
  isSuspended: boolean;
  more?: string;
}

export function reviewPage({ language, email, timeZone, holdings, done }: Review): HtmlPage {
  const { say, parts } = messages(language);
  const { addresses, passkeys, sessions } = holdings;
  const held = addresses.map(({ email: name, isFirst, isSuspended }) => ({
    ...{ which: name, name, isSuspended },
    ...(isFirst && addresses.length > 1 && { more: say('account.firstAddress') }),
  }));
  return accountPage({
    language,
    title: say('account.review'),
    lede: say('account.reviewLede'),
    done,
    main: (
      <>
        <Section heading={say('account.addresses')}>
          <HeldList say={say} held={held} />
        </Section>
        <Section heading={say('account.passkeys')}>
          <Passkeys say={say} held={passkeys.map((one) => ({ ...one, which: one.id }))} />
        </Section>
        <Section heading={say('account.sessions')}>
          <Sessions language={language} timeZone={timeZone} sessions={sessions} />
        </Section>
        <Section heading={say('account.endAll')}>
          <p>{parts('account.endAllText', { email: <bdi>{email}</bdi> })}</p>
          <Form action="/account/review/end" button={say('account.endAll')} look="button danger" />
        </Section>
      </>
    ),
  });
}

/** The list for somebody who is not signed in yet: it names everything, and has no buttons. */
export function HoldingsOverview({ language, holdings }: { language: Language; holdings: AccountHoldings }) {
  const { say } = messages(language);
  const { addresses, passkeys, sessions } = holdings;
  const named = addresses.map(({ email, isSuspended }) => ({ which: null, name: email, isSuspended }));
  return (
    <>
      <Section heading={say('account.addresses')}>
        <HeldList say={say} held={named} />
      </Section>
      <Section heading={say('account.passkeys')}>
        <Passkeys say={say} held={passkeys.map((one) => ({ ...one, which: null }))} />
      </Section>
      <Section heading={say('account.endedSessions')}>
        <Sessions language={language} timeZone="UTC" sessions={sessions} />
      </Section>
    </>
  );
}

interface HeldListProps {
  say: Messages['say'];
  held: Held[];
}

const Passkeys = ({ say, held }: HeldListProps) =>
  held.length === 0 ? <p>{say('account.noPasskeys')}</p> : <HeldList say={say} held={held} />;

const HeldList = ({ say, held }: HeldListProps) => (
  <Rows>
    {held.map(({ which, name, isSuspended, more }) => {
      const state = [more, isSuspended && say('account.suspended')].filter(Boolean).join(', ');
      return (
        <li>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {state && ` (${state})`}
          {isSuspended && which !== null && (
            <Form
              action="/account/review"
              look="plain"
              button={say('account.isMine')}
              label={say('account.isMineOf', { name })}
            >
              <Hidden name="which" value={which} />
            </Form>
          )}
        </li>
      );
    })}
  </Rows>
);

interface SessionsProps {
  language: Language;
  timeZone: string;
  sessions: HeldSession[];
}

function Sessions({ language, timeZone, sessions }: SessionsProps) {
  const { say, parts } = messages(language);
  if (sessions.length === 0) return <p>{say('account.noSessions')}</p>;
  return (
    <Rows>
      {sessions.map(({ name, lastUsedAt }) => (
        <li>
          <strong>
            <bdi>{sessionName(say, name)}</bdi>
          </strong>{' '}
          <span class="hint">
            {parts('account.lastUsed', { time: timeText(language, timeZone, lastUsedAt) })}
          </span>
        </li>
      ))}
    </Rows>
  );
}
