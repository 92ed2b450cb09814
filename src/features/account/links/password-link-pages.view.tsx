import type { Language } from '../../../platform/messages/languages.js';
import { messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import type { AccountHoldings } from '../held-data/account-holdings.service.js';
import { HoldingsOverview } from '../held-data/review-pages.view.js';
import { LINK_MINUTES } from '../mails/account-mail-text.js';
import {
  Actions,
  ButtonLink,
  FieldError,
  linkPage,
  NewPassword,
  PastedSecret,
  Secret,
  WRONG,
} from './link-page.view.js';

/**
 * Asks for the address of whoever has no password, or no longer knows it.
 * @param wrong what was typed, and is no address
 */
export function forgottenPage(language: Language, { wrong = null as string | null } = {}): HtmlPage {
  const { say } = messages(language);
  return linkPage(language, {
    title: say('mailedLinks.forgotten.title'),
    text: say('mailedLinks.forgotten.text'),
    ...(wrong !== null && { status: 400 }),
    main: (
      <>
        <section>
          <form method="post" action="/password/forgotten">
            {wrong !== null && <FieldError text={say('mailedLinks.wrongEmail')} />}
            <label for="email">{say('signIn.email')}</label>
            <input
              id="email"
              name="email"
              type="email"
              value={wrong ?? ''}
              autocomplete="username"
              required
              maxlength={254}
              {...(wrong !== null && WRONG)}
            />
            <button class="button">{say('mailedLinks.sendLink')}</button>
          </form>
        </section>
        <p>
          <a href="/sign-in">{say('signIn.signIn')}</a>
        </p>
      </>
    ),
  });
}

/** The page is equal for every address: it does not say whether somebody has it. */
export function linkSentPage(language: Language): HtmlPage {
  const { say } = messages(language);
  return linkPage(language, {
    title: say('mailedLinks.linkSent.title'),
    text: say('mailedLinks.linkSent.text', { minutes: LINK_MINUTES }),
    main: (
      <section>
        <p>{say('mailedLinks.linkSentHint')}</p>
        <p>
          <a href="/password/forgotten">{say('mailedLinks.again')}</a>
        </p>
      </section>
    ),
  });
}

/** @param secret of a link that the person has brought already; empty: the script finds it in the address */
export function setPasswordPage(
  language: Language,
  { secret = '', email = null as string | null, isWeak = false } = {},
): HtmlPage {
  const { say } = messages(language);
  return linkPage(language, {
    title: say('mailedLinks.setPassword.title'),
    text: say('mailedLinks.setPassword.text'),
    hasSecret: true,
    ...(isWeak && { status: 400 }),
    main: (
      <section>
        <form method="post" action="/password/set">
          {isWeak && <FieldError text={say('mailedLinks.weak')} />}
          {secret ? <Secret value={secret} /> : <PastedSecret language={language} />}
          <NewPassword language={language} email={email} isWeak={isWeak} />
          <button class="button">{say('mailedLinks.setPassword.title')}</button>
        </form>
      </section>
    ),
  });
}

/** It names everything that leads into the account: whoever was in it may have left something. */
export function passwordSetPage(language: Language, holdings: AccountHoldings): HtmlPage {
  const { say } = messages(language);
  return linkPage(language, {
    title: say('mailedLinks.passwordSet.title'),
    text: say('mailedLinks.passwordSet.text'),
    main: (
      <>
        <HoldingsOverview language={language} holdings={holdings} />
        <p>{say('account.setReview')}</p>
        <Actions>
          <ButtonLink href="/account/review" text={say('account.signInToReview')} />{' '}
          <a href="/sign-in">{say('signIn.signIn')}</a>
        </Actions>
      </>
    ),
  });
}

export function voidPasswordLinkPage(language: Language): HtmlPage {
  const { say } = messages(language);
  return linkPage(language, {
    title: say('mailedLinks.voidPasswordLink.title'),
    text: say('mailedLinks.voidPasswordLink.text', { minutes: LINK_MINUTES }),
    main: (
      <Actions>
        <ButtonLink href="/password/forgotten" text={say('mailedLinks.newLink')} />
      </Actions>
    ),
    status: 400,
  });
}
