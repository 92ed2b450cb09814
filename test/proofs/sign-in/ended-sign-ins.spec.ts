import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApplicationsService } from '../../../src/features/oauth/applications.service.js';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import { anApplication, aPersonWithPassword } from '../../support/application.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { aConfidentialApp, aPublicApp, OauthApp } from '../../support/sign-in/oauth-app.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { SigningBrowser, startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/processes/two-processes.js';

/** Reads and renewals with what was given out before; more by ENDED_SIGN_INS. */
const TRIES = Number(process.env.ENDED_SIGN_INS ?? 20);

let t: TestApp;
let processes: ServiceProcess[];
let school: TestSchool;

beforeAll(async () => {
  t = await startAtItsAddress();
  school = await aSchool(t);
  processes = await Promise.all([startBeside(t), startBeside(t)]);
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await t.close();
});

/** Everything that somebody holds who has signed in wherever one can. */
interface Held {
  member: TestMember;
  /** Access tokens. */
  access: string[];
  refresh: { app: OauthApp; token: string }[];
  browser: SigningBrowser;
  web: OauthApp;
  idToken: string;
}

async function signedInEverywhere(): Promise<Held> {
  const member = await school.parent({}, await aPersonWithPassword(t));
  const browser = new SigningBrowser(t.url);
  const [web, confidential] = [await aPublicApp(t), await aConfidentialApp(t)];
  const first = await web.tokens(member, {}, browser);
  const second = await confidential.tokens(member, {}, browser);
  const { body: renewed } = await confidential.refresh(second.refresh_token);
  const { body: pair } = await (await anApplication(t)).signIn(member);
  return {
    ...{ member, browser, web, idToken: first.id_token },
    access: [first.access_token, second.access_token, renewed.access_token, pair.access_token],
    refresh: [
      { app: web, token: first.refresh_token },
      { app: confidential, token: renewed.refresh_token as string },
    ],
  };
}

/** What is over after a change: of all that was held, or of a part of it. */
type Change = (held: Held) => Promise<Partial<Held>>;

const CHANGES: Record<string, Change> = {
  'a changed password': async (held) => {
    await t.app.get(CredentialsService).setPassword(held.member.userId, 'another one of theirs');
    return held;
  },
  'two-step verification that was turned on': async (held) => {
    await t.app.get(CredentialsService).setUpTwoStep(held.member.userId, held.member.email);
    return held;
  },
  'signing out': async (held) => {
    await held.browser.open(`/oauth/sign-out?id_token_hint=${held.idToken}`);
    await held.browser.submit('/oauth/sign-out/confirm', { logout: 'yes' });
    return { ...held, access: held.access.slice(0, 1), refresh: held.refresh.slice(0, 1) };
  },
  'an application that was revoked': async (held) => {
    await t.app.get(ApplicationsService).revoke(held.web.clientId);
    const { access, refresh } = held;
    return { access: access.slice(0, 1), refresh: refresh.slice(0, 1) };
  },
  // Who belongs to no school any more may sign in, and reads of nobody but of themselves (contract section 17, rule 3).
  'deactivation in every school': async ({ access, refresh, member }) => {
    await t.dataSource.query(`update memberships set deactivated_at = now() where user_id = $1`, [
      member.userId,
    ]);
    return { access, refresh };
  },
};

const read = async ({ api }: ServiceProcess, token: string): Promise<number> =>
  (await api.get(`/schools/${school.id}/students`, { token })).status;

/** Whether a browser that was signed in gets a code without a word. */
async function isLetIn(
  service: ServiceProcess,
  { browser, web }: Pick<Held, 'browser' | 'web'>,
): Promise<boolean> {
  const there = new SigningBrowser(service.url);
  there.copyCookies(browser);
  const { pathname, search } = new URL(web.address({ prompt: 'none' }));
  return (await there.open(`${pathname}${search}`)).url.searchParams.has('code');
}

it.each(Object.keys(CHANGES))(
  'lets nobody read or renew with what is older than %s',
  async (name) => {
    const share = TRIES / Object.keys(CHANGES).length;
    const tried = { times: 0, letIn: 0 };
    const count = (isLetInAgain: boolean): void => {
      tried.times += 1;
      tried.letIn += Number(isLetInAgain);
    };
    while (tried.times < share) {
      const held = await signedInEverywhere();
      // Each process has verified each token, and may remember it.
      for (const service of processes)
        for (const token of held.access) expect(await read(service, token)).toBe(200);
      expect(await isLetIn(processes[0]!, held)).toBe(true);
      const { access = [], refresh = [], browser } = await CHANGES[name]!(held);
      const reads = processes.flatMap((service) => access.map((token) => read(service, token)));
      for (const status of await Promise.all(reads)) count(status < 400);
      for (const service of processes) {
        for (const { app, token } of refresh)
          count((await new OauthApp(service, app.clientId, app.secret).refresh(token)).status < 400);
        if (browser) count(await isLetIn(service, held));
      }
    }
    expect(tried.letIn).toBe(0);
    figure(`Tries with what is older than ${name}, over two processes`, tried.times);
    figure('Of those, let in', tried.letIn, '0');
  },
  120_000 + TRIES * 1_000,
);
