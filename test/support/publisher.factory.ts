import type { Attachment } from '../../src/features/attachments/attachment.entity.js';
import type { Organization } from '../../src/features/organizations/organization.entity.js';
import { anAttachment, asUploaded } from './attachment.factory.js';
import { anOrganization, type TestOrganization } from './organization.factory.js';
import type { ApiAnswer, ApiRequest } from './api-client.js';
import { aSchool, type TestMember, type TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';
import { tokenOf } from './tokens.js';

export const KINDS = ['documents', 'notices'] as const;
export type Kind = (typeof KINDS)[number];

/** The least that makes one of each; a notice of the first half of September 2026. */
const LEAST = {
  documents: { title: 'Handbook' },
  notices: { title: 'No school', body: '<p>Snow</p>', expires_at: '2026-09-15T12:00:00.000Z' },
};

/** What a test looks at of an item. */
export interface Published {
  id: string;
  title: string;
  organization_id: string | null;
  attachments: { id: string; key: string }[];
  [more: string]: unknown;
}

/** A school, someone of it, and what they do with its documents or its notices over HTTP. */
export class TestPublisher {
  constructor(
    private readonly t: TestApp,
    readonly kind: Kind,
    readonly school: TestSchool,
    readonly member: TestMember,
    readonly token = member.token,
  ) {}

  get path(): string {
    return `/schools/${this.school.id}/${this.kind}`;
  }

  /** The same items in the hands of someone else. */
  as(member: TestMember): TestPublisher {
    return new TestPublisher(this.t, this.kind, this.school, member);
  }

  create(given: object = {}): Promise<ApiAnswer> {
    return this.send('POST', '', { body: { ...LEAST[this.kind], ...given } });
  }

  /** The id of one that is made. */
  async anItem(given: object = {}): Promise<string> {
    const { status, body, text } = await this.create(given);
    if (status !== 201) throw new Error(text);
    return body.id as string;
  }

  get(id: string, headers = {}): Promise<ApiAnswer> {
    return this.send('GET', `/${id}`, { headers });
  }

  change(id: string, body: object, headers = {}): Promise<ApiAnswer> {
    return this.send('PATCH', `/${id}`, { body, headers });
  }

  remove(id: string, headers = {}): Promise<ApiAnswer> {
    return this.send('DELETE', `/${id}`, { headers });
  }

  download(id: string, attachmentId: string): Promise<ApiAnswer> {
    return this.send('GET', `/${id}/attachments/${attachmentId}/download-url`);
  }

  async list(): Promise<Published[]> {
    return (await this.send('GET', '')).body[this.kind] as Published[];
  }

  async ids(): Promise<string[]> {
    return (await this.list()).map(({ id }) => id);
  }

  anOrganization(given: Partial<Organization> = {}): Promise<TestOrganization> {
    return anOrganization(this.t, this.school, given);
  }

  /** A parent who edits these organizations. */
  async anEditor(...organizations: TestOrganization[]): Promise<TestPublisher> {
    const editor = await this.school.parent();
    for (const organization of organizations) await organization.grant(editor);
    return this.as(editor);
  }

  /** An upload of this member, as it was answered. */
  async anUpload(given: Partial<Attachment> = {}) {
    const entityType = this.kind === 'documents' ? 'document' : 'notice';
    return asUploaded(await anAttachment(this.t, this.school, this.member, { entityType, ...given }));
  }

  send(method: string, below: string, request: ApiRequest = {}): Promise<ApiAnswer> {
    return this.t.api.send(method, this.path + below, { token: this.token, ...request });
  }
}

/** An admin of a school of its own, on 2026-09-01; with a token that lasts for months. */
export async function aPublisher(t: TestApp, kind: Kind): Promise<TestPublisher> {
  t.clock.moveTo('2026-09-01T12:00:00Z');
  const school = await aSchool(t);
  const admin = await school.admin();
  const token = await tokenOf(t, admin, { ttl: 400 * 86_400 });
  return new TestPublisher(t, kind, school, { ...admin, token });
}
