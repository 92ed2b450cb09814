import { Injectable } from '@nestjs/common';
import { NoticeImporter } from '../../features/notices/notice.importer.js';
import { SlipImporter } from '../../features/permission-slips/slip.importer.js';
import { PollImporter } from '../../features/polls/poll.importer.js';
import type { ImportedItem, ImportResult, ImportTarget } from '../../features/publishing/item.importer.js';
import { SignupImporter } from '../../features/signups/signup.importer.js';
import type { Entry } from './check-content.js';
import { ContentDocuments } from './content-documents.js';
import { ContentImages, type RichTexts } from './content-images.js';
import { ContentEventsRepository, ContentImportRepository } from './content-import.repository.js';
import { inputOf, known, type Named, type Referring, reportResults } from './content-references.js';
import { type ContentRun, reject } from './content-run.js';
import { fingerprint } from './content-students.js';
import type { NoticeEntry } from './publication.schema.js';
import type { SlipEntry } from './slip.schema.js';

/** Entries of one kind, and who imports them. */
interface PublicationKind<Value extends Referring & RichTexts, Input> {
  name: 'notices' | 'polls' | 'signups' | 'permission_slips';
  entries: Entry<Value>[];
  richText: keyof RichTexts;
  importer: { import(target: ImportTarget, entries: ImportedItem<Input>[]): Promise<ImportResult> };
  /** Null where it rejects the entry. */
  inputFrom: (value: Value, named: Named, line: number) => Input | null;
}

@Injectable()
export class PublicationImport {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly images: ContentImages,
  ) {}

  /** Nothing that the file does not name is taken away. */
  async import<Value extends Referring & RichTexts, Input>(
    run: ContentRun,
    { name, entries: given, richText, importer, inputFrom }: PublicationKind<Value, Input>,
  ): Promise<void> {
    if (given.length === 0) return;
    const { manager, now, school, progress } = run;
    const label = name.replace('_', ' ');
    progress.step(label, 0, given.length);
    const named = await this.repository.findNamed(manager, school.id);
    const entries = await this.images.rememberKnown(run, given, ({ key }) => key, richText);
    const imported = known(run, name, entries, named).flatMap(({ value, line }) => {
      const input = inputFrom(value, named, line);
      const sendAlert = value.send_alert ?? true;
      return input ? { sourceId: value.key, digest: fingerprint(value), input, sendAlert } : [];
    });
    const target = { manager, now, schoolId: school.id, source: 'content' };
    reportResults(run, name, entries, await importer.import(target, imported));
    progress.step(label, given.length, given.length);
  }
}

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

@Injectable()
export class ContentSlips {
  constructor(
    private readonly publications: PublicationImport,
    private readonly events: ContentEventsRepository,
    private readonly slips: SlipImporter,
  ) {}

  async import(run: ContentRun): Promise<void> {
    const { slips } = run.content;
    const wanted = slips.flatMap(({ value }) => value.event ?? []);
    const events = await this.events.find(run.manager, run.school.id, wanted);
    await this.publications.import(run, {
      name: 'permission_slips',
      entries: slips,
      richText: 'body',
      importer: this.slips,
      inputFrom: ({ event, ...rest }: SlipEntry, named, line) => {
        if (event && !events.has(event)) return rejectEvent(run, line, event);
        const event_id = event && events.get(event)!;
        return { ...inputOf(rest, named), ...(event_id !== undefined && { event_id }) };
      },
    });
  }
}

function rejectEvent(run: ContentRun, line: number, event: string): null {
  const message = 'permission_slips: the school has no such event';
  reject(run, line, { code: 'unknown_event', value: event, message });
  return null;
}
