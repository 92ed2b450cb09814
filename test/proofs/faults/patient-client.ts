import { setTimeout as delay } from 'node:timers/promises';
import { ApiClient, NoAnswerError, type ApiAnswer } from '../../support/api-client.js';

export interface Write {
  token: string;
  body?: unknown;
  /** Idempotency-Key. */
  key?: string;
  ifMatch?: string | null;
}

export interface Answered extends ApiAnswer {
  /** How often it was sent; of all but the last nobody knows what became of them. */
  tries: number;
}

/** One answer in so many is lost on its way: a kill seldom falls between the commit and the answer. */
const LOSES = 10;

/** Milliseconds before it asks again. */
const PAUSE_MS = 20;

/** An app on a telephone: what is not answered, or answered with "unavailable", is sent again until somebody decides. */
export class PatientClient {
  /** Requests that somebody decided about. */
  decided = 0;
  /** Of those, the writes that were done. */
  acknowledged = 0;
  /** Of those, the ones that had to be sent more than once. */
  sentAgain = 0;
  /** Connections that broke before the answer was there. */
  lost = 0;
  /** Answers "503 unavailable". */
  unavailable = 0;
  /** By `performance.now()`. */
  lastUnavailableAt = 0;
  /** Milliseconds that any answer took. */
  slowest = 0;
  private heard = 0;
  private begun = 0;
  private hasGivenUp = false;
  private readonly api: ApiClient;

  /** @param pauseMs before it asks again */
  constructor(
    url: string,
    private readonly pauseMs = PAUSE_MS,
  ) {
    this.api = new ApiClient(url);
  }

  /** Requests that were sent, whatever became of them. */
  get sent(): number {
    return this.begun;
  }

  /** @throws for an answer that no fault excuses: every 5xx but 503 */
  async send(method: string, path: string, write: Write): Promise<Answered> {
    for (let tries = 1; !this.hasGivenUp; tries += 1) {
      const answer = await this.once(method, path, write);
      if (answer && answer.status !== 503) {
        if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.text}`);
        this.decided += 1;
        if (method !== 'GET' && answer.status < 300) this.acknowledged += 1;
        if (tries > 1) this.sentAgain += 1;
        return { ...answer, tries };
      }
      await delay(this.pauseMs);
    }
    throw new Error('Given up');
  }

  /** Whatever is still waited for fails. */
  fail(): void {
    this.hasGivenUp = true;
  }

  /** Resolves once so many more are decided. */
  async hasDecided(more: number): Promise<void> {
    const enough = this.decided + more;
    await this.until(() => this.decided >= enough);
  }

  /** Resolves once so many more were answered with "unavailable". */
  async isRefused(times: number): Promise<void> {
    const enough = this.unavailable + times;
    await this.until(() => this.unavailable >= enough);
  }

  private async until(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      if (this.hasGivenUp) throw new Error('Given up');
      await delay(5);
    }
  }

  private async once(
    method: string,
    path: string,
    { token, body, key, ifMatch }: Write,
  ): Promise<ApiAnswer | null> {
    const headers = { ...(key && { 'Idempotency-Key': key }), ...(ifMatch && { 'If-Match': ifMatch }) };
    const begun = performance.now();
    this.begun += 1;
    try {
      const answer = await this.api.send(method, path, { token, body, headers });
      if (answer.status === 503) this.noteUnavailable(answer);
      this.heard += 1;
      return answer.status < 500 && this.heard % LOSES === 0 ? null : answer;
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      this.lost += 1;
      return null;
    } finally {
      this.slowest = Math.max(this.slowest, performance.now() - begun);
    }
  }

  private noteUnavailable({ body }: ApiAnswer): void {
    if (body?.error?.code !== 'unavailable') throw new Error('503 without the code of the contract');
    this.unavailable += 1;
    this.lastUnavailableAt = performance.now();
  }
}
