import type { PageLanguage } from '../../../platform/pages/form-page-messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { escapeHtml } from '../../../platform/text/html.js';
import { type Say, sayIn } from '../pages/account-messages.js';
import { accountPage, type Fault, field, form, hidden, link, section } from '../pages/account-pages.js';
import type { OwnAddress } from '../pages/account.repository.js';

export function addressesPage(
  language: PageLanguage,
  { addresses, isFull, done }: { addresses: OwnAddress[]; isFull: boolean; done?: string | undefined },
  fault?: Fault & { given: string },
): HtmlPage {
  const say = sayIn(language);
  const add = field(
    say,
    {
      ...{ name: 'email', label: 'newAddress', hint: 'newAddressHint', type: 'email', autocomplete: 'email' },
      more: 'maxlength="254"',
      value: fault?.given ?? '',
    },
    fault,
  );
  return accountPage({
    language,
    title: 'addresses',
    lede: say('addressesText'),
    main:
      `<section><ul class="rows">${addresses.map((address) => addressItem(say, address)).join('')}</ul></section>\n` +
      section(
        say('addAddress'),
        isFull
          ? `<p>${say('fullAddresses')}</p>`
          : form('/account/addresses', add, { text: say('addAddress') }),
      ),
    fault,
    done,
  });
}

function addressItem(say: Say, { email, isFirst }: OwnAddress): string {
  const name = escapeHtml(email);
  const label = `<strong><bdi>${name}</bdi></strong>`;
  if (isFirst) return `<li>${label} (${say('firstAddress')})</li>`;
  const which = hidden('email', email);
  const [first, removed] = [say('makeFirstOf', { name }), say('removeOf', { name })];
  return `<li>${label}<div class="actions">
${form('/account/addresses/first', which, { text: say('makeFirst'), label: first, look: 'plain' })}${form('/account/addresses/remove', which, { text: say('remove'), label: removed, look: 'plain' })}</div></li>`;
}

/** Where the link of a mail leads to: a script puts what is behind its `#` into the form. */
export function addressLinkPage(language: PageLanguage, fault?: Fault): HtmlPage {
  const say = sayIn(language);
  const token = field(say, { name: 'token', label: 'linkField', more: 'maxlength="2000"' }, fault);
  return accountPage({
    language,
    title: 'linkTitle',
    lede: say('linkLede'),
    main: `<section>${form('/account/address', `<div id="pasted">${token}</div>`, { text: say('linkTitle') })}</section>`,
    fault,
    script: 'link.js',
  });
}

export function signInFirstPage(language: PageLanguage): HtmlPage {
  const say = sayIn(language);
  return accountPage({
    language,
    title: 'linkTitle',
    lede: say('linkSignIn'),
    main: `<section>${link('/sign-in', say('signIn'))}</section>`,
    isOverview: true,
  });
}
