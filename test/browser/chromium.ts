import { existsSync } from 'node:fs';
import { describe } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
if (!CHROMIUM)
  process.stderr.write('Skipped: test/browser needs Chromium (Debian: apt-get install chromium)\n');

/** `describe` where there is a browser. */
export const describeInBrowser = CHROMIUM ? describe : describe.skip;

/** @param more arguments of the program */
export const launch = (more: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      ...more,
    ],
  });
