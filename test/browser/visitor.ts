import { expect } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { violationsOf } from './accessibility.js';

const WIDTH = 390;

interface VisitorOptions {
  colorScheme?: 'light' | 'dark';
  locale?: string;
  javaScriptEnabled?: boolean;
}

/** A person at a telephone, who hears of whatever the browser complains of. */
export class Visitor {
  readonly complaints: string[] = [];
  /** Links and buttons that were pressed. */
  presses = 0;
  private shots = 0;

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly name: string,
  ) {}

  static async at(
    browser: Browser,
    name: string,
    { colorScheme = 'light', locale = 'en-US', javaScriptEnabled = true }: VisitorOptions = {},
  ): Promise<Visitor> {
    const viewport = { width: WIDTH, height: 844 };
    const context = await browser.newContext({ viewport, colorScheme, locale, javaScriptEnabled });
    const visitor = new Visitor(await context.newPage(), context, `${name}-${colorScheme}`);
    visitor.page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) visitor.complaints.push(message.text());
    });
    visitor.page.on('pageerror', (error) => visitor.complaints.push(error.message));
    return visitor;
  }

  /** Nothing is wider than the screen, axe finds nothing, and no secret stands in the address. */
  async look(): Promise<void> {
    await this.lookAtMail();
    expect(await violationsOf(this.page)).toEqual([]);
    expect(await this.page.evaluate('location.hash')).toBe('');
  }

  /** Nothing is wider than the screen. */
  async lookAtMail(): Promise<void> {
    this.shots += 1;
    if (process.env.SCREENSHOTS)
      await this.page.screenshot({
        path: `${process.env.SCREENSHOTS}/${this.name}-${this.shots}.png`,
        fullPage: true,
      });
    expect(await this.page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTH);
  }

  /** Presses a link of a mail. */
  async follow(name: string): Promise<void> {
    this.presses += 1;
    await this.page.getByRole('link', { name, exact: true }).click();
  }

  async press(name: string): Promise<void> {
    this.presses += 1;
    await Promise.all([
      this.page.waitForEvent('load'),
      this.page.getByRole('button', { name, exact: true }).click(),
    ]);
  }

  leave = (): Promise<void> => this.context.close();
}
