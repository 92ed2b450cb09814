import { checkAgainstOpenApi } from './openapi-check.js';

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
    const response = await fetch(`${this.siteUrls[this.sent++ % this.siteUrls.length]}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm(body) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isSendable(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, body: parsed(text), text };
    checkAgainstOpenApi(method, path, answer);
    return answer;
  }
}

const isForm = (body: unknown): body is FormData => body instanceof FormData;

const isSendable = (body: unknown): body is string | FormData | Buffer =>
  typeof body === 'string' || isForm(body) || Buffer.isBuffer(body);

const parsed = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
};
