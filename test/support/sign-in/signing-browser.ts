import { freePort } from '../processes/free-port.js';
import { startTestApp, type TestApp } from '../test-app.js';
import type { AppSettings } from '../../../src/platform/config/settings.js';

/** The application at an address of its own that it knows: clients follow what its metadata says. */
export async function startAtItsAddress(overrides: Partial<AppSettings> = {}): Promise<TestApp> {
  const port = await freePort();
  return startTestApp({ port, siteUrl: `http://127.0.0.1:${port}`, ...overrides });
}

/** A page as the browser has it before it. */
export interface ShownPage {
  status: number;
  /** With query and fragment; where it is not on the site, nothing was asked there. */
  url: URL;
  html: string;
  headers: Headers;
}

/** As much of a browser as signing in needs: cookies with their paths, redirects, forms; no scripts. */
export class SigningBrowser {
  private readonly cookies = new Map<string, { name: string; value: string; path: string }>();
  page: ShownPage | null = null;

  constructor(private readonly site: string) {}

  open(url: string): Promise<ShownPage> {
    return this.request(new URL(url, this.site), { method: 'GET' });
  }

  /** Fills the form whose action ends so, and sends it; its hidden fields go along. */
  submit(action: string, fields: Record<string, string> = {}): Promise<ShownPage> {
    const { html, url } = this.page!;
    const form = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(([, at]) =>
      at!.endsWith(action),
    );
    if (!form) throw new Error(`No form leads to ${action}:\n${html.slice(0, 3000)}`);
    const hidden = [...form[2]!.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name, value]): [string, string] => [name!, value!],
    );
    const body = new URLSearchParams([...hidden, ...Object.entries(fields)]);
    return this.post(new URL(form[1]!, url).href, body);
  }

  /** @param headers in place of those that a browser sends from a page of the site */
  post(url: string, body: URLSearchParams, headers?: Record<string, string>): Promise<ShownPage> {
    const own = { 'sec-fetch-site': 'same-origin', origin: new URL(this.site).origin };
    return this.request(new URL(url, this.site), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(headers ?? own) },
    });
  }

  cookie(name: string): string | undefined {
    return [...this.cookies.values()].find((cookie) => cookie.name === name)?.value;
  }

  /** Takes everything along that another browser has. */
  copyCookies(from: SigningBrowser): void {
    for (const [key, cookie] of from.cookies) this.cookies.set(key, cookie);
  }

  private async request(url: URL, init: RequestInit): Promise<ShownPage> {
    const cookie = [...this.cookies.values()]
      .filter(({ path }) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(init.headers as Record<string, string>), cookie },
    });
    for (const line of answer.headers.getSetCookie()) this.store(line, url);
    const location = answer.headers.get('location');
    if (location && answer.status >= 300 && answer.status < 400) {
      await answer.text();
      const next = new URL(location, url);
      if (next.origin === new URL(this.site).origin) {
        const { 'accept-language': language } = (init.headers ?? {}) as Record<string, string>;
        return this.request(next, {
          method: 'GET',
          ...(language && { headers: { 'accept-language': language } }),
        });
      }
      return (this.page = { status: answer.status, url: next, html: '', headers: answer.headers });
    }
    return (this.page = { status: answer.status, url, html: await answer.text(), headers: answer.headers });
  }

  private store(line: string, url: URL): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const path =
      /^path=(.*)$/i.exec(attributes.find((one) => /^path=/i.test(one)) ?? '')?.[1] ?? url.pathname;
    const isGone = value === '' || attributes.some((one) => /^expires=.*1970/i.test(one));
    if (isGone) this.cookies.delete(`${name} ${path}`);
    else this.cookies.set(`${name} ${path}`, { name, value, path });
  }
}
