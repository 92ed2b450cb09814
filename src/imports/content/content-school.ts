import { Injectable } from '@nestjs/common';
import { CategoryImporter } from '../../features/categories/category.importer.js';
import { countInto, noCounts } from '../../platform/import-report.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { ContentImportRepository } from './content-import.repository.js';
import type { Entry } from './check-content.js';
import type { SchoolDetailsEntry } from './content-file.schema.js';
import { reject, type ContentRun } from './content-run.js';
import { sanitizedRichText } from '../../platform/rich-text/rich-text.js';
import { ContentImages, toParagraphs } from './content-images.js';

/** The id by which the API knows the details of the school. */
const SCHOOL_DETAILS = 'school-details';

/** The categories and the details of the school itself. */
@Injectable()
export class ContentSchool {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly images: ContentImages,
    private readonly categories: CategoryImporter,
  ) {}

  /** In the order of the file; those that it does not name keep theirs, behind. */
  async takeCategories({ manager, school, content, report }: ContentRun): Promise<void> {
    const given = content.categories.map(({ value }) => value);
    countInto(report, 'categories', await this.categories.import(manager, school.id, given));
  }

  async takeDetails(run: ContentRun): Promise<void> {
    const { manager, school, content, now } = run;
    const counts = noCounts();
    const entries = await this.images.rememberKnown(
      run,
      content.schoolDetails.map(asRichText),
      () => 'school_details',
    );
    for (const { value, line } of entries) {
      const known = await this.repository.findDetails(manager, school.id);
      const title = value.title ?? known?.title;
      if (!title) {
        const message = 'school_details: a school without details needs a title';
        reject(run, line, { code: 'missing_field', value: 'title', message });
        continue;
      }
      const { description: text } = value;
      const description =
        text === undefined ? (known?.description ?? null) : sanitizedRichText(text ?? '').html;
      const same = known?.title === title && known.description === description;
      counts[known ? (same ? 'unchanged' : 'updated') : 'created'] += 1;
      if (same) continue;
      await this.repository.writeDetails(manager, {
        schoolId: school.id,
        title,
        description,
        updatedAt: now,
      });
      record({ manager, schoolId: school.id }, { kind: 'document.updated', id: SCHOOL_DETAILS });
      await this.images.settle(run, [known?.description, description]);
    }
    countInto(run.report, 'school_details', counts);
  }
}

/** A tag that rich text may have: a text without any is plain, and nothing in it is markup. */
const MARKUP = /<\/?(p|br|strong|em|b|i|u|s|h[1-6]|ul|ol|li|blockquote|a|img|table|tr|td|th)(\s[^<>]*)?\/?>/i;

function asRichText({ value, line }: Entry<SchoolDetailsEntry>): Entry<SchoolDetailsEntry> {
  const { description } = value;
  if (!description || MARKUP.test(description)) return { value, line };
  return { value: { ...value, description: toParagraphs(description) }, line };
}
