import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromProjectRoot, PROJECT_ROOT } from '../../../src/platform/config/project-root.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import {
  aCertificate,
  below,
  copySamples,
  execStart,
  isInstalled,
  sample,
} from '../../support/deploy-samples.js';
import { aPdf } from '../../support/files/attachment-files.js';
import { freePort } from '../../support/processes/free-port.js';
import { commandsShown, type Ran, runShown } from '../../support/processes/shown-commands.js';
import { signInAtDocs } from '../../support/sign-in/docs-sign-in.js';
import { aForm } from '../../support/upload.factory.js';

/*
 * docs/how-to/run-on-a-machine.md from nothing to a parent who is signed in through nginx, in a folder in the place of `/`. What
 * only root or a machine with systemd can do (useradd, chown, systemctl) is left out, and the clone is this one, built.
 */

const PAGE = 'docs/how-to/run-on-a-machine.md';
const HOST = 'directory.example.org';
const PASSWORD = 'a lamp in the harbour';
const MEGABYTE = 1024 * 1024;

const { ensureBuilt } = (await import(fromProjectRoot('scripts/lib/build.mjs'))) as {
  ensureBuilt: () => Promise<void>;
};

(isInstalled('nginx', '-v') ? describe : describe.skip)(
  'the page on a machine of one’s own, followed',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'school-directory-own-'));
    const inRoot = (path: string): string => below(root, path);
    const started: ChildProcess[] = [];
    const certificates = getCACertificates('default');
    const ran: Ran[] = [];
    let database: TestDatabase;
    let [port, http, https] = [0, 0, 0];
    let site = '';

    beforeAll(async () => {
      await ensureBuilt();
      // Nothing is in it: no table, no school.
      database = await createTestDatabase('template1');
      [port, http, https] = [await freePort(), await freePort(), await freePort()];
      site = `https://localhost:${https}`;
      for (const path of ['/etc/systemd/system', `/etc/ssl/${HOST}`, '/usr/local/bin'])
        mkdirSync(inRoot(path), { recursive: true });
      const { authority } = aCertificate(inRoot(`/etc/ssl/${HOST}`), HOST);
      setDefaultCACertificates([...certificates, authority]);
      standIns();
      const [install, settings, look, start, school, activate] = commandsShown(PAGE);
      await follow(install!, settings!);
      edit();
      await follow(look!, start!);
      startService();
      startNginx();
      await untilReady();
      await follow(school!, activate!);
    }, 400_000);
    afterAll(async () => {
      for (const child of started) child.kill('SIGTERM');
      for (const child of started) if (child.exitCode === null) await once(child, 'close');
      setDefaultCACertificates(certificates);
      await database.drop();
      rmSync(root, { recursive: true });
    });

    function standIns(): void {
      const programs = join(root, 'programs');
      mkdirSync(programs);
      copySamples(join(root, 'samples'), root);
      const clone = `for folder; do :; done
mkdir -p "$folder" && ln -s ${PROJECT_ROOT}/* "$folder" && rm "$folder/deploy" && cp -r ${root}/samples "$folder/deploy"`;
      const scripts = { git: clone, npm: ':', useradd: ':', chown: ':', systemctl: ':', id: 'echo 1000' };
      for (const [name, script] of Object.entries(scripts))
        writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }

    async function follow(...shown: { sentence: string; commands: string }[]): Promise<void> {
      const path = [join(root, 'programs'), inRoot('/usr/local/bin'), process.env.PATH].join(':');
      ran.push(
        ...(await runShown(
          shown.map((one) => ({ ...one, commands: below(root, one.commands) })),
          {
            first: `cd ${inRoot('/opt/school-directory')}/current/deploy 2>/dev/null || :`,
            env: { PATH: path, SOURCE: 'https://example.org/school-directory.git', PASSWORD },
          },
        )),
      );
    }

    /** What the page leaves to the reader's editor. */
    function edit(): void {
      const file = inRoot('/etc/school-directory/environment');
      const own: Record<string, string> = {
        ...{ SITE_URL: site, PORT: String(port), DATABASE_URL: `'${database.url}'`, METRICS_PORT: '' },
      };
      const lines = readFileSync(file, 'utf8').split('\n');
      const edited = lines.flatMap((line) => {
        const name = line.split('=')[0]!;
        if (['METRICS_PORT', 'SMTP_URL', 'MAIL_FROM'].includes(name)) return [];
        return [own[name] === undefined ? line : `${name}=${own[name]}`];
      });
      writeFileSync(file, edited.join('\n'));
    }

    /** As systemd does, by the unit that the page has copied. */
    function startService(): void {
      const unit = readFileSync(inRoot('/etc/systemd/system/school-directory.service'), 'utf8');
      const settings = /^EnvironmentFile=(.*)$/m.exec(unit)![1]!;
      const folder = /^WorkingDirectory=(.*)$/m.exec(unit)![1]!;
      const script = `set -a; . ${settings}; cd ${folder}; exec ${execStart(unit).join(' ')}`;
      const env = { PATH: process.env.PATH, NODE_ENV: 'production', LOG_FORMAT: 'json' };
      started.push(spawn('sh', ['-c', script], { env, stdio: 'ignore' }));
    }

    function startNginx(): void {
      const conf = below(root, sample('nginx.conf'))
        .replaceAll(/^ +listen \[::\].*\n/gm, '')
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ', `listen 127.0.0.1:${https} `)
        .replaceAll(HOST, (name, at: number, whole: string) => (whole[at - 1] === '/' ? name : 'localhost'))
        .replace('127.0.0.1:3000', `127.0.0.1:${port}`);
      writeFileSync(join(root, 'site.conf'), conf);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${root}/nginx-${name};`,
      );
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      writeFileSync(
        join(root, 'nginx.conf'),
        `${user} daemon off; pid ${root}/nginx.pid; events {} http { ${temporary.join(' ')} include ${root}/site.conf; }`,
      );
      started.push(spawn('nginx', ['-e', 'stderr', '-c', join(root, 'nginx.conf')], { stdio: 'ignore' }));
    }

    async function untilReady(): Promise<void> {
      const isReady = () =>
        fetch(`${site}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await isReady())) {
        const ended = started.find(({ exitCode }) => exitCode !== null);
        if (ended) throw new Error(`${ended.spawnargs.join(' ')} has ended`);
        await delay(100);
      }
    }

    it('names no command that fails', () => {
      expect(ran.flatMap(({ failed, output }) => failed.map((one) => `${one}\n${output}`))).toEqual([]);
      expect(ran.at(-1)!.output).toContain('Version 1.0.0 serves');
    });

    it('leads from http to https, and tells strangers nothing of themselves', async () => {
      const answer = await fetch(`http://127.0.0.1:${http}/api/v1/me`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([301, 'https://127.0.0.1/api/v1/me']);
      expect((await fetch(`${site}/api/v1/me`)).status).toBe(401);
    });

    it('lets the parent sign in, on the pages of the service', async () => {
      const person = { email: 'maria.ruiz@example.org', password: PASSWORD };
      const { access_token: token } = await signInAtDocs(site, person);
      const me = await fetch(`${site}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
      expect(await me.json()).toMatchObject({
        memberships: [{ role: 'parent', school_short_name: 'lincoln' }],
      });
    });

    it('takes an attachment of 9 MB, and none that is too large for the service', async () => {
      const follows = commandsOfOperator('office@lincoln.example');
      await follow(follows);
      const person = { email: 'office@lincoln.example', password: PASSWORD };
      const { access_token: token } = await signInAtDocs(site, person);
      const authorization = `Bearer ${token}`;
      const me = (await (await fetch(`${site}/api/v1/me`, { headers: { authorization } })).json()) as {
        memberships: { school_id: string }[];
      };
      const upload = async (megabytes: number): Promise<[number, object]> => {
        const bytes = aPdf('Plan', megabytes * MEGABYTE);
        const body = aForm({ bytes, name: 'Plan.pdf', type: 'application/pdf', entityType: 'document' });
        const path = `/api/v1/schools/${me.memberships[0]!.school_id}/attachments`;
        const answer = await fetch(`${site}${path}`, { method: 'POST', headers: { authorization }, body });
        return [answer.status, (await answer.json()) as object];
      };
      expect(await upload(9)).toEqual([201, expect.objectContaining({ file_name: 'Plan.pdf' })]);
      // In the words of the service: the proxy has let it through.
      expect(await upload(11)).toEqual([
        413,
        { error: expect.objectContaining({ code: 'payload_too_large' }) },
      ]);
    });

    const commandsOfOperator = (email: string) => ({
      sentence: 'An admin, who may upload',
      commands: `printf '%s\\n' "$PASSWORD" | school-directory user create --email ${email} --password-stdin
school-directory membership add --school lincoln --email ${email} --role senior_admin\n`,
    });
  },
);
