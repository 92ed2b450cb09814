import { execFile, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asAccount, chooseAccount } from '../../../src/dev/embedded/account.js';
import { freePort } from '../processes/free-port.js';

const INITDB = '/usr/lib/postgresql/*/bin/initdb';

/** The folder of the newest PostgreSQL that Debian has installed here, with all of its programs; null without one. */
export const installedPostgres = (): string | null =>
  globSync(INITDB)
    .sort()
    .at(-1)
    ?.replace(/\/initdb$/, '') ?? null;

/** Servers of an installed PostgreSQL, for what needs its own tools. */
export class InstalledPostgres {
  /** For its user alone. */
  readonly folder = mkdtempSync(join(tmpdir(), 'installed-postgres-'));
  private readonly account = chooseAccount();
  private readonly running = new Set<string>();

  constructor(private readonly programs: string) {
    this.own(this.folder);
  }

  /** A folder below the one of the servers, which they may write to. */
  aFolder(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path);
    this.own(path);
    return path;
  }

  make(name: string): string {
    const data = join(this.folder, name);
    this.run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C');
    return data;
  }

  /** @returns its address @param settings lines of postgresql.conf */
  async start(data: string, settings: string): Promise<string> {
    const port = await freePort();
    appendFileSync(
      join(data, 'postgresql.auto.conf'),
      `\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${this.folder}'\n${settings}\n`,
    );
    const log = join(this.folder, `${port}.log`);
    try {
      this.run('pg_ctl', '-D', data, '-l', log, '-w', 'start');
    } catch (error) {
      throw new Error(readFileSync(log, 'utf8'), { cause: error });
    }
    this.running.add(data);
    return `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  /** Any program of it, as the user of the servers. @throws when it fails */
  run(program: string, ...argv: string[]): void {
    const { status, stderr } = spawnSync(join(this.programs, program), argv, {
      ...asAccount(this.account),
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  }

  /** A program that is none of its own, as the user of the servers, while others go on. @throws when it fails */
  async runBeside(program: string, ...argv: string[]): Promise<void> {
    await promisify(execFile)(program, argv, asAccount(this.account));
  }

  own(path: string): void {
    if (this.account.switches) chownSync(path, this.account.uid, this.account.gid);
  }

  /** A folder with all that is in it. */
  ownAll(folder: string): void {
    for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      this.own(join(folder, name));
    chmodSync(folder, 0o700);
  }

  remove(): void {
    for (const data of this.running) this.run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
    rmSync(this.folder, { recursive: true });
  }
}
