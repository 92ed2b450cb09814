import { Logger, type OnModuleDestroy } from '@nestjs/common';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { currentCaller } from '../auth/current-caller.js';
import { FairQueue } from '../concurrency/fair-queue.js';
import { UnavailableError } from '../errors/app-error.js';
import { findFonts } from '../fonts/installed-fonts.js';
import type { Job, Outcome } from './typst-process.js';

/** How the package of a machine is named; there is none for others. */
const BUILDS: Record<string, string> = {
  'linux-x64': 'linux-x64-gnu',
  'linux-arm64': 'linux-arm64-gnu',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
};

/** Path of Typst's compiler for this machine; null where it is not installed. */
export function findTypst(machine = `${process.platform}-${process.arch}`): string | null {
  const build = BUILDS[machine];
  if (!build) return null;
  try {
    return createRequire(import.meta.url).resolve(`@myriaddreamin/typst-ts-node-compiler-${build}`);
  } catch {
    return null;
  }
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const EXTENSION = extname(fileURLToPath(import.meta.url));
const PROGRAM = here(`./typst-process${EXTENSION}`);

interface Limits {
  /** Milliseconds for one document. */
  deadlineMs: number;
  /** Documents that are being set or wait for it. */
  mostAtOnce: number;
  /** Milliseconds without a document after which the process ends: it holds the fonts in memory. */
  idleMs: number;
}
const LIMITS: Limits = { deadlineMs: 20_000, mostAtOnce: 50, idleMs: 5 * 60_000 };

/** Has pages set by a process of its own, one document after the other; one that crashes or hangs is replaced. */
export class Typesetter implements OnModuleDestroy {
  private readonly logger = new Logger('Typesetter');
  private readonly queue = new FairQueue(1);
  private atOnce = 0;
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly typst = findTypst(),
    private readonly limits = LIMITS,
  ) {}

  /**
   * @returns a PDF
   * @throws UnavailableError when Typst is not installed, too many wait, or it takes too long
   */
  async typeset(job: Job): Promise<Buffer> {
    if (this.atOnce >= this.limits.mostAtOnce) throw new UnavailableError();
    this.atOnce += 1;
    try {
      return await this.queue.run(currentCaller(), () => this.setNext(job));
    } finally {
      this.atOnce -= 1;
    }
  }

  onModuleDestroy(): void {
    this.stop();
  }

  stop(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private async setNext(job: Job): Promise<Buffer> {
    clearTimeout(this.idle);
    const outcome = await this.ask((this.child ??= this.start()), job).catch((error: Error) => {
      this.stop();
      this.logger.error(`A document was not set: ${error.message}`);
      throw new UnavailableError();
    });
    this.idle = setTimeout(() => this.stop(), this.limits.idleMs).unref();
    if ('error' in outcome) throw new Error(`The template failed: ${outcome.error}`);
    return Buffer.from(outcome.pdf);
  }

  private async ask(child: ChildProcess, job: Job): Promise<Outcome> {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, AbortSignal.timeout(this.limits.deadlineMs)]);
    const ended = once(child, 'exit', { signal }).then(([code, killed]) => {
      throw new Error(`the process ended with ${killed ?? code}`);
    });
    try {
      child.send(job);
      const [outcome] = (await Promise.race([once(child, 'message', { signal }), ended])) as [Outcome];
      return outcome;
    } finally {
      done.abort();
    }
  }

  private start(): ChildProcess {
    if (this.typst === null) {
      this.logger.error(`Typst is not installed for ${process.platform}-${process.arch}`);
      throw new UnavailableError();
    }
    const child = fork(PROGRAM, [this.typst, dirname(PROGRAM), ...findFonts()], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Node reads the types of our sources away by itself, given this below version 22.18.
      execArgv: EXTENSION === '.ts' ? ['--experimental-strip-types'] : [],
      // It has no business with our settings.
      env: {},
    });
    child.on('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    child.on('error', (error) => this.logger.error(`The typesetting process: ${error.message}`));
    return child;
  }
}
