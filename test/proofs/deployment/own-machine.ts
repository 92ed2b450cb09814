import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fromProjectRoot, PROJECT_ROOT } from '../../../src/platform/config/project-root.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { aCertificate, below, copySamples, execStart, sample } from '../../support/deploy-samples.js';
import { freePort } from '../../support/processes/free-port.js';
import type { OrdinaryUser } from '../../support/processes/ordinary-user.js';
import { commandsShown, type Ran, runShown, type Shown } from '../../support/processes/shown-commands.js';

const PAGE = 'docs/how-to/run-on-a-machine.md';
const HOST = 'directory.example.org';
export const PASSWORD = 'a lamp in the harbour';

export type ProxyName = 'nginx' | 'caddy';

const { ensureBuilt } = (await import(fromProjectRoot('scripts/lib/build.mjs'))) as {
  ensureBuilt: () => Promise<void>;
};

/**
 * A machine on which the page is followed, in a folder in the place of `/`, by a user who is not root. What only root or a machine
 * with systemd can do (useradd, chown, systemctl) is left out, and the clone is this one, built.
 */
export class OwnMachine {
  readonly ran: Ran[] = [];
  http = 0;
  site = '';
  private readonly root = mkdtempSync(join(tmpdir(), 'school-directory-own-'));
  private readonly started: ChildProcess[] = [];
  private readonly certificates = getCACertificates('default');
  private database: TestDatabase;
  private port = 0;
  private https = 0;

  constructor(
    private readonly user: OrdinaryUser,
    private readonly proxy: ProxyName,
  ) {}

  /** From nothing to the first school. */
  async setUp(): Promise<void> {
    await ensureBuilt();
    // Nothing is in it: no table, no school.
    this.database = await createTestDatabase('template1');
    [this.port, this.http, this.https] = [await freePort(), await freePort(), await freePort()];
    this.site = `https://localhost:${this.https}`;
    for (const path of ['/etc/systemd/system', `/etc/ssl/${HOST}`, '/usr/local/bin'])
      mkdirSync(this.inRoot(path), { recursive: true });
    const { authority } = aCertificate(this.inRoot(`/etc/ssl/${HOST}`), HOST);
    this.standIns();
    this.writeProxySettings();
    chmodSync(this.root, 0o755);
    this.user.own(this.root);
    const [install, settings, look, start, school, activate] = commandsShown(PAGE);
    await this.follow(install!, settings!);
    this.edit();
    await this.follow(look!, start!);
    this.startService();
    this.startProxy();
    setDefaultCACertificates([...this.certificates, authority, ...(await this.authorityOfProxy())]);
    await this.untilReady();
    await this.follow(school!, activate!);
  }

  async tearDown(): Promise<void> {
    for (const child of this.started) child.kill('SIGTERM');
    for (const child of this.started) if (child.exitCode === null) await once(child, 'close');
    setDefaultCACertificates(this.certificates);
    await this.database.drop();
    rmSync(this.root, { recursive: true });
  }

  /** Who the service and the proxy run as, by their processes. */
  get uids(): number[] {
    return this.started.map(({ pid }) => statSync(`/proc/${pid}`).uid);
  }

  async follow(...shown: Shown[]): Promise<void> {
    const path = [join(this.root, 'programs'), this.inRoot('/usr/local/bin'), process.env.PATH].join(':');
    this.ran.push(
      ...(await runShown(
        shown.map((one) => ({ ...one, commands: below(this.root, one.commands) })),
        {
          first: `cd ${this.inRoot('/opt/school-directory')}/current/deploy 2>/dev/null || cd ${this.root}`,
          env: { PATH: path, HOME: this.root, SOURCE: 'https://example.org/school-directory.git', PASSWORD },
          user: this.user,
        },
      )),
    );
  }

  private inRoot(path: string): string {
    return below(this.root, path);
  }

