/** The status of a program that is ended by SIGPIPE: a shell says so of `program | head`. */
const BROKEN_PIPE = 141;

/** A write to a pipe that nobody reads any more, and each one after it. */
const IS_UNREAD = ['EPIPE', 'ERR_STREAM_DESTROYED'];

/**
 * Watches what a command prints. Where its reader has gone (`… | head`) the command does its work to the end, and in silence;
 * what cannot be written for another reason, such as a full disk, is said in one line.
 */
export class PrintedOutput {
  private fault: string | null = null;

  constructor() {
    for (const stream of [process.stdout, process.stderr])
      stream.on('error', ({ code }: NodeJS.ErrnoException) => {
        this.fault ??= code ?? 'unknown';
      });
  }

  /** @param status of the command itself, which goes before that of its output unless it is 0 */
  async statusOf(status: number): Promise<number> {
    await this.written();
    if (status !== 0 || this.fault === null) return status;
    if (IS_UNREAD.includes(this.fault)) return BROKEN_PIPE;
    process.stderr.write(`What was done could not be printed (${this.fault}).\n`);
    return 1;
  }

  /** What was printed has been taken by now, or refused. */
  private async written(): Promise<void> {
    await new Promise((resolve) => process.stdout.write('', resolve));
    // A stream tells of its fault a turn later.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
