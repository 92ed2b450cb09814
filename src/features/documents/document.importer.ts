import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalidField } from '../../platform/errors/app-error.js';
import { AlertsService } from '../alerts/alerts.service.js';
import { AttachmentImporter } from '../attachments/attachment.importer.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  addressed,
  importEach,
  idsOf,
  originOf,
  type ImportResult,
  type ItemImporter,
} from '../publishing/item-import.js';
import type { DocumentInput } from './document.dto.js';
import type { Document } from './document.entity.js';
import type { DocumentImport, ImportedDocument, ImportedFiles, StoredFiles } from './document-import.js';
import { DocumentsRepository } from './documents.repository.js';
import { changedDocument, newDocument } from './new-document.js';

/**
 * The way in for documents from outside, inside the caller's transaction. Inputs are as a request would have them once
 * it is validated; nobody's rights are asked about.
 */
@Injectable()
export class DocumentImporter {
  constructor(
    private readonly documents: DocumentsRepository,
    private readonly attachments: AttachmentImporter,
    private readonly images: ImageEmbeddingService,
    private readonly alerts: AlertsService,
  ) {}

  /**
   * Before the transaction of the feed: writes the objects of what is news. One that comes to nothing goes within a day.
   * @throws UnavailableError when the store cannot take one
   */
  async storeFiles(
    target: Pick<ItemImporter, 'schoolId' | 'source' | 'now'>,
    entries: ImportedFiles[],
    onStored: (entries: number) => void,
  ): Promise<StoredFiles> {
    const known = await this.documents.findImported(target, idsOf(entries));
    const newIds = new Map<string, string>();
    const storedKeys = new Set<string>();
    for (const [at, { sourceId, digest, files }] of entries.entries()) {
      onStored(at);
      const present = known.get(sourceId);
      if (present?.sourceDigest === digest) continue;
      const id = present?.id ?? randomUUID();
      if (!present) newIds.set(sourceId, id);
      const keys = await this.attachments.store(target, { type: 'document', id }, files);
      for (const key of keys) storedKeys.add(key);
    }
    return { newIds, storedKeys };
  }

  /**
   * Creates and changes documents, with their files; none is taken away. No change alerts anybody, nor does one that comes
   * while the school has turned its library off.
   */
  async import(target: DocumentImport, entries: ImportedDocument[]): Promise<ImportResult> {
    const known = await this.documents.lockImported(target, idsOf(entries));
    const isTold = await this.documents.isLibraryOn(target);
    const taken = isTold ? entries : entries.map((entry) => ({ ...entry, sendAlert: false }));
    return importEach(target, taken, known, (...one) => this.importItem(...one));
  }

  private async importItem(
    target: DocumentImport,
    entry: ImportedDocument,
    present: Document | null,
  ): Promise<void> {
    const { manager, schoolId } = target;
    const document = present ? importedChange(target, present, entry) : importedDocument(target, entry);
    const { id, description } = document;
    await (present ? this.documents.update(manager, document) : this.documents.insert(manager, document));
    await this.images.changeByImport(manager, schoolId, [present?.description ?? null, description]);
    if (entry.files) await this.attachments.attach(target, { type: 'document', id }, entry.files);
    // Last: it names the complete document.
    if (!present && entry.sendAlert)
      await this.alerts.raise(manager, { kind: 'document_created', item: 'document', id });
  }
}

function importedDocument(target: DocumentImport, entry: ImportedDocument): Document {
  const origin = { ...originOf(target, entry), createdByMembershipId: null };
  const document = newDocument(whole(entry), origin, target.now);
  return { ...document, id: target.newIds.get(entry.sourceId) ?? document.id };
}

const importedChange = (
  { now }: ItemImporter,
  present: Document,
  { input, digest }: ImportedDocument,
): Document => ({
  ...changedDocument(present, addressed(input, present), now),
  sourceDigest: digest,
});

/** @throws ValidationFailedError */
function whole({ input: { title, ...input } }: ImportedDocument): DocumentInput {
  if (!title) throw invalidField('title', 'a document that is not there yet needs a title');
  return { ...input, title };
}
