import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { poll } from '../../src/dev/embedded/postmaster.js';

interface Message {
  url?: string;
  owned?: boolean;
  warning?: string;
  error?: string;
  stopped?: boolean;
}

const program = fileURLToPath(new URL('./database-owner.mjs', import.meta.url));
const living = new Set<ChildProcess>();

/** A process of its own that owns or joins the embedded database of a folder, and can be killed. */
export class OwnerProcess {
  readonly said: Message[] = [];
  private readonly child: ChildProcess;

  constructor(args: string[], identity?: { uid: number; gid: number }) {
    const flags = ['--disable-warning=ExperimentalWarning', program, ...args];
    this.child = spawn(process.execPath, flags, {
      ...identity,
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    living.add(this.child);
    this.child.once('exit', () => living.delete(this.child));
    createInterface({ input: this.child.stdout! }).on('line', (line) =>
      this.said.push(JSON.parse(line) as Message),
    );
  }

  async hears<K extends keyof Message>(key: K): Promise<NonNullable<Message[K]>> {
    const found = await poll(() => this.said.find((message) => message[key] !== undefined)?.[key], 25_000);
    if (found === undefined) throw new Error(`never said ${key}, only ${JSON.stringify(this.said)}`);
    return found;
  }

  kill(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('close', () => resolve());
      child.kill(signal);
    });
  }
}

/** For afterEach: a failing test must not leave anything running. */
export function killOwners(): void {
  for (const child of living) child.kill('SIGKILL');
}
