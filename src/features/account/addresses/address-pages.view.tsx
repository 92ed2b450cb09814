import type { Language } from '../../../platform/messages/languages.js';
import { type Messages, messages } from '../../../platform/messages/messages.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { accountPage, Field, Form, Hidden, Link, Rows, Section } from '../pages/account-page.view.js';
import type { Fault } from '../pages/form-fault.js';
import type { OwnAddress } from '../pages/account.repository.js';

interface AddressesContent {
  addresses: OwnAddress[];
  isFull: boolean;
  done?: string | undefined;
}

export function addressesPage(
  language: Language,
  { addresses, isFull, done }: AddressesContent,
  fault?: Fault & { given: string },
): HtmlPage {
  const { say } = messages(language);
  return accountPage({
    language,
    title: say('account.addresses'),
    lede: say('account.addressesText'),
    main: (
      <>
        <section>
          <Rows>
            {addresses.map((address) => (
              <Address say={say} {...address} />
            ))}
          </Rows>
        </section>
        <Section heading={say('account.addAddress')}>
          {isFull ? <p>{say('account.fullAddresses')}</p> : <NewAddress say={say} fault={fault} />}
        </Section>
      </>
    ),
    fault,
    done,
  });
}

interface NewAddressProps {
  say: Messages['say'];
  fault: (Fault & { given: string }) | undefined;
}

const NewAddress = ({ say, fault }: NewAddressProps) => (
  <Form action="/account/addresses" button={say('account.addAddress')}>
    <Field
      say={say}
      name="email"
      label="account.newAddress"
      hint="account.newAddressHint"
      type="email"
      autocomplete="email"
      maxlength={254}
      value={fault?.given ?? ''}
      fault={fault}
    />
  </Form>
);

function Address({ say, email: name, isFirst }: OwnAddress & { say: Messages['say'] }) {
  return (
    <li>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {isFirst ? (
        ` (${say('account.firstAddress')})`
      ) : (
        <div class="actions">
          <Form
            action="/account/addresses/first"
            look="plain"
            button={say('account.makeFirst')}
            label={say('account.makeFirstOf', { name })}
          >
            <Hidden name="email" value={name} />
          </Form>
          <Form
            action="/account/addresses/remove"
            look="plain"
            button={say('account.remove')}
            label={say('account.removeOf', { name })}
          >
            <Hidden name="email" value={name} />
          </Form>
        </div>
      )}
    </li>
  );
}

/** Where the link of a mail leads to: a script puts what is behind its `#` into the form. */
export function addressLinkPage(language: Language, fault?: Fault): HtmlPage {
  const { say } = messages(language);
  return accountPage({
    language,
    title: say('account.linkTitle'),
    lede: say('account.linkLede'),
    main: (
      <section>
        <Form action="/account/address" button={say('account.linkTitle')}>
          <div id="pasted">
            <Field say={say} name="token" label="account.linkField" maxlength={2000} fault={fault} />
          </div>
        </Form>
      </section>
    ),
    fault,
    script: 'link.js',
  });
}

export function signInFirstPage(language: Language): HtmlPage {
  const { say } = messages(language);
  return accountPage({
    language,
    title: say('account.linkTitle'),
    lede: say('account.linkSignIn'),
    main: (
      <section>
        <Link path="/sign-in" text={say('account.signIn')} />
      </section>
    ),
    isOverview: true,
  });
}
