import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApplicationsService } from '../../../src/features/oauth/applications.service.js';
import { LOGIN_CLIENT_ID } from '../../../src/features/oauth/applications.repository.js';
import { poll } from '../../../src/dev/embedded/postmaster.js';
import { aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import { SigningBrowser, startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';
import { fromSources } from '../../support/runner/typescript-hooks.mjs';

/** As somebody runs it in a terminal; `stdout` and `stderr` grow while it runs. */
function run(...argv: string[]) {
  const child = spawn(process.execPath, [...fromSources('src/mcp/login.ts'), ...argv], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const command = { stdout: '', stderr: '', child, status: -1 };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (command[name] += text));
  const ended = once(child, 'close').then(([status]) => {
    command.status = status as number;
    return command;
  });
  return { command, ended };
}

const addressIn = (text: string): string | undefined => /^ {2}(http\S+)$/m.exec(text)?.[1];

describe('school-directory-login', () => {
  let t: TestApp;
  beforeAll(async () => (t = await startAtItsAddress()));
  afterAll(() => t.close());

  /** Up to the page that asks whether the application may come in. */
  async function openedBy(person: { email: string }, text: () => string): Promise<SigningBrowser> {
    const address = await poll(() => addressIn(text()), 30_000);
    const browser = new SigningBrowser(t.url);
    await browser.open(address!);
    await browser.submit('/device', { confirm: 'yes' });
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    return browser;
  }

  it('prints the token of whoever signs in in a browser, and nothing else on standard output', async () => {
    const person = await aPersonWithPassword(t);
    const { command, ended } = run('--site', t.url);
    const browser = await openedBy(person, () => command.stderr);
    expect(browser.page?.html).toContain('School Directory login');
    expect(browser.page?.html).toContain('It stays signed in for 15 minutes.');
    await browser.submit('/consent', { answer: 'allow' });
    const { stdout, stderr, status } = await ended;
    expect(status).toBe(0);
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const me = await t.api.get('/me', { token: stdout.trim() });
    expect(me.body.user.email).toBe(person.email);
    expect(stderr).toContain(`${t.url}/device?user_code=`);
    expect(stderr).toMatch(/code [A-Z]{4}-[A-Z]{4}\./);
    expect(stderr).not.toContain(stdout.trim());
    expect(stderr.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const { sessions } = (await t.api.get('/me/sessions', { token: stdout.trim() })).body;
    expect(sessions[0].client_name).toBe('School Directory login');
  }, 60_000);

  it('ends with 1 and without a token when the person does not allow it', async () => {
    const { command, ended } = run('--site', t.url);
    const browser = await openedBy(await aPersonWithPassword(t), () => command.stderr);
    await browser.submit('/consent', { answer: 'deny' });
    expect(await ended).toMatchObject({ status: 1, stdout: '' });
    expect(command.stderr).toContain('You did not allow it');
  }, 60_000);

  it('ends with 1 when nobody signs in in time', async () => {
    const { command, ended } = run('--site', t.url);
    await poll(() => addressIn(command.stderr), 30_000);
    t.clock.advance(601_000);
    expect(await ended).toMatchObject({ status: 1, stdout: '' });
    expect(command.stderr).toContain('in time');
  }, 60_000);

  it('ends with 130 when it is interrupted', async () => {
    const { command, ended } = run('--site', t.url);
    await poll(() => addressIn(command.stderr), 30_000);
    command.child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 130, stdout: '' });
    expect(command.stderr).toContain('nobody was signed in');
  }, 60_000);

  it('says so when the operator has revoked it, which a later start does not undo', async () => {
    const applications = t.app.get(ApplicationsService);
    await applications.revoke(LOGIN_CLIENT_ID);
    for (let time = 0; time < 2; time += 1) {
      const { command, ended } = run('--site', t.url);
      expect(await ended).toMatchObject({ status: 1, stdout: '' });
      expect(command.stderr).toContain('revoked');
    }
    await t.dataSource.query('update applications set revoked_at = null where id = $1', [LOGIN_CLIENT_ID]);
  }, 60_000);

  it.each([
    ['an address with a path', ['--site', 'https://directory.example.org/api/v1'], 2],
    ['plain http on another host', ['--site', 'http://directory.example.org'], 2],
    ['an option that there is not', ['--sight', 'https://directory.example.org'], 2],
    ['a place where nobody answers', ['--site', 'http://127.0.0.1:9'], 1],
  ])('refuses %s', async (_, argv, status) => {
    const { command, ended } = run(...argv);
    expect(await ended).toMatchObject({ status, stdout: '' });
    expect(command.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('explains itself, on lines of 80 columns', async () => {
    const { stdout, status } = await run('--help').ended;
    expect([status, stdout]).toEqual([0, expect.stringContaining('--site URL')]);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('school-directory-login, while it waits', () => {
  it('asks less often when it is told to, and goes on after an answer that was lost', async () => {
    const asked: number[] = [];
    const answers: [status: number, body: object][] = [
      [400, { error: 'authorization_pending' }],
      [400, { error: 'slow_down' }],
      [200, { access_token: 'the-token', expires_in: 900 }],
    ];
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/oauth/device')
        return response.end(
          JSON.stringify({
            ...{ device_code: 'd', user_code: 'ABCD-EFGH', verification_uri: 'http://localhost/device' },
            ...{ expires_in: 60, interval: 1 },
          }),
        );
      asked.push(performance.now());
      if (asked.length === 1) return request.socket.destroy();
      const [status, body] = answers.shift()!;
      return response.writeHead(status).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { stdout, status } = await run('--site', `http://127.0.0.1:${port}`).ended;
    server.close();
    expect([status, stdout]).toEqual([0, 'the-token\n']);
    const seconds = asked.slice(1).map((at, index) => Math.round((at - asked[index]!) / 1000));
    // One second at first, twice as long after what was lost, and five more once it was told to.
    expect(seconds).toEqual([2, 2, 7]);
  }, 60_000);
});
