import { codeOf, DirectoryError } from './directory-error.js';
import type { components } from './schema.js';
import { sendPatiently } from './patience.js';
import type { Send } from './send.js';
import type { TokenPair, Tokens } from './tokens.js';

type Challenge = components['schemas']['Challenge'];

/** Asks the user for the code of the second step; null when there is none to be had. */
export type AskForCode = (challenge: Challenge) => Promise<string | null>;

/**
 * Sends requests with the user's token, and does what the API asks of a client that is refused: after
 * `not_authenticated` once more with a fresh token, after `mfa_required` once more with the second step done.
 */
export class AuthorizedSend {
  private secondStep: Promise<boolean> | null = null;
  private secondStepsDone = 0;

  constructor(
    private readonly baseUrl: string,
    private readonly tokens: Tokens,
    private readonly askForCode: AskForCode | undefined,
    private readonly plain: Send,
    private readonly maxWaitMs: number,
  ) {}

  async send(request: Request): Promise<Response> {
    // With credentials of its own, as at the token operations.
    if (request.headers.has('authorization')) return this.plain(request);
    const stepsBefore = this.secondStepsDone;
    let token = await this.tokens.current();
    let response = await this.attempt(request, token);
    if (await isRefused(response, 'not_authenticated')) {
      token = await this.tokens.renew(token);
      if (token === null) return response;
      response = await this.attempt(request, token);
    }
    if (await isRefused(response, 'mfa_required')) {
      // Done while this request was on its way: the session has it.
      const isDone = this.secondStepsDone > stepsBefore || (await this.doSecondStep(token));
      if (isDone) response = await this.attempt(request, await this.tokens.current());
    }
    return response;
  }

  private attempt(request: Request, token: string | null): Promise<Response> {
    const copy = request.clone();
    if (token !== null) copy.headers.set('authorization', `Bearer ${token}`);
    return sendPatiently(this.plain, copy, this.maxWaitMs);
  }

  /** Requests that wait for it at the same time ask for one code. */
  private doSecondStep(token: string | null): Promise<boolean> {
    this.secondStep ??= this.askAndVerify(token).finally(() => (this.secondStep = null));
    return this.secondStep;
  }

  private async askAndVerify(token: string | null): Promise<boolean> {
    if (!this.askForCode || token === null) return false;
    const challenge = await this.post<Challenge>('/auth/two-step/challenge', token, {});
    const code = await this.askForCode(challenge);
    if (code === null) return false;
    const answer = { challenge_id: challenge.challenge_id, code };
    await this.tokens.keep?.(await this.post<TokenPair>('/auth/two-step/verify', token, answer));
    this.secondStepsDone += 1;
    return true;
  }

  private async post<T>(path: string, token: string, body: object): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = new Request(this.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const response = await this.plain(request);
    if (!response.ok) throw await DirectoryError.from(response);
    return (await response.json()) as T;
  }
}

async function isRefused(response: Response, code: 'not_authenticated' | 'mfa_required'): Promise<boolean> {
  return response.status === 401 && (await codeOf(response)) === code;
}
