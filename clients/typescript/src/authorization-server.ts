import { retryAfterOf } from './retry-after.js';
import { sendRepeatably } from './patience.js';
import type { Send } from './send.js';

/** What of its metadata (RFC 8414) is needed here. */
interface Metadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint: string;
  end_session_endpoint: string;
}

export interface TokenAnswer {
  access_token: string;
  refresh_token?: string;
  id_token?: string;
}

/** What the authorization server has refused, by the codes of the standards (RFC 6749, section 5.2; OpenID Connect Core, section 3.1.2.6). */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  /** Seconds to wait before the next attempt; null where the answer names none. */
  readonly retryAfter: number | null;

  constructor(
    /**
     * `access_denied`, `invalid_grant`, …; `wrong_answer` for what is none of the service's, `insecure_context` on a page where
     * browsers have no `crypto.subtle`.
     */
    readonly code: string,
    message = code,
    /** Null for what came by way of the browser. */
    readonly status: number | null = null,
    /** Of the answer; none for what came by way of the browser. */
    readonly headers: Headers = new Headers(),
  ) {
    super(message);
    this.retryAfter = retryAfterOf(headers);
  }
}

/** The service's authorization server, as a client without a secret speaks with it. */
export class AuthorizationServer {
  private known: Promise<Metadata> | null = null;

  constructor(
    private readonly siteUrl: string,
    private readonly clientId: string,
    private readonly send: Send,
  ) {}

  /** Read once. */
  metadata(): Promise<Metadata> {
    this.known ??= this.read().catch((error: unknown) => {
      this.known = null;
      throw error;
    });
    return this.known;
  }

  /** @throws SignInError */
  async exchange(code: string, verifier: string, redirectUri: string): Promise<TokenAnswer> {
    const fields = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    };
    // A code is good for one question: its answer cannot be asked for again.
    return this.tokens(await this.send(await this.form('token_endpoint', fields)));
  }

  /**
   * Asks once more when the answer is lost: within 30 seconds the service gives the same one again.
   * @throws SignInError
   */
  async refresh(refreshToken: string): Promise<TokenAnswer> {
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
    return this.tokens(await sendRepeatably(this.send, await this.form('token_endpoint', fields)));
  }

  /** Ends the session of a refresh token (RFC 7009). */
  async revoke(refreshToken: string): Promise<void> {
    const request = await this.form('revocation_endpoint', { token: refreshToken });
    const response = await sendRepeatably(this.send, request);
    if (!response.ok) throw await refusal(response);
  }

  private async read(): Promise<Metadata> {
    const request = new Request(`${this.siteUrl}/.well-known/openid-configuration`);
    const response = await sendRepeatably(this.send, request);
    if (!response.ok) throw await refusal(response);
    const metadata = (await response.json()) as Metadata;
    // RFC 8414, section 3.3: one that speaks for another issuer could be anybody's.
    if (metadata.issuer !== new URL(this.siteUrl).origin)
      throw new SignInError('wrong_answer', `${this.siteUrl} speaks for ${metadata.issuer}`);
    return metadata;
  }

  private async form(
    endpoint: 'token_endpoint' | 'revocation_endpoint',
    fields: Record<string, string>,
  ): Promise<Request> {
    const { [endpoint]: url } = await this.metadata();
    return new Request(url, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, client_id: this.clientId }),
    });
  }

  private async tokens(response: Response): Promise<TokenAnswer> {
    if (!response.ok) throw await refusal(response);
    return (await response.json()) as TokenAnswer;
  }
}

async function refusal(response: Response): Promise<SignInError> {
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  const { error, error_description: description } = answer ?? {};
  const { status, headers } = response;
  if (typeof error !== 'string')
    return new SignInError('wrong_answer', `The service answered ${status}`, status, headers);
  return new SignInError(error, typeof description === 'string' ? description : error, status, headers);
}
