import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import { settingsFrom } from '../../src/platform/config/settings.js';
import {
  aCertificate,
  below,
  copySamples,
  execStart,
  isInstalled,
  sample,
} from '../support/deploy-samples.js';
import { EmptySlot } from '../support/schools/backups.js';

/* deploy/: what runs the service on a machine without containers, each file checked by the program that reads it. */

const root = mkdtempSync(join(tmpdir(), 'school-directory-machine-'));
afterAll(() => rmSync(root, { recursive: true }));

function run(program: string, argv: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(program, argv, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  });
  return { status, output: `${stdout}${stderr}` };
}

(isInstalled('systemd-analyze') ? describe : describe.skip)('systemd', () => {
  const units = [
    'school-directory.service',
    'school-directory-backup.service',
    'school-directory-backup.timer',
  ];
  const folder = join(root, 'units');
  const verify = (change = (text: string): string => text) => {
    mkdirSync(folder, { recursive: true });
    for (const name of units) {
      const text = sample(name).replace(/\/opt\S+\/node /g, '/bin/true ');
      writeFileSync(join(folder, name), change(text));
    }
    return run('systemd-analyze', ['verify', ...units.map((name) => join(folder, name))]);
  };

  it('takes the units and the timer', () => {
    expect(verify()).toEqual({ status: 0, output: '' });
    expect(verify((text) => text.replace('Restart=', 'Restrat=')).output).toContain('Restrat');
  });

  it('gives the backup and the service the same settings, as the same user', () => {
    const [service, backup] = units.map(sample) as [string, string];
    for (const name of [
      'User',
      'Group',
      'WorkingDirectory',
      'EnvironmentFile',
      'NoNewPrivileges',
      'ProtectSystem',
    ]) {
      const line = new RegExp(`^${name}=.*$`, 'm');
      expect(line.exec(backup)?.[0]).toBe(line.exec(service)![0]);
    }
    expect(service).toContain('--max-old-space-size=256 --max-semi-space-size=32 dist/src/main.js');
  });
});

const HOST = 'directory.example.org';

(isInstalled('nginx', '-v') ? describe : describe.skip)('nginx', () => {
  it('takes nginx.conf, which lets files of 10 MB through', () => {
    const certificates = below(root, `/etc/ssl/${HOST}`);
    mkdirSync(certificates, { recursive: true });
    aCertificate(certificates, HOST);
    const site = join(root, 'site.conf');
    writeFileSync(site, below(root, sample('nginx.conf')));
    const whole = join(root, 'nginx.conf');
    writeFileSync(whole, `pid ${root}/nginx.pid; events {} http { include ${site}; }`);
    const { status, output } = run('nginx', ['-t', '-e', 'stderr', '-c', whole]);
    expect([status, output]).toEqual([0, expect.stringContaining('test is successful')]);
    expect(output).not.toContain('[warn]');
    expect(Number(/client_max_body_size (\d+)m;/.exec(sample('nginx.conf'))![1])).toBeGreaterThan(10);
  });
});

(isInstalled('caddy', 'version') ? describe : describe.skip)('caddy', () => {
  it('takes Caddyfile, which lets files of 10 MB through', () => {
    const argv = ['--config', fromProjectRoot('deploy/Caddyfile'), '--adapter', 'caddyfile'];
    const env = { HOME: root, XDG_DATA_HOME: root, XDG_CONFIG_HOME: root };
    expect(run('caddy', ['validate', ...argv], env)).toMatchObject({
      status: 0,
      output: expect.stringContaining('Valid configuration'),
    });
    expect(Number(/max_size (\d+)MB/.exec(sample('Caddyfile'))![1])).toBeGreaterThan(10);
  });
});

