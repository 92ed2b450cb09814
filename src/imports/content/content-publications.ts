import { Injectable } from '@nestjs/common';
import type { FedDocument } from '../../features/documents/document-feed.js';
import { DocumentFeedService } from '../../features/documents/document-feed.service.js';
import type { FedNotice } from '../../features/notices/notice-feed.js';
import { NoticeFeedService } from '../../features/notices/notice-feed.service.js';
import type { Entry } from './check-content.js';
import { ContentFiles, FileRefusedError } from './content-files.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { inputOf, known, tell, type Named } from './content-references.js';
import { reject, type ContentRun } from './content-run.js';
import type { DocumentEntry, NoticeEntry } from './publication.schema.js';
import { fingerprint } from './stored-or-given.js';

const SOURCE = 'content';

/** Notices and documents; none that the file does not name is taken away. */
@Injectable()
export class ContentPublications {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly notices: NoticeFeedService,
    private readonly documents: DocumentFeedService,
    private readonly images: ContentImages,
    private readonly files: ContentFiles,
  ) {}

  async take(run: ContentRun): Promise<void> {
    const { manager, school, content } = run;
    const total = content.notices.length + content.documents.length;
    if (total === 0) return;
    run.progress.step('notices and documents', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    await this.takeNotices(run, named);
    run.progress.step('notices and documents', content.notices.length, total);
    await this.takeDocuments(run, named);
    run.progress.step('notices and documents', total, total);
  }

  private async takeNotices(run: ContentRun, named: Named): Promise<void> {
    const entries = await this.images.keepKnown(run, run.content.notices, ({ key }) => key, 'body');
    const fed = known(run, 'notices', entries, named).map(({ value }) => fedNotice(value, named));
    tell(run, 'notices', entries, await this.notices.feed(feedOf(run), fed));
  }

  private async takeDocuments(run: ContentRun, named: Named): Promise<void> {
    const entries = await this.images.keepKnown(run, run.content.documents, ({ key }) => key);
    const fed: FedDocument[] = [];
    for (const entry of known(run, 'documents', entries, named)) {
      const document = await this.fedDocument(run, entry, named);
      if (document) fed.push(document);
    }
    tell(run, 'documents', entries, await this.documents.feed(feedOf(run), fed));
  }

  /** Null when a file of it cannot be taken. */
  private async fedDocument(
    run: ContentRun,
    { value, line }: Entry<DocumentEntry>,
    named: Named,
  ): Promise<FedDocument | null> {
    const { files: paths, send_alert, ...rest } = value;
    try {
      const files = paths === undefined ? undefined : await this.files.find(run.folder, paths ?? []);
      const contents = files?.map(({ fileName, digest }) => [fileName, digest]);
      return {
        sourceId: value.key,
        digest: fingerprint({ ...value, contents }),
        input: inputOf(rest, named),
        sendAlert: send_alert ?? true,
        files,
      };
    } catch (error) {
      if (!(error instanceof FileRefusedError)) throw error;
      reject(run, line, { code: error.code, value: value.key, message: `documents: ${error.message}` });
      return null;
    }
  }
}

const feedOf = ({ manager, now, school, report }: ContentRun) => ({
  manager,
  now,
  schoolId: school.id,
  source: SOURCE,
  dryRun: report.dry_run,
});

function fedNotice(value: NoticeEntry, named: Named): FedNotice {
  const { send_alert, body, expires_at, ...rest } = value;
  const input = {
    ...inputOf(rest, named),
    ...(body !== undefined && { body: body ?? '' }),
    ...(expires_at && { expires_at }),
  };
  return { sourceId: value.key, digest: fingerprint(value), input, sendAlert: send_alert ?? true };
}
