import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createDirectoryClient,
  type DirectoryClient,
} from '../../clients/typescript/src/directory-client.js';

interface Arrived {
  method: string;
  headers: IncomingHttpHeaders;
  /** Milliseconds of the machine's clock. */
  at: number;
}

type Answer = (response: ServerResponse) => void;

export const answersWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}');

/** Never answers. */
export const staysSilent: Answer = () => undefined;

/** Begins an answer, and leaves it at that. */
export const stalls: Answer = (response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).write('{');

/** A service on loopback that answers as it was told, one answer a request; the last one stays. */
export class ScriptedService {
  readonly arrived: Arrived[] = [];
  answers: Answer[] = [];
  private readonly server = createServer((request, response) => {
    const { method = '', headers } = request;
    this.arrived.push({ method, headers, at: performance.now() });
    request.resume().once('end', () => this.next()(response));
  });

  static async start(): Promise<ScriptedService> {
    const service = new ScriptedService();
    await once(service.server.listen(0, '127.0.0.1'), 'listening');
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  client(options: { timeoutMs?: number; maxWaitMs?: number } = {}): DirectoryClient {
    const tokens = { current: () => Promise.resolve('token'), renew: () => Promise.resolve(null) };
    return createDirectoryClient({ siteUrl: this.url, tokens, ...options });
  }

  /** Milliseconds between one request and the one before. */
  get pauses(): number[] {
    return this.arrived.slice(1).map(({ at }, before) => at - this.arrived[before]!.at);
  }

  close(): void {
    this.server.close().closeAllConnections();
  }

  private next(): Answer {
    const [first] = this.answers;
    if (this.answers.length > 1) this.answers.shift();
    return first ?? answersWith(200);
  }
}