describe('The settings of a machine', () => {
  it('exist and fit together, read as a shell reads them', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const file = join(root, 'environment');
    const filled = sample('environment').replace(`='SIGNING_KEY'`, `='${key}'`);
    writeFileSync(file, filled.replace('DATA_KEY_HERE', Buffer.alloc(32, 'key').toString('base64')));
    const names = [...filled.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!);
    const script = `set -a; . ${file}; exec ${process.execPath} -p 'JSON.stringify(process.env)'`;
    const read = JSON.parse(run('sh', ['-c', script]).output) as Record<string, string>;
    const given = Object.fromEntries(names.map((name) => [name, read[name]!]));
    expect(given.AUTH_SIGNING_KEY).toBe(key);
    const settings = settingsFrom(given, { now: 0, terminal: false });
    expect([settings.trustProxy, settings.host, settings.dataKeys.length]).toEqual([1, '127.0.0.1', 1]);
    const page = readFileSync(fromProjectRoot('docs/settings.md'), 'utf8');
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('Every sample that makes backups', () => {
  let slot: EmptySlot;
  beforeAll(async () => {
    slot = await EmptySlot.make();
    process.env.SITE_URL = `https://${HOST}`;
  });
  afterAll(async () => {
    delete process.env.SITE_URL;
    await slot.remove();
  });

  const unit = execStart(sample('school-directory-backup.service'));
  const cronJob = parse(readFileSync(fromProjectRoot('docker/k8s/backup.yaml'), 'utf8')) as {
    spec: { jobTemplate: { spec: { template: { spec: { containers: { command: string[] }[] } } } } };
  };
  const compose = parse(readFileSync(fromProjectRoot('docker/compose.yaml'), 'utf8'), { merge: true }) as {
    services: { backup: { command: string[]; profiles: string[] } };
  };

  it.each([
    ['systemd', unit.slice(unit.indexOf('backup'))],
    ['Kubernetes', cronJob.spec.jobTemplate.spec.template.spec.containers[0]!.command.slice(1)],
    ['compose', compose.services.backup.command.slice(1)],
  ])('runs a command that makes one: %s', async (name, command) => {
    expect(command[0]).toBe('backup');
    const place = join(root, name);
    const there = command.map((word) => (/^(s3:\/)?\//.test(word) ? place : word));
    expect(there).toContain(place);
    expect(await slot.types(...there, '--json')).toMatchObject({
      status: 0,
      json: { backup: expect.stringContaining(`${place}/${HOST}-`), removed: [] },
    });
  });

  it('starts none by itself where compose starts the rest', () => {
    expect(compose.services.backup.profiles).toEqual(['backup']);
  });
});

describe('activate.sh', () => {
  const opt = join(root, 'opt/school-directory');
  const programs = join(root, 'programs');
  let service: Server;
  let isReady = true;

  /** The service of the test answers meanwhile. */
  async function activate(...argv: string[]): Promise<{ status: number | null; output: string }> {
    const env = { PATH: `${programs}:${process.env.PATH}`, WAIT_SECONDS: '1', LOG: join(root, 'log') };
    const script = spawn('sh', [join(root, 'deploy/activate.sh'), ...argv], { env });
    let output = '';
    for (const stream of [script.stdout, script.stderr])
      stream.on('data', (text) => (output += String(text)));
    const [status] = (await once(script, 'close')) as [number | null];
    return { status, output };
  }
  const current = (): string => readlinkSync(join(opt, 'current'));
  const log = (): string[] => readFileSync(join(root, 'log'), 'utf8').trim().split('\n');

  beforeAll(async () => {
    service = createServer((_, response) => response.writeHead(isReady ? 200 : 503).end());
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const settings = below(root, '/etc/school-directory');
    for (const folder of [programs, settings]) mkdirSync(folder, { recursive: true });
    const { port } = service.address() as AddressInfo;
    writeFileSync(join(settings, 'environment'), `HOST=127.0.0.1\nPORT=${port}\n`);
    copySamples(join(root, 'deploy'), root);
    for (const version of ['1.0.0', '1.1.0']) aRelease(join(opt, 'releases', version));
    writeFileSync(join(programs, 'systemctl'), '#!/bin/sh\necho "systemctl $*" >> "$LOG"\n', { mode: 0o755 });
    symlinkSync('releases/1.0.0', join(opt, 'current'));
  });
  afterAll(() => {
    service.close();
    service.closeAllConnections();
  });

  function aRelease(folder: string): void {
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    mkdirSync(join(folder, 'deploy'));
    symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'));
    const command = `echo "\${SCHOOL_DIRECTORY_HOME##*/} $*" >> "$LOG"\n`;
    writeFileSync(join(folder, 'deploy/school-directory.sh'), command);
  }

  it.each([[[]], [['2.0.0']], [['1.0.0', '1.1.0']]])('refuses %j', async (argv) => {
    expect(await activate(...argv)).toMatchObject({
      status: 2,
      output: expect.stringContaining('activate.sh VERSION'),
    });
    expect(current()).toBe('releases/1.0.0');
  });

  it('leads back to the version before where the new one is not ready', async () => {
    isReady = false;
    const { status, output } = await activate('1.1.0');
    isReady = true;
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(/^Version 1\.1\.0 is not ready after 1 seconds: releases\/1\.0\.0 serves again/),
    ]);
    expect(current()).toBe('releases/1.0.0');
    const restart = 'systemctl restart school-directory.service';
    expect(log()).toEqual(['1.1.0 db migrate', restart, restart]);
  });

  it('migrates with the new version, lets it serve, and goes back the same way', async () => {
    expect(await activate('1.1.0')).toEqual({
      status: 0,
      output: 'Version 1.1.0 serves; before it was releases/1.0.0.\n',
    });
    expect(current()).toBe('releases/1.1.0');
    expect((await activate('1.0.0')).status).toBe(0);
    expect(current()).toBe('releases/1.0.0');
    expect(log().filter((line) => line.endsWith('migrate'))).toEqual([
      ...['1.1.0 db migrate', '1.1.0 db migrate', '1.0.0 db migrate'],
    ]);
  });
});
