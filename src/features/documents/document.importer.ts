import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalidField } from '../../platform/errors/app-error.js';
import { audienceOf, audiencesOf, record } from '../../platform/journal/recorded-changes.js';
import { AttachmentImporter, type AttachmentImport } from '../attachments/attachment.importer.js';
import type { AttachedItem, ImportedFile } from '../attachments/attached-item.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  idsOf,
  type ImportedItem,
  type ImportOrigin,
  type ImportResult,
  type ImportTarget,
  ItemImporter,
  type WrittenItem,
} from '../publishing/item.importer.js';
import type { DocumentChanges, DocumentInput } from './document.dto.js';
import { Document } from './document.entity.js';
import { DocumentsRepository } from './documents.repository.js';
import { changedDocument, newDocument } from './new-document.js';

export interface ImportedDocument extends ImportedItem<Omit<DocumentChanges, 'attachments'>> {
  /** All of them, in their order; undefined where they stay as they are. */
  files: ImportedFile[] | undefined;
}

/** The files of an entry before it is taken. */
export type ImportedFiles = Pick<ImportedDocument, 'sourceId' | 'digest'> & { files: ImportedFile[] };

/** What is in the object store before the import begins. */
export interface StoredFiles extends Pick<AttachmentImport, 'storedKeys'> {
  /** The ids that new documents are to have, by source id. */
  newIds: ReadonlyMap<string, string>;
}

export type DocumentImport = ImportTarget & AttachmentImport & StoredFiles;

/** The way in for documents from outside, with their files. No change alerts anybody. */
@Injectable()
export class DocumentImporter extends ItemImporter<ImportedDocument, Document, DocumentImport> {
  protected readonly entity = Document;

  constructor(
    private readonly documents: DocumentsRepository,
    private readonly attachments: AttachmentImporter,
    images: ImageEmbeddingService,
  ) {
    super(images);
  }

  /**
   * Before the transaction of the import: writes the objects of what is news. One that comes to nothing goes within a day.
   * @throws UnavailableError when the store cannot take one
   */
  async storeFiles(
    target: Pick<ImportTarget, 'schoolId' | 'source' | 'now'>,
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
      const keys = await this.attachments.store(target, itemOf(target, id), files);
      for (const key of keys) storedKeys.add(key);
    }
    return { newIds, storedKeys };
  }

  /** One that comes while the school has turned its library off alerts nobody either. */
  override async import(target: DocumentImport, entries: ImportedDocument[]): Promise<ImportResult> {
    const isLibraryOn = await this.documents.isLibraryOn(target);
    return super.import(
      target,
      isLibraryOn ? entries : entries.map((entry) => ({ ...entry, sendAlert: false })),
    );
  }

  protected newItem(
    { sourceId, input }: ImportedDocument,
    origin: ImportOrigin,
    { newIds, now }: DocumentImport,
  ): Document {
    const document = newDocument(whole(input), { ...origin, createdByMembershipId: null }, now);
    return { ...document, id: newIds.get(sourceId) ?? document.id };
  }

  protected changedItem(present: Document, input: ImportedDocument['input'], now: Date): Document {
    return changedDocument(present, input, now);
  }

  protected textOf({ description }: Document): string | null {
    return description;
  }

  protected override async complete({
    target,
    entry,
    present,
    item,
  }: WrittenItem<ImportedDocument, Document, DocumentImport>): Promise<void> {
    const { id } = item;
    if (entry.files) await this.attachments.attach(target, itemOf(target, id), entry.files);
    if (present) return record(target, { kind: 'document.updated', id, ...audiencesOf(present, item) });
    record(target, { kind: 'document.created', id, audience: audienceOf(item) });
    if (entry.sendAlert) record(target, { kind: 'document.opened', id });
  }
}

const itemOf = ({ schoolId }: Pick<ImportTarget, 'schoolId'>, id: string): AttachedItem => ({
  type: 'document',
  schoolId,
  id,
});

/** @throws ValidationFailedError */
function whole({ title, ...input }: ImportedDocument['input']): DocumentInput {
  if (!title) throw invalidField('title', 'a document that is not there yet needs a title');
  return { ...input, title };
}
