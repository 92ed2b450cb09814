import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Lines of a map that go into one command: HAProxy takes 16 kB at once (tune.bufsize). */
const LINES = 200;
/** Milliseconds for one command. */
const PATIENCE_MS = 2_000;

/**
 * The map of HAProxy by which it sends the requests of a school to its cell without asking anybody. It is written by
 * transaction ("prepare map", "commit map"; HAProxy management guide, 9.3), so that it is never half a map.
 */
export class ProxyMap {
  private written = '';

  /**
   * @param socket its path, or `host:port`
   * @param file the path by which HAProxy names the map
   */
  constructor(
    private readonly socket: string,
    private readonly file: string,
  ) {}

  /** Also when it is the same as before: a proxy that has started anew has the map of its file. @throws Error */
  async write(entries: readonly [key: string, value: string][]): Promise<void> {
    const version = /New version created: (\d+)/.exec(await this.command(`prepare map ${this.file}`))?.[1];
    if (!version) throw new Error('HAProxy has no such map');
    try {
      for (let at = 0; at < entries.length; at += LINES) {
        const lines = entries.slice(at, at + LINES).map(([key, value]) => `${key} ${value}\n`);
        await this.order(`add map @${version} ${this.file} <<\n${lines.join('')}`);
      }
      await this.order(`commit map @${version} ${this.file}`);
    } catch (error) {
      await this.command(`clear map @${version} ${this.file}`).catch(() => undefined);
      throw error;
    }
    this.written = textOf(entries);
  }

  /** What HAProxy does without a word. @throws Error for what it says against it */
  private async order(line: string): Promise<void> {
    const answer = (await this.command(line)).trim();
    if (answer !== '') throw new Error(`HAProxy says: ${answer}`);
  }

  /** Whether it has been written as it is. */
  isWritten(entries: readonly [key: string, value: string][]): boolean {
    return this.written === textOf(entries);
  }

  private async command(line: string): Promise<string> {
    const [, host, port] = /^([^/]+):(\d+)$/.exec(this.socket) ?? [];
    const connection = host ? connect({ host, port: Number(port) }) : connect({ path: this.socket });
    connection.setTimeout(PATIENCE_MS, () => connection.destroy(new Error('HAProxy does not answer')));
    connection.end(`${line}\n`);
    return text(connection);
  }
}

const textOf = (entries: readonly [string, string][]): string =>
  entries.map(([key, value]) => `${key} ${value}`).join('\n');
