import { hash, randomBytes } from 'node:crypto';
import {
  ApplicationsService,
  type NewPublicApplication,
} from '../../../src/features/oauth/applications.service.js';
import { PASSWORD } from '../application.factory.js';
import { SigningBrowser, type ShownPage } from './signing-browser.js';
import type { TestApp } from '../test-app.js';

export const REDIRECT = 'https://app.example.org/callback';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Left out where undefined, sent several times where there are several. */
export type Fields = Record<string, string | string[] | undefined>;

export interface OauthAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or null. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
  text: string;
}

export interface OauthTokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
}

export const fieldsOf = (fields: Fields): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
    ),
  );

/** Of a page of the site, or of what is answered to an application. */
export async function oauthAnswer(url: string, init: RequestInit): Promise<OauthAnswer> {
  const { status, headers, ...response } = await fetch(url, { redirect: 'manual', ...init }).then(
    async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }),
  );
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  return { status, headers, text: response.text, body: isJson ? JSON.parse(response.text) : null };
}

/** An application that people sign in to by the authorization server, and what it asks there. */
export class OauthApp {
  readonly verifier = randomBytes(32).toString('base64url');

  constructor(
    readonly t: Pick<TestApp, 'url'>,
    readonly clientId: string,
    /** Null: it cannot keep one. */
    readonly secret: string | null = null,
    readonly redirectUri = REDIRECT,
  ) {}

  /** Where it sends a browser. */
  address(changed: Fields = {}): string {
    const asked = fieldsOf({
      client_id: this.clientId,
      response_type: 'code',
      redirect_uri: this.redirectUri,
      scope: 'openid email offline_access',
      code_challenge: challengeOf(this.verifier),
      code_challenge_method: 'S256',
      state: 'xyz',
      ...changed,
    });
    return `${this.t.url}/oauth/authorize?${asked.toString()}`;
  }

  /** A person signs in there, and agrees where that is asked. @returns where the browser is at the end */
  async signIn(
    person: { email: string },
    changed: Fields = {},
    browser = new SigningBrowser(this.t.url),
  ): Promise<ShownPage> {
    let page = await browser.open(this.address(changed));
    if (page.html.includes('/password"'))
      page = await browser.submit('/password', { email: person.email, password: PASSWORD });
    return page.html.includes('/consent"') ? browser.submit('/consent', { answer: 'allow' }) : page;
  }

  async code(...given: Parameters<OauthApp['signIn']>): Promise<string> {
    const { url, html } = await this.signIn(...given);
    const code = url.searchParams.get('code');
    if (code === null) throw new Error(`No code at ${url.href}:\n${html}`);
    return code;
  }

  async tokens(...given: Parameters<OauthApp['signIn']>): Promise<OauthTokens> {
    const { status, body, text } = await this.exchange(await this.code(...given));
    if (status !== 200) throw new Error(text);
    return body as OauthTokens;
  }

  exchange(code: string, changed: Fields = {}, headers: Record<string, string> = {}): Promise<OauthAnswer> {
    const fields = {
      grant_type: 'authorization_code',
      ...{ code, redirect_uri: this.redirectUri, code_verifier: this.verifier },
    };
    return this.send('/oauth/token', { ...fields, ...changed }, headers);
  }

  refresh(token: string, changed: Fields = {}): Promise<OauthAnswer> {
    return this.send('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, ...changed });
  }

  /** @param device the code that it was given */
  poll(device: string, changed: Fields = {}): Promise<OauthAnswer> {
    return this.send('/oauth/token', { grant_type: DEVICE_GRANT, device_code: device, ...changed });
  }

  /** A form, with what the application proves itself by. */
  send(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<OauthAnswer> {
    const basic = this.secret && basicOf(this.clientId, this.secret);
    return oauthAnswer(`${this.t.url}${path}`, {
      method: 'POST',
      headers: { ...(basic && { authorization: basic }), ...headers },
      body: fieldsOf({ ...(!basic && { client_id: this.clientId }), ...fields }),
    });
  }
}

export const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url');

export const basicOf = (clientId: string, secret: string): string =>
  `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;

/** One that cannot keep a secret; a web app unless it is said otherwise. */
export async function aPublicApp(t: TestApp, given: Partial<NewPublicApplication> = {}): Promise<OauthApp> {
  const { redirectUris = [REDIRECT] } = given;
  const { clientId } = await t.app
    .get(ApplicationsService)
    .createPublic({ name: 'Web App', ...given, redirectUris });
  return new OauthApp(t, clientId, null, redirectUris[0]);
}

/** One with a secret, in which people sign in on the pages of the service. */
export async function aConfidentialApp(t: TestApp): Promise<OauthApp> {
  const { clientId, clientSecret } = await t.app.get(ApplicationsService).create('School App', [REDIRECT]);
  return new OauthApp(t, clientId, clientSecret);
}
