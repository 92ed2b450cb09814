import { readFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { currentCaller } from '../auth/current-caller.js';
import { FairQueue } from '../concurrency/fair-queue.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { UnavailableError, ValidationFailedError } from '../errors/app-error.js';
import { fetchJson } from '../upstream/fetch-json.js';
import { kindOfFailure, outsideCall, UpstreamError } from '../upstream/outside-call.js';

export class HarmfulUploadError extends ValidationFailedError {
  constructor() {
    super('The scanner found something harmful in this file. Send it as another file, or not at all.', {
      reason: 'unsupported_type',
    });
  }
}

/** Bytes: `{"clean":true}`, and whatever a scanner says besides. */
const MAX_ANSWER = 16 * 1024;

/** So many are asked about at once, and are in memory for it: 10 MB each at most. */
const MAX_AT_ONCE = 4;

/**
 * The scanner's verdict on these bytes: they are posted as they are, and the answer is JSON with `clean`.
 * @throws UpstreamError it does not answer in time, or says neither
 */
export async function isClean(url: string, body: Buffer, deadlineMs: number): Promise<boolean> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  const limits = { deadlineMs, maxBytes: MAX_ANSWER };
  const said = await fetchJson(new URL(url), limits, { method: 'POST', headers, body, isStrict: true });
  const { clean } = (said ?? {}) as { clean?: unknown };
  if (typeof clean !== 'boolean') throw new UpstreamError('malformed');
  return clean;
}

/** Asked before anything that a person has sent is kept. Where `ATTACHMENT_SCAN_URL` is not set, everything is let through. */
@Injectable()
export class UploadScanner {
  private readonly queue = new FairQueue(MAX_AT_ONCE);

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * @param upload the bytes, or the path of the file
   * @throws HarmfulUploadError
   * @throws UnavailableError the scanner says nothing, or too many wait for it: what nobody has looked at is not taken
   */
  async assertClean(upload: Buffer | string): Promise<void> {
    const { scanUrl, upstreamTimeoutMs } = this.settings;
    if (scanUrl === null) return;
    await this.queue.run(currentCaller(), () => this.ask(scanUrl, upload), upstreamTimeoutMs);
  }

  private async ask(url: string, upload: Buffer | string): Promise<void> {
    const bytes = typeof upload === 'string' ? await readFile(upload) : upload;
    try {
      await outsideCall('scanner', () => this.assertSaidClean(url, bytes), kindOf);
    } catch (error) {
      if (error instanceof UpstreamError) throw new UnavailableError();
      throw error;
    }
  }

  private async assertSaidClean(url: string, bytes: Buffer): Promise<void> {
    if (!(await isClean(url, bytes, this.settings.upstreamTimeoutMs))) throw new HarmfulUploadError();
  }
}

const kindOf = (error: unknown): string =>
  error instanceof HarmfulUploadError ? 'harmful' : kindOfFailure(error);
