import { randomUUID } from 'node:crypto';
import { Document } from '../../../src/features/documents/document.entity.js';
import { EmbeddedImage } from '../../../src/features/embedded-images/embedded-image.entity.js';
import { Notice } from '../../../src/features/notices/notice.entity.js';
import { SchoolDetails } from '../../../src/features/documents/school-details.entity.js';
import type { ImageType } from '../../../src/platform/images/image-type.js';
import type { ApiAnswer } from '../api-client.js';
import type { Person, TestSchool } from '../school.factory.js';
import { aPhoto } from './images.js';
import { checkAgainstOpenApi } from '../http/openapi-check.js';
import type { TestApp } from '../test-app.js';

/** A form with one file. */
export function aForm(bytes: Buffer, type: string, field = 'file'): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), 'Mud match.png');
  return form;
}

export const embedding = (...ids: string[]): string =>
  ids.map((id) => `<p>Mud <img src="image:${id}" alt="The team"></p>`).join('');

/** The images of one school, over HTTP. */
export class SchoolImages {
  constructor(
    readonly t: TestApp,
    readonly school: TestSchool,
  ) {}

  get path(): string {
    return `/schools/${this.school.id}/images`;
  }

  async post(token: string | undefined, form: FormData): Promise<ApiAnswer> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const url = `${this.t.url}/api/v1${this.path}`;
    const response = await fetch(url, { method: 'POST', headers, body: form });
    const text = await response.text();
    const { status, headers: answered } = response;
    const answer = { status, headers: answered, body: JSON.parse(text) as unknown, text };
    checkAgainstOpenApi('POST', this.path, answer);
    return answer;
  }

  /** The id of a picture that is uploaded. */
  async upload({ token }: Person, type: ImageType = 'image/png'): Promise<string> {
    const { status, body, text } = await this.post(token, aForm(await aPhoto(type), type));
    if (status !== 201) throw new Error(text);
    return body.id as string;
  }

  /** The row alone, for tests that never look at the picture. */
  async row(given: Partial<EmbeddedImage> = {}): Promise<string> {
    const id = randomUUID();
    const key = `images/${this.school.id}/${id}.png`;
    if (given.unusedSince !== null)
      await this.manager.query('insert into object_removals (key, due_at) values ($1, $2)', [
        key,
        new Date((given.unusedSince ?? this.now).getTime() + 24 * HOUR),
      ]);
    await this.manager.insert(EmbeddedImage, {
      id,
      schoolId: this.school.id,
      key,
      contentType: 'image/png',
      width: 4,
      height: 3,
      sizeBytes: 99,
      uploadedByMembershipId: null,
      uploadedAt: this.now,
      unusedSince: this.now,
      ...given,
    });
    return id;
  }

  /** Status of the answer to someone who asks for the address. */
  async seen({ token }: Person, id: string): Promise<number> {
    return (await this.t.api.get(`${this.path}/${id}/download-url`, { token })).status;
  }

  find(id: string): Promise<EmbeddedImage | null> {
    return this.manager.findOneBy(EmbeddedImage, { id });
  }

  /** Whether it is kept for good. */
  async isUsed(id: string): Promise<boolean> {
    const { key, unusedSince } = await this.manager.findOneByOrFail(EmbeddedImage, { id });
    const scheduled = await this.manager.query<unknown[]>('select 1 from object_removals where key = $1', [
      key,
    ]);
    if (unusedSince !== null && scheduled.length === 0) throw new Error('Unused, and it would stay');
    if (unusedSince === null && scheduled.length > 0) throw new Error('Used, and it would go');
    return unusedSince === null;
  }

  async notice(html: string, given: Partial<Notice> = {}): Promise<string> {
    const id = randomUUID();
    await this.manager.insert(Notice, {
      ...this.item(id),
      title: 'Mud',
      body: html,
      startsAt: new Date(this.now.getTime() - HOUR),
      expiresAt: new Date(this.now.getTime() + HOUR),
      alertedAt: this.now,
      ...given,
    });
    return id;
  }

  async document(html: string, given: Partial<Document> = {}): Promise<string> {
    const id = randomUUID();
    await this.manager.insert(Document, { ...this.item(id), title: 'Mud', description: html, ...given });
    return id;
  }

  async details(description: string): Promise<void> {
    const [schoolId, title, updatedAt] = [this.school.id, 'About', this.now];
    await this.manager.insert(SchoolDetails, { schoolId, title, description, updatedAt });
  }

  private item(id: string) {
    return {
      id,
      schoolId: this.school.id,
      organizationId: null,
      audienceType: 'school' as const,
      source: 'api',
      createdAt: this.now,
      updatedAt: this.now,
    };
  }

  private get now(): Date {
    return this.t.clock.now();
  }

  private get manager() {
    return this.t.dataSource.manager;
  }
}

export const HOUR = 3_600_000;
