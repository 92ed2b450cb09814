import { Agent, request as requestOf, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { checkAgainstOpenApi } from './http/openapi-check.js';

export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or null for an answer without a body. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
  text: string;
}

export interface ApiRequest {
  token?: string | undefined;
  /** Sent as JSON, unless it is a text, a form or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** The connection ended, or was refused, before all of the answer was there. */
export class NoAnswerError extends Error {
  constructor(cause: NodeJS.ErrnoException) {
    super(`No answer: ${cause.code ?? cause.message}`, { cause });
  }
}

/** Speaks HTTP to the app; every answer is compared with the committed OpenAPI document. */
export class ApiClient {
  private readonly siteUrls: string[];
  private sent = 0;

  /** @param siteUrls bare addresses of the same service, which are asked in turn */
  constructor(...siteUrls: string[]) {
    this.siteUrls = siteUrls;
  }

  get = (path: string, request?: ApiRequest): Promise<ApiAnswer> => this.send('GET', path, request);
  post = (path: string, request?: ApiRequest): Promise<ApiAnswer> => this.send('POST', path, request);
  put = (path: string, request?: ApiRequest): Promise<ApiAnswer> => this.send('PUT', path, request);
  patch = (path: string, request?: ApiRequest): Promise<ApiAnswer> => this.send('PATCH', path, request);
  delete = (path: string, request?: ApiRequest): Promise<ApiAnswer> => this.send('DELETE', path, request);

  async send(
    method: string,
    path: string,
    { token, body, headers = {} }: ApiRequest = {},
  ): Promise<ApiAnswer> {
    const content = await contentOf(body);
    const response = await answerOf(
      method,
      `${this.siteUrls[this.sent++ % this.siteUrls.length]}/api/v1${path}`,
      {
        'user-agent': 'a school app',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...content?.headers,
        ...headers,
      },
      content?.bytes,
    );
    const text = await textOf(response).catch((cause: Error) => {
      throw new NoAnswerError(cause);
    });
    const answer = {
      status: response.statusCode!,
      headers: new Headers(response.headers as Record<string, string>),
      body: parsed(text),
      text,
    };
    checkAgainstOpenApi(method, path, answer);
    return answer;
  }
}

/** `fetch` takes more processor time, of which a whole run is made. */
const agent = new Agent({ keepAlive: true });

function answerOf(
  method: string,
  url: string,
  headers: OutgoingHttpHeaders,
  content: string | Buffer | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = requestOf(url, { agent, method, headers });
    request
      .on('response', resolve)
      .on('error', (cause) => reject(new NoAnswerError(cause)))
      .end(content);
  });
}

interface Content {
  bytes: string | Buffer;
  headers: OutgoingHttpHeaders;
}

async function contentOf(body: unknown): Promise<Content | undefined> {
  if (body === undefined) return undefined;
  if (body instanceof FormData) {
    const form = new Response(body);
    const type = form.headers.get('content-type') ?? '';
    return { bytes: Buffer.from(await form.arrayBuffer()), headers: { 'content-type': type } };
  }
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return {
    bytes,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) },
  };
}

const parsed = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
};
