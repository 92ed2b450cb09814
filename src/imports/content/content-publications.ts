import { Injectable } from '@nestjs/common';
import type { FedNotice } from '../../features/notices/notice-feed.js';
import { NoticeFeedService } from '../../features/notices/notice-feed.service.js';
import { ContentDocuments } from './content-documents.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { inputOf, known, tell, type Named } from './content-references.js';
import type { ContentRun } from './content-run.js';
import type { NoticeEntry } from './publication.schema.js';
import { fingerprint } from './stored-or-given.js';

const SOURCE = 'content';

/** Notices and documents; none that the file does not name is taken away. */
@Injectable()
export class ContentPublications {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly notices: NoticeFeedService,
    private readonly documents: ContentDocuments,
    private readonly images: ContentImages,
  ) {}

  async take(run: ContentRun): Promise<void> {
    const { manager, school, content } = run;
    const total = content.notices.length + content.documents.length;
    if (total === 0) return;
    run.progress.step('notices and documents', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    await this.takeNotices(run, named);
    run.progress.step('notices and documents', content.notices.length, total);
    await this.documents.take(run, named);
    run.progress.step('notices and documents', total, total);
  }

  private async takeNotices(run: ContentRun, named: Named): Promise<void> {
    const entries = await this.images.keepKnown(run, run.content.notices, ({ key }) => key, 'body');
    const fed = known(run, 'notices', entries, named).map(({ value }) => fedNotice(value, named));
    const { manager, now, school } = run;
    const feed = { manager, now, schoolId: school.id, source: SOURCE };
    tell(run, 'notices', entries, await this.notices.feed(feed, fed));
  }
}

function fedNotice(value: NoticeEntry, named: Named): FedNotice {
  const { send_alert, body, expires_at, ...rest } = value;
  const input = {
    ...inputOf(rest, named),
    ...(body !== undefined && { body: body ?? '' }),
    ...(expires_at && { expires_at }),
  };
  return { sourceId: value.key, digest: fingerprint(value), input, sendAlert: send_alert ?? true };
}
