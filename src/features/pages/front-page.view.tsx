import { htmlPage } from '../../platform/pages/page.view.js';

/** How an assistant's client starts the tool server; the folder is the reader's to name. */
const toolServer = (siteUrl: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        'school-directory': {
          command: 'npm',
          args: ['run', '--silent', '--prefix', '/path/to/school-directory', 'mcp'],
          env: { API_BASE_URL: siteUrl, API_TOKEN: 'your access token' },
        },
      },
    },
    null,
    2,
  );

const State = ({ ready }: { ready: boolean }) =>
  ready ? (
    <p class="state" role="status">
      Ready: everything that is needed answers
    </p>
  ) : (
    <p class="state ill" role="status">
      Not ready: try again in a moment
    </p>
  );

const Build = () => (
  <section aria-labelledby="build">
    <h2 id="build">Build with it</h2>
    <ul>
      <li>
        <a href="/docs">API documentation</a>: sign in there and try every operation
      </li>
      <li>
        <a href="/.well-known/openid-configuration">How apps sign people in</a>: OpenID Connect and OAuth 2.1,
        with PKCE or a device's code
      </li>
      <li>
        OpenAPI document as <a href="/docs/openapi.json">JSON</a> or <a href="/docs/openapi.yaml">YAML</a>,
        and as <a href="/docs/openapi-3.1.json">OpenAPI 3.1</a> for validators
      </li>
    </ul>
  </section>
);

const Calendar = () => (
  <section aria-labelledby="calendar">
    <h2 id="calendar">Subscribe a calendar</h2>
    <p>Your school's app does this for you. By hand:</p>
    <ol>
      <li>
        Call <code>{'POST /api/v1/schools/{schoolId}/calendar/subscriptions'}</code>, in the documentation for
        example.
      </li>
      <li>
        The answer has three addresses: <code>webcal_url</code> opens the calendar app of most devices,{' '}
        <code>google_url</code> adds the calendar to Google Calendar, and <code>feed_url</code> is for every
        other program: paste it where it asks for a calendar's address.
      </li>
      <li>
        Keep the address to yourself: whoever has it reads your calendar. Delete the subscription to end it.
      </li>
    </ol>
  </section>
);

const Assistant = ({ siteUrl }: { siteUrl: string }) => (
  <section aria-labelledby="assistant">
    <h2 id="assistant">Ask an assistant</h2>
    <p>
      A small program on your own computer lets an assistant read, with your access token, what you may read,
      and change nothing. It speaks the Model Context Protocol. This prints a token of your own, good for 15
      minutes:
    </p>
    <pre>
      <code>npm run --silent login -- --site {siteUrl}</code>
    </pre>
    <p>Its configuration:</p>
    <pre>
      <code>{toolServer(siteUrl)}</code>
    </pre>
  </section>
);

/** What the office of a school does from Monday to Friday: each call, and what it is for. */
const OFFICE_WEEK = [
  ['POST /schools/{schoolId}/menus', "the week's lunches"],
  ['POST /schools/{schoolId}/notices', 'what everybody has to know'],
  ['GET /schools/{schoolId}/notices/{noticeId}/deliveries', 'whom it has not reached'],
  ['POST /schools/{schoolId}/polls', 'a question to the families'],
  ['POST /schools/{schoolId}/signups', 'car pools of half a year, by one rule'],
  ['GET /signups/{signupId}/management', 'who has claimed what'],
  ['POST /schools/{schoolId}/permission-slips', 'a trip that has to be allowed'],
  ['POST /permission-slips/{slipId}/reminders', 'for those who owe an answer'],
  ['POST /permission-slips/{slipId}/paper-responses', 'an answer that came on paper'],
  ['GET /permission-slips/{slipId}/responses.pdf', 'all signed slips, for the teacher on the bus'],
] as const;

const OfficeWeek = ({ admin }: { admin: string }) => (
  <section aria-labelledby="office">
    <h2 id="office">Run the office of the demo school</h2>
    <p>
      Sign in at the <a href="/docs">documentation</a> as <code>{admin}</code>. Ten calls make the week of an
      office:
    </p>
    <ol>
      {OFFICE_WEEK.map(([call, purpose]) => (
        <li>
          <code>{call}</code>: {purpose}
        </li>
      ))}
    </ol>
  </section>
);

/**
 * A page that names the service, its health, and where to go from here; nothing about any school.
 * @param admin address of an admin of the demo; null where none is open
 */
export const frontPage = (siteUrl: string, ready: boolean, admin: string | null): string =>
  htmlPage({
    language: 'en',
    title: 'School Directory',
    lede: (
      <>
        <p class="lede">
          The directory of a school's families and staff, as a service for apps: who is in the class, what is
          for lunch, when the game is, which slip to sign. People see what is meant for them, and nobody sees
          anything without signing in.
        </p>
        <State ready={ready} />
      </>
    ),
    main: (
      <>
        <Build />
        {admin && <OfficeWeek admin={admin} />}
        <Calendar />
        <Assistant siteUrl={siteUrl} />
      </>
    ),
    footer: (
      <p>
        For machines: <a href="/healthz">/healthz</a> says that the process lives,{' '}
        <a href="/readyz">/readyz</a> that it can serve.
      </p>
    ),
  });
