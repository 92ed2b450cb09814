import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalidField } from '../../errors/invalid-field.js';
import { AlertsService } from '../alerts/alerts.service.js';
import { AttachmentFeedService } from '../attachments/attachment-feed.service.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  addressed,
  feedEach,
  idsOf,
  originOf,
  type FeedResult,
  type ItemFeed,
} from '../publishing/item-feed.js';
import type { DocumentInput } from './document.dto.js';
import type { Document } from './document.entity.js';
import type { DocumentFeed, FedDocument, FedFiles, StoredFiles } from './document-feed.js';
import { DocumentsRepository } from './documents.repository.js';
import { changedDocument, newDocument } from './new-document.js';

/**
 * The way in for documents from outside, inside the caller's transaction. Inputs are as a request would have them once
 * it is validated; nobody's rights are asked about.
 */
@Injectable()
export class DocumentFeedService {
  constructor(
    private readonly documents: DocumentsRepository,
    private readonly attachments: AttachmentFeedService,
    private readonly images: ImageEmbeddingService,
    private readonly alerts: AlertsService,
  ) {}

  /**
   * Before the transaction of the feed: writes the objects of what is news. One that comes to nothing goes within a day.
   * @throws UnavailableError when the store cannot take one
   */
  async storeFiles(
    feed: Pick<ItemFeed, 'schoolId' | 'source' | 'now'>,
    entries: FedFiles[],
    onStored: (entries: number) => void,
  ): Promise<StoredFiles> {
    const known = await this.documents.findFed(feed, idsOf(entries));
    const newIds = new Map<string, string>();
    const storedKeys = new Set<string>();
    for (const [at, { sourceId, digest, files }] of entries.entries()) {
      onStored(at);
      const present = known.get(sourceId);
      if (present?.sourceDigest === digest) continue;
      const id = present?.id ?? randomUUID();
      if (!present) newIds.set(sourceId, id);
      const keys = await this.attachments.store(feed, { type: 'document', id }, files);
      for (const key of keys) storedKeys.add(key);
    }
    return { newIds, storedKeys };
  }

  /**
   * Creates and changes documents, with their files; none is taken away. No change alerts anybody, nor does one that comes
   * while the school has turned its library off.
   */
  async feed(feed: DocumentFeed, entries: FedDocument[]): Promise<FeedResult> {
    const known = await this.documents.lockFed(feed, idsOf(entries));
    const isTold = await this.documents.isLibraryOn(feed);
    const taken = isTold ? entries : entries.map((entry) => ({ ...entry, sendAlert: false }));
    return feedEach(feed, taken, known, (...one) => this.take(...one));
  }

  private async take(feed: DocumentFeed, entry: FedDocument, present: Document | null): Promise<void> {
    const { manager, schoolId } = feed;
    const document = present ? fedChange(feed, present, entry) : fedDocument(feed, entry);
    const { id, description } = document;
    await (present ? this.documents.update(manager, document) : this.documents.insert(manager, document));
    await this.images.changeByImport(manager, schoolId, [present?.description ?? null, description]);
    if (entry.files) await this.attachments.attach(feed, { type: 'document', id }, entry.files);
    // Last: it names the complete document.
    if (!present && entry.sendAlert)
      await this.alerts.raise(manager, { kind: 'document_created', item: 'document', id });
  }
}

function fedDocument(feed: DocumentFeed, entry: FedDocument): Document {
  const origin = { ...originOf(feed, entry), createdByMembershipId: null };
  const document = newDocument(whole(entry), origin, feed.now);
  return { ...document, id: feed.newIds.get(entry.sourceId) ?? document.id };
}

const fedChange = ({ now }: ItemFeed, present: Document, { input, digest }: FedDocument): Document => ({
  ...changedDocument(present, addressed(input, present), now),
  sourceDigest: digest,
});

/** @throws ValidationFailedError */
function whole({ input: { title, ...input } }: FedDocument): DocumentInput {
  if (!title) throw invalidField('title', 'a document that is not there yet needs a title');
  return { ...input, title };
}
