import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Cell } from '../../src/router/cell.js';

/** A cell that says of itself what it is told to, and answers a request as it is told to. */
export class StubCell {
  /** What was asked of it, but for `/cell`. */
  readonly heard: string[] = [];
  schools: string[] = [];
  /** What it knows of any person; null: it never answers. */
  person: { account: boolean; member: boolean; own: boolean } | null = {
    ...{ account: true, member: true, own: false },
  };
  /** Status of its answers, by method and path; else 200. */
  answers: Record<string, number> = {};
  /** Its answers, by method and path; a text as it is. */
  bodies: Record<string, object | string> = {};
  isDown = false;
  /** How often it was asked about a person. */
  questions = 0;
  /** Its answers wait for it. */
  waitsFor: Promise<void> = Promise.resolve();
  private readonly asked = Promise.withResolvers<void>();
  /** Comes about with the first request but for `/cell`. */
  readonly isAsked = this.asked.promise;
  private readonly server: Server = createServer((request, response) => this.answer(request, response));

  constructor(readonly name: string) {}

  /** As the router knows it. */
  async start(): Promise<Cell> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    const { port } = this.server.address() as AddressInfo;
    return new Cell(this.name, `http://127.0.0.1:${port}`, 'x');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await once(this.server.close(), 'close');
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const { method, url = '' } = request;
    if (this.isDown) return void request.socket.destroy();
    if (url === '/cell/schools') return answerJson(response, this.list);
    if (url.startsWith('/cell/')) this.questions += 1;
    if (url.startsWith('/cell/')) return void (this.person && answerJson(response, this.person));
    const line = `${method} ${url}`;
    const tag = request.headers['if-match'];
    this.heard.push(tag === undefined ? line : `${line} if ${tag}`);
    response.statusCode = this.answers[line] ?? 200;
    this.asked.resolve();
    void this.waitsFor.then(() => answerJson(response, this.bodies[line] ?? { of: this.name }));
  }

  private get list(): object {
    return { site_url: `http://${this.name}.example`, schools: this.schools };
  }
}

const answerJson = (response: ServerResponse, body: object | string): void =>
  void response.end(typeof body === 'string' ? body : JSON.stringify(body));
