import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { terminalProgress } from './describe-report.js';

/** What a terminal is sent. */
class Terminal extends Writable {
  readonly isTTY: boolean;
  sent = '';

  constructor(
    readonly columns: number,
    { isTTY = true } = {},
  ) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    this.sent += text;
    done();
  }

  /** What has been drawn, without what moves the cursor. */
  get drawn(): string[] {
    return this.sent.split(/\u001b(?:\[[?\d;]*[A-Za-z]|[78])/).filter((text) => text !== '');
  }
}

const on = (terminal: Terminal) => terminalProgress(terminal as unknown as typeof process.stderr);

let listeners: number;
beforeEach(() => {
  listeners = process.listenerCount('SIGINT');
});
afterEach(() => expect(process.listenerCount('SIGINT')).toBe(listeners));

describe('the progress bar', () => {
  it('writes nothing where nobody is looking', () => {
    const file = new Terminal(80, { isTTY: false });
    const progress = on(file);
    progress.step('Importing schools', 1, 2);
    progress.end();
    expect(file.sent).toBe('');
  });

  it.each([80, 50, 200])('fits %d columns, and leaves an empty line and a cursor behind', (columns) => {
    const terminal = new Terminal(columns);
    const progress = on(terminal);
    progress.step('Reading academicSessions.csv', 512, 1024);
    progress.step('Importing schools', 40, 40);
    progress.end();
    expect(terminal.drawn.join('')).toContain('100% Importing schools');
    for (const line of terminal.drawn) expect(line.length).toBeLessThanOrEqual(columns);
    expect(terminal.sent).not.toMatch(/[\r\n]/);
    // Cursor shown, lines wrapped again, to the first column, line cleared.
    expect(terminal.sent).toMatch(/\u001b\[\?25h\u001b\[\?7h\u001b8\u001b\[1G\u001b\[2K$/);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves %s what it does', (signal) => {
    const program = `
      Object.defineProperties(process.stderr, { isTTY: { value: true }, columns: { value: 80 } });
      const { terminalProgress } = await import(${JSON.stringify(new URL('./describe-report.ts', import.meta.url).href)});
      terminalProgress().step('Importing schools', 1, 2);
      setTimeout(() => process.exit(3), 30_000);
      process.kill(process.pid, '${signal}');`;
    const hooks = new URL('../../test/support/runner/typescript-hooks.mjs', import.meta.url).href;
    const ended = spawnSync(process.execPath, ['--import', hooks, '--input-type=module', '-e', program]);
    expect(ended.signal).toBe(signal);
    expect(ended.stderr.toString()).toContain('\u001b[?25h');
  });
});
