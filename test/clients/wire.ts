import type { TestApp } from '../support/test-app.js';

export interface Sent {
  method: string;
  /** With the query, without the site. */
  path: string;
  url: string;
  headers: Headers;
  status: number | null;
}

/** The network between a client and the application: what passes is seen, and an answer can be lost or forged. */
export class Wire {
  readonly sent: Sent[] = [];
  /** The next answers are lost on their way back. */
  losing = 0;
  /** Holds a request back until this resolves. */
  hold: ((sent: Sent) => Promise<void> | undefined) | undefined;
  /** Answered instead of the application. */
  forged: ((sent: Sent) => Response | undefined) | undefined;

  constructor(private readonly t: TestApp) {}

  readonly fetch = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request;
    const path = url.slice(this.t.url.length).replace(/^\/api\/v1/, '');
    const sent: Sent = { method, path, url, headers: new Headers(headers), status: null };
    this.sent.push(sent);
    const answer = this.forged?.(sent) ?? (await fetch(request));
    await this.hold?.(sent);
    if (this.losing > 0) {
      this.losing -= 1;
      throw new TypeError('fetch failed');
    }
    sent.status = answer.status;
    return answer;
  };

  /** As `GET /me 401`, in their order. */
  get log(): string[] {
    return this.sent.map(({ method, path, status }) => `${method} ${path} ${status ?? 'lost'}`);
  }

  to(path: string): Sent[] {
    return this.sent.filter((one) => one.path === path);
  }

  forget(): void {
    this.sent.length = 0;
  }
}
