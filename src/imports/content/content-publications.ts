import { Injectable } from '@nestjs/common';
import { NoticeImporter } from '../../features/notices/notice.importer.js';
import { PollImporter } from '../../features/polls/poll.importer.js';
import { SignupImporter } from '../../features/signups/signup.importer.js';
import { ContentDocuments } from './content-documents.js';
import { inputOf, type Named } from './content-references.js';
import type { ContentRun } from './content-run.js';
import type { NoticeEntry } from './publication.schema.js';
import { PublicationImport } from './publication-import.js';

@Injectable()
export class ContentPublications {
  constructor(
    private readonly publications: PublicationImport,
    private readonly notices: NoticeImporter,
    private readonly documents: ContentDocuments,
    private readonly polls: PollImporter,
    private readonly signups: SignupImporter,
  ) {}

  async import(run: ContentRun): Promise<void> {
    const { notices, polls, signups } = run.content;
    await this.publications.import(run, {
      name: 'notices',
      entries: notices,
      richText: 'body',
      importer: this.notices,
      inputFrom: noticeInput,
    });
    await this.documents.import(run);
    await this.publications.import(run, {
      name: 'polls',
      entries: polls,
      richText: 'description',
      importer: this.polls,
      inputFrom: inputOf,
    });
    await this.publications.import(run, {
      name: 'signups',
      entries: signups,
      richText: 'description',
      importer: this.signups,
      inputFrom: inputOf,
    });
  }
}

const noticeInput = ({ body, expires_at, ...rest }: NoticeEntry, named: Named) => ({
  ...inputOf(rest, named),
  ...(body !== undefined && { body: body ?? '' }),
  ...(expires_at && { expires_at }),
});
