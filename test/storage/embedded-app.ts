import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectStore } from '../../src/platform/storage/object-store.js';
import { sendRaw, type RawAnswer } from '../support/http/raw-http.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

export const PNG = 'image/png';
/** The refusal of everything that was not signed for this. */
export const REFUSED = { error: { code: 'not_authorized', message: 'You may not do this.' } };

export interface EmbeddedApp {
  t: TestApp;
  dataDir: string;
  /** The folder of the store. */
  objects: string;
  /** An address to PUT a PNG to. */
  upload(key: string, maxBytes: number): Promise<string>;
  download(key: string): Promise<string>;
  write(key: string, body: string | Buffer): Promise<void>;
  read(key: string): Promise<string | undefined>;
  /** Every file in the folder of the store. */
  files(): string[];
  raw(method: string, path: string, headers?: string[], body?: string): Promise<RawAnswer>;
  close(): Promise<void>;
}

/** The application with a store of its own, seen from outside and from inside. */
export async function startEmbeddedApp(): Promise<EmbeddedApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'signed-addresses-'));
  const objects = join(dataDir, 'objects');
  const t = await startTestApp({ dataDir });
  const store = t.app.get(ObjectStore, { strict: false });
  const here = ({ url }: { url: string }): string => url.replace(t.settings.siteUrl, t.url);
  return {
    t,
    dataDir,
    objects,
    upload: async (key, maxBytes) => here(await store.uploadAddress({ key, contentType: PNG, maxBytes })),
    download: async (key) => here(await store.downloadAddress(key)),
    write: (key, body) => store.write(key, { bytes: Buffer.from(body), contentType: PNG }),
    read: async (key) => (await store.read(key, 100_000))?.bytes.toString(),
    files: () => filesBelow(objects),
    raw: (method, path, headers = [], body = '') =>
      sendRaw(
        t.url,
        [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', body].join('\r\n'),
      ),
    close: async () => {
      await t.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

export const pathOf = (url: string): string => url.slice(new URL(url).origin.length);
