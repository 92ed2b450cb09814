import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isInstalled } from '../../support/deploy-samples.js';
import { aPdf } from '../../support/files/attachment-files.js';
import { anOrdinaryUser } from '../../support/processes/ordinary-user.js';
import { figure } from '../../support/proofs/figures.js';
import { signInAtDocs } from '../../support/sign-in/docs-sign-in.js';
import { aForm } from '../../support/upload.factory.js';
import { OwnMachine, PASSWORD, type ProxyName } from './own-machine.js';

/*
 * docs/how-to/run-on-a-machine.md from nothing to a parent who is signed in, by a user who is not root, behind each proxy that the
 * page shows, with certificates of a local authority.
 */

const MEGABYTE = 1024 * 1024;
const LONG = 400_000;
const user = anOrdinaryUser();
if (!user)
  process.stderr.write(
    'Skipped: the page on a machine needs an ordinary user, and useradd makes none here\n',
  );
afterAll(() => user?.remove());

/** What each proxy says to whoever comes without encryption. */
const REDIRECTS: Record<ProxyName, [status: number, location: RegExp]> = {
  nginx: [301, /^https:\/\/127\.0\.0\.1\/api\/v1\/me$/],
  caddy: [308, /^https:\/\/127\.0\.0\.1(:\d+)?\/api\/v1\/me$/],
};

const PROXIES: [ProxyName, string][] = [
  ['nginx', '-v'],
  ['caddy', 'version'],
];

const OFFICE = 'office@lincoln.example';
const OPERATOR = {
  sentence: 'An admin, who may upload',
  commands: `printf '%s\\n' "$PASSWORD" | school-directory user create --email ${OFFICE} --password-stdin
school-directory membership add --school lincoln --email ${OFFICE} --role senior_admin\n`,
};

for (const [proxy, argument] of PROXIES)
  (user && isInstalled(proxy, argument) ? describe : describe.skip)(
    `the page on a machine of one’s own, followed by an ordinary user, behind ${proxy}`,
    () => {
      let machine: OwnMachine;
      beforeAll(async () => {
        machine = new OwnMachine(user!, proxy);
        await machine.setUp();
      }, LONG);
      afterAll(() => machine.tearDown());

      async function signedIn(email: string): Promise<[string, { memberships: Record<string, string>[] }]> {
        const { access_token: token } = await signInAtDocs(machine.site, { email, password: PASSWORD });
        const authorization = `Bearer ${token}`;
        const me = await fetch(`${machine.site}/api/v1/me`, { headers: { authorization } });
        return [authorization, (await me.json()) as { memberships: Record<string, string>[] }];
      }

      it('names no command that fails', () => {
        expect(machine.ran.flatMap(({ failed, output }) => failed.map((one) => `${one}\n${output}`))).toEqual(
          [],
        );
        expect(machine.ran.at(-1)!.output).toContain('Version 1.0.0 serves');
      });

      it('runs the service and the proxy as that user, and nothing as root', () => {
        expect(machine.uids).toEqual([user!.uid, user!.uid]);
        expect(user!.uid).not.toBe(0);
      });

      it('leads from http to https, and tells strangers nothing of themselves', async () => {
        const answer = await fetch(`http://127.0.0.1:${machine.http}/api/v1/me`, { redirect: 'manual' });
        const [status, location] = REDIRECTS[proxy];
        expect([answer.status, answer.headers.get('location')]).toEqual([
          status,
          expect.stringMatching(location),
        ]);
        expect((await fetch(`${machine.site}/api/v1/me`)).status).toBe(401);
      });

      it('lets the parent sign in, on the pages of the service', async () => {
        const [, me] = await signedIn('maria.ruiz@example.org');
        expect(me).toMatchObject({ memberships: [{ role: 'parent', school_short_name: 'lincoln' }] });
      });

      it('takes an attachment of 9 MB, and none that is too large for the service', async () => {
        await machine.follow(OPERATOR);
        const [authorization, me] = await signedIn(OFFICE);
        const upload = async (megabytes: number): Promise<[number, object]> => {
          const bytes = aPdf('Plan', megabytes * MEGABYTE);
          const body = aForm({ bytes, name: 'Plan.pdf', type: 'application/pdf', entityType: 'document' });
          const path = `/api/v1/schools/${me.memberships[0]!['school_id']}/attachments`;
          const answer = await fetch(`${machine.site}${path}`, {
            method: 'POST',
            headers: { authorization },
            body,
          });
          return [answer.status, (await answer.json()) as object];
        };
        expect(await upload(9)).toEqual([201, expect.objectContaining({ file_name: 'Plan.pdf' })]);
        // In the words of the service: the proxy has let it through.
        expect(await upload(11)).toEqual([
          413,
          { error: expect.objectContaining({ code: 'payload_too_large' }) },
        ]);
        figure(
          `Blocks of commands followed by an ordinary user behind ${proxy}, and commands that failed`,
          `${machine.ran.length}, 0`,
        );
      });
    },
  );
