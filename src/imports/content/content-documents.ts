import { Injectable } from '@nestjs/common';
import type { ImportedFile } from '../../features/attachments/attached-item.js';
import type { ImportedDocument, ImportedFiles } from '../../features/documents/document.importer.js';
import { DocumentImporter } from '../../features/documents/document.importer.js';
import type { ImportProgress } from '../../platform/import-report.js';
import type { Entry } from './check-content.js';
import { ContentFiles, FileRefusedError } from './content-files.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { inputOf, known, reportResults, type Named } from './content-references.js';
import { reject, type ContentRun, type PreparedDocuments } from './content-run.js';
import type { DocumentEntry } from './publication.schema.js';
import { fingerprint } from './content-students.js';

const SOURCE = 'content';

/** Documents with their files; none that the content file does not name is taken away. */
@Injectable()
export class ContentDocuments {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly documents: DocumentImporter,
    private readonly files: ContentFiles,
    private readonly images: ContentImages,
  ) {}

  /**
   * Before the run: looks the files over and, but on a dry run, brings them to the object store. Both may take long, and the
   * run makes members wait who change what it writes.
   * @throws UnavailableError when the store cannot take one
   */
  async prepare(
    run: Pick<ContentRun, 'content' | 'folder' | 'school' | 'now'> & { dryRun: boolean },
    progress: ImportProgress,
  ): Promise<PreparedDocuments> {
    const files = new Map<string, ImportedFile[] | FileRefusedError>();
    const found: ImportedFiles[] = [];
    for (const { value } of run.content.documents) {
      if (value.files === undefined) continue;
      const looked = await this.lookOver(run.folder, value.files ?? []);
      files.set(value.key, looked);
      if (!(looked instanceof FileRefusedError))
        found.push({ sourceId: value.key, digest: digestOf(value, looked), files: looked });
    }
    if (run.dryRun || found.length === 0) return { files, newIds: new Map(), storedKeys: new Set() };
    const target = { schoolId: run.school.id, source: SOURCE, now: run.now };
    const stored = await this.documents.storeFiles(target, found, (entries) =>
      progress.step('files', entries, found.length),
    );
    progress.step('files', found.length, found.length);
    return { files, ...stored };
  }

  async import(run: ContentRun): Promise<void> {
    const { manager, now, school, report, prepared, progress } = run;
    const total = run.content.documents.length;
    if (total === 0) return;
    progress.step('documents', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    const entries = await this.images.rememberKnown(run, run.content.documents, ({ key }) => key);
    const imported = known(run, 'documents', entries, named).flatMap(
      (entry) => importedDocument(run, entry, named) ?? [],
    );
    const { newIds, storedKeys } = prepared;
    const target = { manager, now, schoolId: school.id, source: SOURCE, dryRun: report.dry_run };
    const result = await this.documents.import({ ...target, newIds, storedKeys }, imported);
    reportResults(run, 'documents', entries, result);
    progress.step('documents', total, total);
  }

  private async lookOver(folder: string | null, paths: string[]): Promise<ImportedFile[] | FileRefusedError> {
    try {
      return await this.files.find(folder, paths);
    } catch (error) {
      if (error instanceof FileRefusedError) return error;
      throw error;
    }
  }
}

/** Null when a file of it cannot be taken. */
function importedDocument(
  run: ContentRun,
  { value, line }: Entry<DocumentEntry>,
  named: Named,
): ImportedDocument | null {
  const files = run.prepared.files.get(value.key);
  if (files instanceof FileRefusedError) {
    reject(run, line, { code: files.code, value: value.key, message: `documents: ${files.message}` });
    return null;
  }
  const { files: _paths, ...rest } = value;
  return {
    sourceId: value.key,
    digest: digestOf(value, files),
    input: inputOf(rest, named),
    sendAlert: value.send_alert ?? true,
    files,
  };
}

/** Digest of the entry and of the contents of its files. */
function digestOf(value: DocumentEntry, files: ImportedFile[] | undefined): string {
  const contents = files?.map(({ fileName, digest }) => [fileName, digest]);
  return fingerprint({ ...value, contents });
}
