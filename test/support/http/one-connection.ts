import { Agent, request, type IncomingMessage } from 'node:http';

export interface Exchange {
  status: number | undefined;
  /** In their order, without those that every answer has anew. */
  headers: [string, string][];
  body: string;
  /** Milliseconds from the first byte sent to the last one received. */
  took: number;
}

const OF_THE_MOMENT = new Set(['x-request-id', 'date']);

/** Sends one request after another over one connection that stays open. */
export class OneConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly url: string) {}

  /**
   * @param path below the address of the service
   * @param body sent as JSON, unless it is a form
   */
  async send(method: string, path: string, given: Record<string, string>, body?: unknown): Promise<Exchange> {
    const form = body instanceof FormData || body instanceof URLSearchParams ? body : null;
    const sent = body === undefined ? undefined : new Response(form ?? JSON.stringify(body));
    const type = form ? sent?.headers.get('content-type') : 'application/json';
    const bytes = sent && Buffer.from(await sent.arrayBuffer());
    const headers = {
      ...given,
      ...(bytes && { 'content-type': type!, 'content-length': bytes.length }),
    };
    const began = performance.now();
    const answer = await this.exchange(method, path, headers, bytes);
    const text = await textOf(answer);
    const took = performance.now() - began;
    return { status: answer.statusCode, headers: headersOf(answer), body: text, took };
  }

  close(): void {
    this.agent.destroy();
  }

  private exchange(method: string, path: string, headers: object, bytes?: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sending = request(this.url + path, { method, agent: this.agent, headers: { ...headers } });
      sending.on('response', resolve).on('error', reject).end(bytes);
    });
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const headersOf = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders
    .flatMap((name, index): [string, string][] =>
      index % 2 ? [] : [[name.toLowerCase(), rawHeaders[index + 1]!]],
    )
    .filter(([name]) => !OF_THE_MOMENT.has(name));
