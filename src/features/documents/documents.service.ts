import { Injectable, Logger } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import { ItemAttachmentsService } from '../attachments/item-attachments.service.js';
import { type DocumentBody, type PhotoDownloadUrl } from './document.dto.js';
import { DocumentsRepository, type VisibleDocument } from './documents.repository.js';

/** The Document Library as a member may read it. */
@Injectable()
export class DocumentsService {
  private readonly logger = new Logger('DocumentsService');

  constructor(
    private readonly documents: DocumentsRepository,
    private readonly attachments: ItemAttachmentsService,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<SerializedJson> {
    return new SerializedJson(await this.documents.findListed(member, this.clock.now()));
  }

  /**
   * The document is opened with it, from then on it is not new to the caller.
   * @throws NotFoundError School Details are no document that can be asked for
   */
  async get(member: Member, documentId: string): Promise<DocumentBody> {
    const found = await this.find(member, documentId);
    await this.open(member, found);
    return found.body;
  }

  /**
   * The document is opened with it.
   * @throws NotFoundError no such document, or no such attachment of it
   */
  async downloadUrl(member: Member, documentId: string, attachmentId: string): Promise<PhotoDownloadUrl> {
    const found = await this.find(member, documentId);
    const url = await this.attachments.downloadUrl(found.body.attachments, attachmentId);
    await this.open(member, found);
    return url;
  }

  private async find(member: Member, documentId: string): Promise<VisibleDocument> {
    const now = this.clock.now();
    const found = isUuid(documentId)
      ? await this.documents.findVisibleDocument(member, documentId, now)
      : null;
    if (!found) throw new NotFoundError();
    return found;
  }

  /** Never throws: a document can be read though nobody can write that it was. */
  private async open(member: Member, { opened, body }: VisibleDocument): Promise<void> {
    if (opened) return;
    await this.documents.markOpened(member, body.id, this.clock.now()).catch((error: unknown) => {
      const { name, code } = error as Error & { code?: unknown };
      this.logger.warn({ error: name, code }, 'That a document was opened could not be written down');
    });
  }
}
