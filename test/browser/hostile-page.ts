import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';

const WATCH = fileURLToPath(new URL('watch-page.js', import.meta.url));
const SITE = 'http://school.test';
/** Milliseconds for what starts by itself. */
const PATIENCE = 25;

/** An embedded image as the contract writes it; a browser asks nobody for it. */
const EMBEDDED = /^image:[0-9a-f-]{36}$/;

const quoted = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c');

/** Between two of our own, in the cell of a table, and after a paragraph that is still open. */
const around = (html: string): string => `<div data-own>${html}</div>
  <table data-own><tbody data-own><tr data-own><td data-own>${html}</td></tr></tbody></table><p data-own>Before ${html}`;

const page = (body: string): string =>
  `<!doctype html><html data-own><head data-own><meta charset=utf-8 data-own></head><body data-own>${body}`;

/** The ways in which a page comes to show a text; none of them is careful, and no page has a policy that helps. */
export const WAYS = {
  'as part of the page': (html: string) => page(around(html)),
  'by document.write': (html: string) =>
    page(`<script data-own>document.write(${quoted(around(html))})</script>`),
  'by innerHTML': (html: string) =>
    page(`<div data-own></div><table data-own><tbody data-own><tr data-own><td data-own></td></tr></tbody></table>
      <p data-own>Before</p><script data-own>for (const place of document.querySelectorAll('div, td, p'))
        place.innerHTML = ${quoted(html)}</script>`),
};
export type Way = keyof typeof WAYS;

/** A page of a site that shows texts of others, and what they did there. */
export class HostilePage {
  private hits = new Set<string>();
  private shown = '';
  private visits = 0;

  private constructor(
    private readonly page: Page,
    private readonly devtools: CDPSession,
  ) {}

  static async open(browser: Browser): Promise<HostilePage> {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const tab = await context.newPage();
    const hostile = new HostilePage(tab, await context.newCDPSession(tab));
    await hostile.watch();
    await hostile.show('', 'as part of the page');
    return hostile;
  }

  /** What the text did, in the order in which it came up; nothing, if all is well. */
  async show(html: string, way: Way): Promise<string[]> {
    this.hits = new Set();
    this.shown = WAYS[way](html);
    this.visits += 1;
    await this.page.goto(this.address, { waitUntil: 'domcontentloaded' }).catch(this.leaves);
    await this.evaluate(`exercise(${PATIENCE})`).catch(this.leaves);
    return [...this.hits];
  }

  /** As the browser reads and writes them, and what it found in them that is not allowed. */
  async readBack(texts: string[]): Promise<{ written: string; foreign: string[] }[]> {
    const value = await this.evaluate(`readBack(${JSON.stringify(JSON.stringify(texts))})`);
    return value as { written: string; foreign: string[] }[];
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  private get address(): string {
    return `${SITE}/${this.visits}`;
  }

  private readonly leaves = (): void => void this.hits.add('leaves the page');

  private async watch(): Promise<void> {
    await this.devtools.send('Runtime.enable');
    await this.devtools.send('Runtime.addBinding', { name: 'report' });
    this.devtools.on('Runtime.bindingCalled', ({ payload }) => this.hits.add(payload));
    await this.page.addInitScript({ path: WATCH });
    await this.page.context().route('**/*', async (route) => {
      if (route.request().url() === this.address)
        return route.fulfill({ contentType: 'text/html', body: this.shown });
      await route.abort();
    });
    this.page.context().on('request', (request) => {
      if (request.url() !== this.address && !EMBEDDED.test(request.url()))
        this.hits.add(`asks for ${request.url().slice(0, 60)}`);
    });
    this.page.context().on('page', (popup) => {
      this.hits.add('opens a window');
      void popup.close();
    });
    this.page.on('dialog', (dialog) => {
      this.hits.add('opens a dialog');
      void dialog.dismiss();
    });
    this.page.on('framenavigated', (frame) => {
      if (frame === this.page.mainFrame() && frame.url() !== this.address) this.leaves();
    });
  }

  /** Not by way of Playwright, which needs what the page watches. */
  private async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.devtools.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
}
