import { checkAgainstOpenApi } from '../support/http/openapi-check.js';
import { operationAt } from './operation-at.js';

/** A request to the API as it was sent, and its answer. */
export interface Exchange {
  operationId: string | undefined;
  method: string;
  /** Below /api/v1, with its query. */
  path: string;
  headers: Headers;
  body: string;
  status: number;
  contentType: string;
  answer: string;
}

/**
 * The global fetch while examples run: the site's address leads to the application, and to nowhere else. Every answer
 * of the API is compared with the committed document and kept.
 */
export class Recorder {
  private exchanges: Exchange[] = [];

  constructor(
    private readonly siteUrl: string,
    private readonly applicationUrl: string,
    private readonly original = globalThis.fetch,
  ) {}

  start(): void {
    globalThis.fetch = (input, init) => this.fetch(new Request(input, init));
  }

  stop(): void {
    globalThis.fetch = this.original;
  }

  /** What was recorded since the last time. */
  take(): Exchange[] {
    return this.exchanges.splice(0);
  }

  private async fetch(request: Request): Promise<Response> {
    const { method, url, headers } = request;
    // The application runs in this process too, and asks the stubs on loopback.
    if (new URL(url).hostname === '127.0.0.1') return this.original(request);
    if (!url.startsWith(`${this.siteUrl}/`)) throw new TypeError(`No example may ask ${new URL(url).host}`);
    const body = Buffer.from(await request.arrayBuffer());
    const target = this.applicationUrl + url.slice(this.siteUrl.length);
    const response = await this.original(target, { method, headers, ...(body.length > 0 && { body }) });
    const prefix = `${this.siteUrl}/api/v1`;
    const operationId = operationAt(method, url.slice(prefix.length).split('?')[0] ?? '');
    if (url.startsWith(prefix) && operationId) {
      const path = url.slice(prefix.length);
      const answer = await response.clone().text();
      const contentType = response.headers.get('content-type') ?? '';
      const { status } = response;
      checkAgainstOpenApi(method, path, { status, text: answer, body: jsonOf(contentType, answer) });
      this.exchanges.push({
        ...{ operationId, method, path, headers, status, contentType, answer },
        body: body.toString(),
      });
    } else if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
    return response;
  }
}

const jsonOf = (contentType: string, text: string): unknown =>
  contentType.startsWith('application/json') ? JSON.parse(text) : null;
