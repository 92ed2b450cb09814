import { messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { Refusal, signInPage, type SignInPage } from './sign-in-page.view.js';

/**
 * Asks for a code that was mailed. The page is equal for every address: it does not say whether somebody has it.
 * @param id of the code
 * @param failed the code was wrong, was used, or is too old
 */
export function mailedCodePage(
  about: SignInPage,
  { id, email, failed }: { id: string; email: string; failed: boolean },
): HtmlPage {
  const { say, parts } = messages(about.language);
  return signInPage(about, {
    title: say('signIn.lookIntoMail'),
    text: parts('signIn.codeOnItsWay', { email: <bdi>{email}</bdi> }),
    ...(failed && { status: 400 }),
    main: (
      <>
        <section>
          <form method="post" action={`${about.path}/by-mail/code`}>
            {failed && <Refusal text={say('signIn.wrongCode')} />}
            <input type="hidden" name="request" value={id} />
            <input type="hidden" name="email" value={email} />
            <label for="code">{say('signIn.code')}</label>
            <input
              id="code"
              name="code"
              inputmode="numeric"
              autocomplete="one-time-code"
              required
              maxlength={40}
              autofocus
            />
            <button class="button">{say('signIn.continue')}</button>
          </form>
        </section>
        <p>
          <a href={about.path}>{say('signIn.anotherCode')}</a>
        </p>
      </>
    ),
  });
}
