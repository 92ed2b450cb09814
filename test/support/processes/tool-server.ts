import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fromSources } from '../runner/typescript-hooks.mjs';

/** The tool server, from the sources. */
export const TOOL_SERVER = { command: process.execPath, args: fromSources('src/mcp/main.ts') };

export type Environment = Record<string, string>;

/** A client of the SDK that has started the server. */
export async function connectClient(env: Environment): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ ...TOOL_SERVER, env, stderr: 'pipe' }));
  return client;
}

/** The one text of a tool's answer. */
export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [first, ...more] = content;
  if (first?.type !== 'text' || more.length > 0) throw new Error('The answer is not one text');
  return { text: first.text, isError: isError ?? false };
}

export interface Message {
  jsonrpc: string;
  id?: number | string;
  result?: any; // eslint-disable-line @typescript-eslint/no-explicit-any
  error?: { code: number; message: string };
}

/** The process on its streams, with whatever a test writes to it. */
export class RawToolServer {
  private readonly child;
  private readonly written = { stdout: '', stderr: '' };
  private readonly closed: Promise<unknown>;

  constructor(env: Environment) {
    this.child = spawn(TOOL_SERVER.command, TOOL_SERVER.args, { env, stdio: 'pipe' });
    for (const name of ['stdout', 'stderr'] as const) {
      this.child[name].setEncoding('utf8').on('data', (text: string) => (this.written[name] += text));
    }
    // Not exit: what was written last may still be on its way then.
    this.closed = once(this.child, 'close');
  }

  get stdout(): string {
    return this.written.stdout;
  }

  get stderr(): string {
    return this.written.stderr;
  }

  /** Every line must be a message: nothing else may be on standard output. */
  get messages(): Message[] {
    const lines = this.stdout.split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Message);
  }

  /** One line each; text is written as it is. */
  write(...lines: (string | object)[]): this {
    for (const line of lines) {
      this.child.stdin.write(
        typeof line === 'string' ? `${line}\n` : `${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`,
      );
    }
    return this;
  }

  writeBytes(bytes: Buffer): void {
    this.child.stdin.write(bytes);
  }

  async answerTo(id: number): Promise<Message> {
    for (;;) {
      const found = this.messages.find((message) => message.id === id);
      if (found) return found;
      if (this.child.exitCode !== null) throw new Error(`It ended:\n${this.stderr}`);
      await once(this.child.stdout, 'data');
    }
  }

  /** No more input; the exit status. */
  end(): Promise<number | null> {
    this.child.stdin.end();
    return this.exit();
  }

  stop(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exit();
  }

  /** Nobody reads its answers any more. */
  stopReading(): Promise<number | null> {
    this.child.stdout.destroy();
    return this.exit();
  }

  async exit(): Promise<number | null> {
    await this.closed;
    return this.child.exitCode;
  }
}

export const INITIALIZE = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

export const toolCall = (id: number, name: string, given?: unknown): object => ({
  id,
  method: 'tools/call',
  params: { name, arguments: given },
});
