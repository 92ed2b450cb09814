import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { BrowserSessions } from '../../src/features/account/sessions/browser-sessions.service.js';
import { PASSWORD } from './application.factory.js';
import type { TestApp } from './test-app.js';

export interface PageAnswer {
  status: number;
  location: string | null;
  text: string;
  headers: Headers;
}

/** A browser without scripts, with its cookies. */
export class BrowserVisitor {
  private cookies = new Map<string, string>();

  constructor(private readonly t: TestApp) {}

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The same cookies in another browser. */
  copy(): BrowserVisitor {
    const other = new BrowserVisitor(this.t);
    other.cookies = new Map(this.cookies);
    return other;
  }

  get = (path: string): Promise<PageAnswer> => this.send('GET', path);

  /** The answer; to a form that is refused the page that it leads back to, which says why. */
  post = async (
    path: string,
    form: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> => {
    const answer = await this.postAlone(path, form, headers);
    const isRefused = answer.headers.getSetCookie().some((line) => /^school-directory-told=[^;]/.test(line));
    return isRefused && answer.location ? this.get(answer.location) : answer;
  };

  postAlone = (
    path: string,
    form: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> =>
    this.send('POST', path, new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    });

  postJson = (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<PageAnswer> =>
    this.send('POST', path, JSON.stringify(body ?? {}), { 'content-type': 'application/json', ...headers });

  private async send(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const answer = await fetch(`${this.t.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { 'accept-language': 'en', cookie: this.cookie, ...headers },
      ...(body !== undefined && { body }),
    });
    for (const line of answer.headers.getSetCookie()) this.take(line);
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      text: await answer.text(),
      headers: answer.headers,
    };
  }

  private take(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  async signIn(person: { email: string }, password = PASSWORD): Promise<this> {
    const response = { cookie: (name: string, value: string) => this.cookies.set(name, value) };
    await this.t.app.get(BrowserSessions).signIn(
      { email: person.email, password },
      {
        source: '127.0.0.1',
        request: { headers: {} } as Request,
        response: response as unknown as Response,
      },
    );
    return this;
  }

  /** Signed in with both steps, as after a code. */
  async signInWithBothSteps(person: { userId: string }): Promise<this> {
    const response = { cookie: (name: string, value: string) => this.cookies.set(name, value) };
    await this.t.app
      .get(DataSource)
      .transaction((manager) =>
        this.t.app
          .get(BrowserSessions)
          .open(manager, person.userId, { bothSteps: true }, response as unknown as Response),
      );
    return this;
  }
}

export const isSignedIn = async (visitor: BrowserVisitor): Promise<boolean> =>
  (await visitor.get('/account')).status === 200;

/** What changes of an account leave behind. */
export class AccountTrail {
  constructor(private readonly t: TestApp) {}

  rows<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
    return this.t.dataSource.query(text, values);
  }

  /** Kinds, the oldest first. */
  async mailsTo(userId: string): Promise<string[]> {
    const mails = await this.rows<{ kind: string }>(
      'select kind from mails where user_id = $1 order by created_at, kind',
      userId,
    );
    return mails.map(({ kind }) => kind);
  }

  /** What the person has done themselves. */
  async entriesOf(userId: string): Promise<string[]> {
    const entries = await this.rows<{ operation: string }>(
      `select operation from audit_entries where actor_id = $1 and actor_kind = 'person' order by at`,
      userId,
    );
    return entries.map(({ operation }) => operation);
  }
}
