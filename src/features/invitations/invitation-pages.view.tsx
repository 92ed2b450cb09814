import type { Child } from 'hono/jsx';
import type { Language } from '../../platform/messages/languages.js';
import { messages } from '../../platform/messages/messages.js';
import { linkPath } from '../../platform/pages/app-links.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { singleLine } from '../../platform/text/shortened.js';
import {
  Actions,
  ButtonLink,
  FieldError,
  LabelWithHint,
  linkPage,
  NewPassword,
  PastedSecret,
  Secret,
  SignInButton,
} from '../account/links/link-page.view.js';

/** It knows nothing of whom the link is for: programs that look at mail open it, too. */
export function invitationPage(language: Language): HtmlPage {
  const { say } = messages(language);
  return linkPage(language, {
    title: say('mailedLinks.invitation.title'),
    text: say('mailedLinks.invitation.text'),
    hasSecret: true,
    main: (
      <section>
        <form method="post" action="/invitation/open">
          <PastedSecret language={language} />
          <button class="button">{say('mailedLinks.openInvitation')}</button>
        </form>
      </section>
    ),
  });
}

/** An invitation as its owner sees it. */
export interface InvitationView {
  secret: string;
  school: { id: string; name: string };
  email: string;
  /** They sign in with a password that they have. */
  hasAccount: boolean;
  /** True where the name of the person is not known yet. */
  asksName: boolean;
}

export function openedInvitationPage(
  language: Language,
  { secret, school, email, hasAccount, asksName }: InvitationView,
  { isWeak = false } = {},
): HtmlPage {
  const { say, parts } = messages(language);
  return linkPage(language, {
    ...named(language, 'mailedLinks.invitedBy', school),
    text: parts('mailedLinks.invitedAs', { email: <bdi>{email}</bdi> }),
    ...(isWeak && { status: 400 }),
    main: (
      <section>
        <form method="post" action="/invitation">
          {isWeak && <FieldError text={say('mailedLinks.weak')} />}
          <Secret value={secret} />
          {hasAccount ? (
            <p>{say('mailedLinks.hasAccount')}</p>
          ) : (
            <>
              {asksName && <Names language={language} />}
              <NewPassword language={language} email={email} isWeak={isWeak} />
            </>
          )}
          <button class="button">{say('mailedLinks.accept')}</button>
        </form>
      </section>
    ),
  });
}

type NamingSchool = 'mailedLinks.invitedBy' | 'mailedLinks.accepted' | 'mailedLinks.welcome';

function named(
  language: Language,
  key: NamingSchool,
  { name }: { name: string },
): { title: string; heading: Child } {
  const { say, parts } = messages(language);
  const school = singleLine(name);
  return { title: say(key, { school }), heading: parts(key, { school: <bdi>{school}</bdi> }) };
}

function Names({ language }: { language: Language }) {
  const { say } = messages(language);
  const hint = say('mailedLinks.optional');
  return (
    <>
      <LabelWithHint id="first-name" label={say('mailedLinks.firstName')} hint={hint} />
      <input id="first-name" name="first_name" autocomplete="given-name" maxlength={200} />
      <LabelWithHint id="last-name" label={say('mailedLinks.lastName')} hint={hint} />
      <input id="last-name" name="last_name" autocomplete="family-name" maxlength={200} />
    </>
  );
}

/** @param isSignedIn in this browser; else they have to sign in as always */
export function acceptedPage(
  language: Language,
  school: { id: string; name: string },
  { isSignedIn }: { isSignedIn: boolean },
): HtmlPage {
  const { say } = messages(language);
  const app = `/${linkPath({ schoolId: school.id })}`;
  return linkPage(language, {
    ...named(language, isSignedIn ? 'mailedLinks.welcome' : 'mailedLinks.accepted', school),
    text: say(isSignedIn ? 'mailedLinks.welcomeText' : 'mailedLinks.acceptedText'),
    main: isSignedIn ? (
      <Actions>
        <ButtonLink href={app} text={say('mailedLinks.openApp')} />{' '}
        <a href="/account">{say('mailedLinks.account')}</a>
      </Actions>
    ) : (
      <Actions>
        <SignInButton language={language} /> <a href={app}>{say('mailedLinks.openApp')}</a>
      </Actions>
    ),
  });
}

/** The link is too old; what it leads to is open still. */
export function staleInvitationPage(language: Language, secret: string): HtmlPage {
  const { say } = messages(language);
  return linkPage(language, {
    title: say('mailedLinks.stale.title'),
    text: say('mailedLinks.stale.text'),
    main: (
      <form method="post" action="/invitation/renew">
        <Secret value={secret} />
        <button class="button">{say('mailedLinks.renew')}</button>
      </form>
    ),
    status: 400,
  });
}

export function renewedInvitationPage(language: Language): HtmlPage {
  const { say } = messages(language);
  return linkPage(language, {
    title: say('mailedLinks.renewed.title'),
    text: say('mailedLinks.renewed.text'),
    main: (
      <section>
        <p>{say('mailedLinks.linkSentHint')}</p>
      </section>
    ),
  });
}

/** @param was what the school has taken back, or a link that is none, or was used */
export function voidInvitationPage(language: Language, was: 'closed' | 'void'): HtmlPage {
  const { say } = messages(language);
  const isClosed = was === 'closed';
  return linkPage(language, {
    title: say(isClosed ? 'mailedLinks.closed.title' : 'mailedLinks.voidInvitation.title'),
    text: say(isClosed ? 'mailedLinks.closed.text' : 'mailedLinks.voidInvitation.text'),
    main: (
      <Actions>
        <SignInButton language={language} />
      </Actions>
    ),
    status: 400,
  });
}