  private standIns(): void {
    const { root } = this;
    const programs = join(root, 'programs');
    mkdirSync(programs);
    copySamples(join(root, 'samples'), root);
    const clone = `for folder; do :; done
mkdir -p "$folder" && ln -s ${PROJECT_ROOT}/* "$folder" && rm "$folder/deploy" && cp -r ${root}/samples "$folder/deploy"`;
    for (const [name, script] of Object.entries({
      git: clone,
      npm: ':',
      useradd: ':',
      chown: ':',
      systemctl: ':',
    }))
      writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  /** What the page leaves to the reader's editor. */
  private edit(): void {
    const file = this.inRoot('/etc/school-directory/environment');
    const own: Record<string, string> = {
      ...{ SITE_URL: this.site, PORT: String(this.port), DATABASE_URL: `'${this.database.url}'` },
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
  private startService(): void {
    const unit = readFileSync(this.inRoot('/etc/systemd/system/school-directory.service'), 'utf8');
    const settings = /^EnvironmentFile=(.*)$/m.exec(unit)![1]!;
    const folder = /^WorkingDirectory=(.*)$/m.exec(unit)![1]!;
    const script = `set -a; . ${settings}; cd ${folder}; exec ${execStart(unit).join(' ')}`;
    this.start('sh', ['-c', script], { NODE_ENV: 'production', LOG_FORMAT: 'json' });
  }

  private startProxy(): void {
    if (this.proxy === 'nginx') this.start('nginx', ['-e', 'stderr', '-c', join(this.root, 'nginx.conf')]);
    else this.start('caddy', ['run', '--config', join(this.root, 'Caddyfile')], { HOME: this.root });
  }

  private start(program: string, argv: string[], env: Record<string, string> = {}): void {
    const { uid, gid } = this.user;
    const options = { env: { PATH: process.env.PATH, ...env }, cwd: this.root, uid, gid };
    this.started.push(spawn(program, argv, { ...options, stdio: 'ignore' }));
  }

  private writeProxySettings(): void {
    if (this.proxy === 'nginx') this.writeNginx();
    else this.writeCaddyfile();
  }

  private writeNginx(): void {
    const { root } = this;
    const conf = below(root, sample('nginx.conf'))
      .replaceAll(/^ +listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${this.http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${this.https} `)
      .replaceAll(HOST, (name, at: number, whole: string) => (whole[at - 1] === '/' ? name : 'localhost'))
      .replace('127.0.0.1:3000', `127.0.0.1:${this.port}`);
    writeFileSync(join(root, 'site.conf'), conf);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${root}/nginx-${name};`,
    );
    writeFileSync(
      join(root, 'nginx.conf'),
      `daemon off; pid ${root}/nginx.pid; events {} http { ${temporary.join(' ')} include ${root}/site.conf; }`,
    );
  }

  /** The name is one for which Caddy asks nobody outside: its certificate comes from an authority of its own. */
  private writeCaddyfile(): void {
    const global = [
      ...['admin off', 'skip_install_trust', 'default_bind 127.0.0.1'],
      ...[`http_port ${this.http}`, `https_port ${this.https}`, `storage file_system ${this.root}/caddy`],
    ];
    const site = sample('Caddyfile')
      .replace(HOST, 'localhost')
      .replace('127.0.0.1:3000', `127.0.0.1:${this.port}`);
    writeFileSync(join(this.root, 'Caddyfile'), `{\n\t${global.join('\n\t')}\n}\n${site}`);
  }

  private async authorityOfProxy(): Promise<string[]> {
    if (this.proxy === 'nginx') return [];
    const file = join(this.root, 'caddy/pki/authorities/local/root.crt');
    while (!existsSync(file)) await this.aMoment();
    return [readFileSync(file, 'utf8')];
  }

  private async untilReady(): Promise<void> {
    const isReady = () =>
      fetch(`${this.site}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) await this.aMoment();
  }

  private async aMoment(): Promise<void> {
    const ended = this.started.find(({ exitCode }) => exitCode !== null);
    if (ended) throw new Error(`${ended.spawnargs.join(' ')} has ended`);
    await delay(100);
  }
}
