import { Injectable } from '@nestjs/common';
import type { ImportedItem, ImportResult, ImportTarget } from '../../features/publishing/item.importer.js';
import type { Entry } from './check-content.js';
import { ContentImages, type RichTexts } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { known, type Named, type Referring, reportResults } from './content-references.js';
import type { ContentRun } from './content-run.js';
import { fingerprint } from './content-students.js';

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
