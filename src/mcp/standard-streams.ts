import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCRequest,
  parseJSONRPCMessage,
  ProtocolErrorCode,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';

/** No request of a client is near this; what is longer is dropped while it comes. */
const MAX_LINE_LENGTH = 1024 * 1024;

/**
 * One JSON-RPC message a line. Beyond what the transport of the SDK does, a line that is no message is answered
 * with an error, and what was asked before the input ended is answered before the connection closes.
 */
export class StandardStreams implements Transport {
  onmessage?: Transport['onmessage'];
  onerror?: Transport['onerror'];
  onclose?: () => void;

  private readonly unanswered = new Set<RequestId>();
  private begun = '';
  private dropping = false;
  private inputEnded = false;
  private isClosed = false;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    /** Called once, after `onclose`. */
    private readonly whenClosed: () => void,
  ) {}

  async start(): Promise<void> {
    const endInput = () => {
      this.inputEnded = true;
      this.closeWhenDone();
    };
    this.input
      .setEncoding('utf8')
      .on('data', (text: string) => this.read(text))
      .once('end', endInput)
      .on('error', endInput);
    // The reader has gone.
    this.output.on('error', () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.isClosed) return;
    if (!this.output.write(`${JSON.stringify(message)}\n`)) await once(this.output, 'drain');
    if (!('method' in message) && message.id !== undefined) this.settle(message.id);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.input.pause();
    this.onclose?.();
    this.whenClosed();
  }

  private read(text: string): void {
    const lines = text.split('\n');
    lines[0] = this.begun + lines[0];
    this.begun = lines.pop()!;
    for (const line of lines) {
      if (!this.dropping) this.receive(line.trim());
      this.dropping = false;
    }
    if (this.begun.length <= MAX_LINE_LENGTH) return;
    if (!this.dropping) this.refuse(ProtocolErrorCode.InvalidRequest, 'The message is too long.');
    this.dropping = true;
    this.begun = '';
  }

  private receive(line: string): void {
    if (line === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return this.refuse(ProtocolErrorCode.ParseError, 'The line is not JSON.');
    }
    try {
      this.deliver(parseJSONRPCMessage(value));
    } catch {
      this.refuseRequest(value);
    }
  }

  private deliver(message: JSONRPCMessage): void {
    // Answered only when the connection ends.
    if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen')
      this.unanswered.add(message.id);
    if ('method' in message && message.method === 'notifications/cancelled') {
      this.settle(message.params?.requestId as RequestId);
    }
    this.onmessage?.(message);
  }

  /** An answer that cannot be read is not answered in turn. */
  private refuseRequest(value: unknown): void {
    const { id, result, error } = (value ?? {}) as Record<string, unknown>;
    if (result !== undefined || error !== undefined) return;
    const known = typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined;
    this.refuse(ProtocolErrorCode.InvalidRequest, 'The line is not a JSON-RPC 2.0 message.', known);
  }

  /** Without an id that could be read there is none in the answer: the protocol has no null for it. */
  private refuse(code: ProtocolErrorCode, message: string, id?: RequestId): void {
    void this.send({ jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message } });
  }

  private settle(id: RequestId): void {
    this.unanswered.delete(id);
    this.closeWhenDone();
  }

  private closeWhenDone(): void {
    if (this.inputEnded && this.unanswered.size === 0) void this.close();
  }
}
