import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppSettings } from '../../../src/platform/config/settings.js';
import type { ImageType } from '../../../src/platform/images/image-type.js';
import { ObjectRemovals } from '../../../src/platform/storage/object-removals.service.js';
import type { ApiAnswer } from '../api-client.js';
import { startTestApp, type TestApp } from '../test-app.js';

const SMALL = /-(96|320)\.webp$/;

export interface Shown {
  status: number;
  contentType: string | null;
  bytes: Buffer;
}

/** The application with an object store of its own, and a client that uses its photos as an app would. */
export async function startPhotoApp(
  start: (overrides: Partial<AppSettings>) => Promise<TestApp> = startTestApp,
): Promise<PhotoApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'school-directory-photos-'));
  mkdirSync(join(dataDir, 'objects'));
  return new PhotoApp(await start({ dataDir }), dataDir);
}

export class PhotoApp {
  constructor(
    readonly t: TestApp,
    private readonly dataDir: string,
  ) {}

  async close(): Promise<void> {
    await this.t.close();
    rmSync(this.dataDir, { recursive: true });
  }

  /** @param of `/students/{id}/photo` or `/me/photo` */
  address(of: string, token: string, contentType: unknown): Promise<ApiAnswer> {
    return this.t.api.post(`${of}/upload-url`, { token, body: { content_type: contentType } });
  }

  /** To an address as the API gives it, wherever it listens. */
  send(url: string, request: RequestInit = {}): Promise<Response> {
    return fetch(this.t.url + url.slice(this.t.settings.siteUrl.length), request);
  }

  /** Asks for an address and puts the bytes there. */
  async upload(of: string, token: string, type: ImageType, bytes: Buffer): Promise<string> {
    const { status, body } = await this.address(of, token, type);
    if (!body.upload_url)
      throw new Error(`No address for the upload of ${of}: ${status} ${JSON.stringify(body)}`);
    const response = await this.send(body.upload_url, { method: 'PUT', headers: body.headers, body: bytes });
    if (!response.ok) throw new Error(`The upload was answered with ${response.status}`);
    return body.photo_key as string;
  }

  confirm(of: string, token: string, photoKey: unknown): Promise<ApiAnswer> {
    return this.t.api.post(of, { token, body: { photo_key: photoKey } });
  }

  /** All three steps. */
  async put(of: string, token: string, type: ImageType, bytes: Buffer): Promise<ApiAnswer> {
    return this.confirm(of, token, await this.upload(of, token, type, bytes));
  }

  /** Asks for the address and follows it; only the status when there is none. */
  async show(of: string, token: string): Promise<Shown> {
    const { status, body } = await this.t.api.get(`${of}/download-url`, { token });
    if (status !== 200) return { status, contentType: null, bytes: Buffer.alloc(0) };
    const response = await this.send(body.url);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, contentType: response.headers.get('content-type'), bytes };
  }

  /** Keys of everything that the store holds, but for small pictures. */
  objects(): string[] {
    return this.keys().filter((key) => !SMALL.test(key));
  }

  /** Keys of the small pictures of one person. */
  smallObjects(ownerId: string): string[] {
    return this.keys()
      .filter((key) => SMALL.test(key) && key.includes(ownerId))
      .sort((a, b) => a.length - b.length);
  }

  /** @param bytes in place of the object; null: it is gone */
  spoil(key: string, bytes: Buffer | null): void {
    const path = join(this.dataDir, 'objects', key);
    if (bytes) writeFileSync(path, bytes);
    else rmSync(path);
  }

  private keys(): string[] {
    const files = readdirSync(join(this.dataDir, 'objects'), { recursive: true, withFileTypes: true });
    return files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(this.dataDir, 'objects/').length))
      .filter((key) => !key.startsWith('.address-secret'))
      .sort();
  }

  /** A day later, after the clean-up. */
  async sweepTomorrow(): Promise<void> {
    this.t.clock.advance(24 * 60 * 60 * 1000 + 1000);
    await this.t.app.get(ObjectRemovals).sweep();
  }
}
