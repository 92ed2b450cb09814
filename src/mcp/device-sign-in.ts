import { setTimeout } from 'node:timers/promises';

/** The codes with which a person signs in for a program that has no browser (RFC 8628, section 3.2). */
export interface DeviceCode {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete?: string;
  /** Seconds. */
  expires_in: number;
  /** Seconds between two questions; 5 where it is not said. */
  interval?: number;
}

export interface SignedIn {
  access_token: string;
  /** Seconds. */
  expires_in: number;
}

/** Why there is no token. Its message is one line for a person. */
export class SignInFailedError extends Error {}

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const ANSWER_MS = 30_000;
/** Seconds, and how many more after `slow_down`. */
const [INTERVAL, SLOWER] = [5, 5];

const REFUSALS: Record<string, string> = {
  access_denied: 'You did not allow it: there is no token.',
  expired_token: 'Nobody signed in in time: begin once more.',
  // Too old a code is forgotten.
  invalid_grant: 'Nobody signed in in time: begin once more.',
  invalid_client: 'This directory does not let school-directory-login in: its operator has revoked it.',
};

/** Signs a person in who uses a browser, on whatever device, while a program waits. */
export class DeviceSignIn {
  constructor(
    /** Bare address. */
    private readonly site: string,
    private readonly clientId: string,
    private readonly stopped: AbortSignal,
  ) {}

  /** @throws SignInFailedError */
  async begin(): Promise<DeviceCode> {
    const { status, body } = await this.post('/oauth/device', { client_id: this.clientId }).catch(() => {
      throw new SignInFailedError(`Nobody answers at ${this.site}.`);
    });
    if (status === 200 && typeof body['device_code'] === 'string') return body as unknown as DeviceCode;
    throw failure(body['error'], `What answers at ${this.site} is no school directory.`);
  }

  /**
   * Asks again until the person has signed in. A question that is lost is asked again, less often.
   * @throws SignInFailedError
   */
  async finish({ device_code, expires_in, interval = INTERVAL }: DeviceCode): Promise<SignedIn> {
    const deadline = performance.now() + expires_in * 1000;
    let pause = interval;
    const question = { grant_type: GRANT, device_code, client_id: this.clientId };
    while (performance.now() < deadline && !this.stopped.aborted) {
      await setTimeout(pause * 1000, undefined, { signal: this.stopped }).catch(() => undefined);
      const answer = await this.post('/oauth/token', question).catch(() => null);
      if (answer?.status === 200) return answer.body as unknown as SignedIn;
      const error = answer?.body['error'];
      if (error === 'slow_down') pause += SLOWER;
      else if (answer === null || answer.status >= 500 || answer.status === 429) pause *= 2;
      else if (error !== 'authorization_pending') throw failure(error, 'The sign-in was refused.');
    }
    throw failure('expired_token');
  }

  private async post(
    path: string,
    fields: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(this.site + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.any([this.stopped, AbortSignal.timeout(ANSWER_MS)]),
    });
    const body: unknown = await response.json().catch(() => null);
    return { status: response.status, body: (body ?? {}) as Record<string, unknown> };
  }
}

const failure = (error: unknown, otherwise = ''): SignInFailedError =>
  new SignInFailedError(REFUSALS[String(error)] ?? otherwise);
