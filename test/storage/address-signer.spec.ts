import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '../../src/platform/clock/clock.js';
import type { Settings } from '../../src/platform/config/settings.js';
import { AddressSigner } from '../../src/platform/storage/address-signer.js';

const START = Date.parse('2026-11-21T10:00:00.400Z');

/** A clock that stands. */
class StoppedClock extends Clock {
  ms = START;

  override now(): Date {
    return new Date(this.ms);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'signer-'));
afterAll(() => rmSync(folder, { recursive: true }));

const clock = new StoppedClock();
const signerOf = (dataDir: string): AddressSigner =>
  new AddressSigner({ siteUrl: 'https://directory.example.org', dataDir } as Settings, clock);

const UPLOAD = { method: 'PUT', key: 'staging/a.png', maxBytes: 10, fileName: null } as const;
const pathOf = (url: string): string => url.slice('https://directory.example.org'.length);

describe('An address of the embedded store', () => {
  let signer: AddressSigner;
  let path: string;
  beforeAll(async () => {
    signer = signerOf(folder);
    path = pathOf((await signer.sign(UPLOAD)).url);
  });

  it('works for 299.999 seconds, and fails at 300', async () => {
    clock.ms = START + 299_999;
    expect(await signer.verify('PUT', path)).toEqual(UPLOAD);
    clock.ms = START + 300_000;
    expect(await signer.verify('PUT', path)).toBeNull();
    clock.ms = START;
  });

  it('carries the name of the file, which is as sure as the rest', async () => {
    const download = {
      method: 'GET',
      key: 'notices/a.pdf',
      maxBytes: 0,
      fileName: "Menü & “prices” (1)'s 100%.pdf",
    } as const;
    const named = pathOf((await signer.sign(download)).url);
    expect(await signer.verify('GET', named)).toEqual(download);
    for (const changed of [
      named.replace('Men', 'Man'),
      named.replace(/&name=[^&]*/, ''),
      named.replace('%C3%BC', '%c3%bc'),
      named.replace('&name=', '&name=x&name='),
      named.replace(/(&name=[^&]*)(&signature=.*)/, '$2$1'),
    ])
      expect([changed === named, await signer.verify('GET', changed)]).toEqual([false, null]);
  });

  it('says to the millisecond when that is', async () => {
    expect((await signer.sign(UPLOAD)).expiresAt).toEqual(new Date('2026-11-21T10:05:00.400Z'));
  });

  it('works for its method alone', async () => {
    expect(await signer.verify('GET', path)).toBeNull();
  });

  it('fails with any letter of it changed', async () => {
    const accepted = [];
    for (const [index, letter] of [...path].entries()) {
      const other = letter === 'a' ? 'b' : 'a';
      const changed = path.slice(0, index) + other + path.slice(index + 1);
      if (await signer.verify('PUT', changed)) accepted.push(changed);
    }
    // The last letter of the signature stands for four bits: its neighbour must not do.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const last of digits.replace(path.at(-1)!, '')) {
      if (await signer.verify('PUT', path.slice(0, -1) + last)) accepted.push(last);
    }
    expect(accepted).toEqual([]);
  });
});

describe('The secret of the embedded store', () => {
  it('stays one for all processes that start at once', async () => {
    const dataDir = join(folder, 'together');
    const signers = Array.from({ length: 8 }, () => signerOf(dataDir));
    const addresses = await Promise.all(signers.map((signer) => signer.sign(UPLOAD)));
    for (const signer of [...signers, signerOf(dataDir)]) {
      for (const { url } of addresses) expect(await signer.verify('PUT', pathOf(url))).toEqual(UPLOAD);
    }
    expect(readdirSync(join(dataDir, 'objects'))).toEqual(['.address-secret']);
  });

  it('differs in another folder', async () => {
    const { url } = await signerOf(join(folder, 'here')).sign(UPLOAD);
    const elsewhere = signerOf(join(folder, 'there'));
    await elsewhere.sign(UPLOAD);
    expect(await elsewhere.verify('PUT', pathOf(url))).toBeNull();
  });

  it('appears for no stranger who asks', async () => {
    const dataDir = join(folder, 'untouched');
    const { url } = await signerOf(folder).sign(UPLOAD);
    expect(await signerOf(dataDir).verify('PUT', pathOf(url))).toBeNull();
    expect(existsSync(dataDir)).toBe(false);
  });
});
