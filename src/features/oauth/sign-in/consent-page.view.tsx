import { messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { ACCESS_TTL } from '../tokens/token-pairs.service.js';
import { nameIn, signInPage, type SignInPage, SomebodyElse } from './sign-in-page.view.js';

/**
 * For an application that is not known to be what it says (RFC 8252, section 8.6), or that asks for it.
 * @param session of the person who is asked
 * @param isRenewed whether the application gets a refresh token
 */
export function consentPage(
  about: SignInPage & { application: string },
  session: { id: string; email: string },
  isRenewed: boolean,
): HtmlPage {
  const { say, parts } = messages(about.language);
  const { application } = about;
  return signInPage(about, {
    title: say('signIn.allowTitle', { application }),
    text: parts('signIn.allowText', {
      application: nameIn(application),
      email: <bdi>{session.email}</bdi>,
    }),
    main: (
      <>
        <section>
          <p>
            {say('signIn.allowAccess')}{' '}
            {isRenewed ? say('signIn.allowLonger') : say('signIn.allowMinutes', { minutes: ACCESS_TTL / 60 })}
          </p>
          <form class="actions" method="post" action={`${about.path}/consent`}>
            <input type="hidden" name="session" value={session.id} />
            <button class="button" name="answer" value="allow">
              {say('signIn.allow')}
            </button>
            <button class="plain" name="answer" value="deny">
              {say('signIn.deny')}
            </button>
          </form>
        </section>
        <SomebodyElse {...about} />
      </>
    ),
  });
}
