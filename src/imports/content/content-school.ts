import { Injectable } from '@nestjs/common';
import { ValidationFailedError } from '../../platform/errors/app-error.js';
import { SchoolDetailsImporter } from '../../features/documents/school-details.importer.js';
import { CategoryImporter } from '../../features/categories/category.importer.js';
import { countInto, noCounts } from '../../platform/import-report.js';
import type { Entry } from './check-content.js';
import type { SchoolDetailsEntry } from './content-file.schema.js';
import { reject, type ContentRun } from './content-run.js';
import { ContentImages, toParagraphs } from './content-images.js';

/** The categories and the details of the school itself. */
@Injectable()
export class ContentSchool {
  constructor(
    private readonly details: SchoolDetailsImporter,
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
    const given = content.schoolDetails.map(asRichText);
    for (const { value, line } of await this.images.rememberKnown(run, given, () => 'school_details')) {
      try {
        counts[await this.details.import({ manager, schoolId: school.id, now }, value)] += 1;
      } catch (error) {
        if (!(error instanceof ValidationFailedError)) throw error;
        const [field] = error.details.fields ?? [];
        const message = `school_details: ${field?.message ?? error.message}`;
        const code = field?.path === 'title' ? 'missing_field' : 'not_valid';
        reject(run, line, { code, value: field?.path ?? '', message });
      }
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
