import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { outsideOperation } from '../../platform/audit/operation.js';
import { invalidField, PayloadTooLargeError } from '../../platform/errors/app-error.js';
import { UploadScanner } from '../../platform/storage/upload-scanner.js';
import { type AttachedItem, type ImportedFile, uploadedAs } from './attached-item.js';
import { AttachmentObjectsService } from './attachment-objects.service.js';
import { ItemAttachmentsService } from './item-attachments.service.js';
import { extensionOfAttachment, typeByName, typeOfFile } from './attachment-type.js';
import { MAX_ATTACHMENT_BYTES } from './attachment.dto.js';
import { UnsupportedAttachmentTypeError } from './attachments.errors.js';
import { UNSAVED_FOR } from './item-attachments.repository.js';
import { AttachmentsRepository } from './attachments.repository.js';

import { fileNameOf } from './accepted-upload.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** In whose name, and whether it is only tried: no object is written then. */
export interface AttachmentImport {
  manager: EntityManager;
  schoolId: string;
  /** UTC. */
  now: Date;
  dryRun: boolean;
  /** Keys of the objects that `store` has written. */
  storedKeys: ReadonlySet<string>;
}

/** The way in for files from outside, with the same checks as an upload. */
@Injectable()
export class AttachmentImporter {
  constructor(
    private readonly transactions: Transactions,
    private readonly attachments: AttachmentsRepository,
    private readonly objects: AttachmentObjectsService,
    private readonly items: ItemAttachmentsService,
    private readonly scanner: UploadScanner,
  ) {}

  /**
   * @throws PayloadTooLargeError larger than 10 MB
   * @throws ValidationFailedError it is empty, not of one of the types, or the scanner refuses it
   * @throws UnavailableError the scanner says nothing of it
   */
  async inspect(path: string): Promise<ImportedFile> {
    const fileName = fileNameOf(basename(path));
    const contentType = fileName && typeByName(fileName);
    if (!contentType) throw new UnsupportedAttachmentTypeError();
    const { digest, sizeBytes } = await contentOf(path);
    if ((await typeOfFile(path)) !== contentType) throw new UnsupportedAttachmentTypeError();
    // A file is scanned again when it is written. Scanning here puts a refusal into the report, and a trial run ends as the
    // run would.
    await this.scanner.assertClean(path);
    return { path, fileName, contentType, digest, sizeBytes };
  }

  /**
   * Before the transaction that writes the item: the store may take long, and nobody waits for anything yet. What the item
   * has with the same name and content is not written again; an object is due for removal before it is written, should
   * the transaction come to nothing.
   * @returns the keys of what was written; none where a file is there twice, which `attach` refuses
   * @throws UnavailableError when the store cannot take one
   */
  async store(
    { schoolId, now }: Pick<AttachmentImport, 'schoolId' | 'now'>,
    item: AttachedItem,
    files: ImportedFile[],
  ): Promise<string[]> {
    const keyed = keyedFiles(schoolId, item, files);
    if (hasTwice(keyed)) return [];
    const there = await this.attachments.findKeys(item);
    const missing = keyed.filter(({ key }) => !there.includes(key));
    for (const file of missing) await this.write(file, now);
    return missing.map(({ key }) => key);
  }

  /**
   * After the item was written: makes these its files, in this order. Only where another has changed it since is a file
   * not in the store yet.
   * @throws ValidationFailedError the same file twice
   * @throws UnavailableError when the store cannot take one
   */
  async attach(target: AttachmentImport, item: AttachedItem, files: ImportedFile[]): Promise<void> {
    const { manager, schoolId, now } = target;
    const keyed = keyedFiles(schoolId, item, files);
    if (hasTwice(keyed)) throw invalidField('files', 'files must be different');
    const keys = keyed.map(({ key }) => key);
    const there = await this.attachments.findKeys(item, manager);
    const member = { schoolId, membershipId: null, isAdmin: true };
    for (const file of keyed.filter(({ key }) => !there.includes(key))) {
      if (!target.dryRun && !target.storedKeys.has(file.key)) await this.write(file, now);
      await this.attachments.addAttachments(manager, member, {
        ...file,
        entityType: uploadedAs(item.type),
        uploadedAt: now,
      });
    }
    // A run may take long, and until it ends readers are given addresses of what it takes away.
    await this.items.save({ manager, member, now }, item, keys, UNSAVED_FOR);
  }

  /** The announcement is committed apart from the import, which may be taken back. */
  private async write(file: KeyedFile, now: Date): Promise<void> {
    const goesAt = new Date(now.getTime() + UNSAVED_FOR);
    await outsideOperation(() =>
      this.transactions.run((manager) => this.objects.announce(manager, file.key, goesAt)),
    );
    await this.objects.write(file.key, file);
  }
}

async function contentOf(path: string): Promise<{ digest: string; sizeBytes: number }> {
  const content = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_ATTACHMENT_BYTES) throw new PayloadTooLargeError();
    content.update(chunk);
  }
  if (sizeBytes === 0) throw invalidField('files', 'the file is empty');
  return { digest: content.digest('hex'), sizeBytes };
}

type KeyedFile = ImportedFile & { key: string };

const keyedFiles = (schoolId: string, item: AttachedItem, files: ImportedFile[]): KeyedFile[] =>
  files.map((file) => ({ ...file, key: keyOf(schoolId, item, file) }));

const hasTwice = (files: KeyedFile[]): boolean => new Set(files.map(({ key }) => key)).size < files.length;

/** The key of a file, which is the same for the same file of the same item: an import finds by it what is there already. */
function keyOf(
  schoolId: string,
  item: AttachedItem,
  { fileName, contentType, digest }: ImportedFile,
): string {
  const hex = hash('sha256', JSON.stringify([item.id, fileName, digest]));
  // RFC 9562, section 5.8: a UUID of one's own making.
  const uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `${uploadedAs(item.type)}s/${schoolId}/${uuid.join('-')}.${extensionOfAttachment(contentType)}`;
}
