import { Injectable } from '@nestjs/common';
import { countInto, noCounts } from '../../platform/import-report.js';
import { ContentImportRepository } from './content-import.repository.js';
import { reject, type ContentRun } from './content-run.js';
import { toParagraphs } from './content-images.js';

/** The categories and the details of the school itself. */
@Injectable()
export class ContentSchool {
  constructor(private readonly repository: ContentImportRepository) {}

  /** In the order of the file; those that it does not name keep theirs, behind. */
  async takeCategories(run: ContentRun): Promise<void> {
    const { manager, school, content } = run;
    const named = content.categories.map(({ value }) => ({ ...value, color: value.color.toUpperCase() }));
    const counts = noCounts();
    if (named.length > 0) {
      const stored = new Map(
        (await this.repository.findCategories(manager, school.id)).map((category) => [
          category.name,
          category,
        ]),
      );
      const names = new Set(named.map(({ name }) => name));
      const others = [...stored.values()].filter(({ name }) => !names.has(name));
      const categories = [...named, ...others].map(({ name, color }, position) => ({
        name,
        color,
        position,
      }));
      for (const { name, color, position } of categories.slice(0, named.length)) {
        const known = stored.get(name);
        const same = known?.color.toUpperCase() === color && known.position === position;
        counts[known ? (same ? 'unchanged' : 'updated') : 'created'] += 1;
      }
      if (counts.created + counts.updated > 0) {
        await this.repository.writeCategories(manager, school.id, categories);
      }
    }
    countInto(run.report, 'categories', counts);
  }

  async takeDetails(run: ContentRun): Promise<void> {
    const { manager, school, content, now } = run;
    const counts = noCounts();
    for (const { value, line } of content.schoolDetails) {
      const known = await this.repository.findDetails(manager, school.id);
      const title = value.title ?? known?.title;
      if (!title) {
        const message = 'school_details: a school without details needs a title';
        reject(run, line, { code: 'missing_field', value: 'title', message });
        continue;
      }
      const { description: text } = value;
      const description = text === undefined ? (known?.description ?? null) : text && toParagraphs(text);
      const same = known?.title === title && known.description === description;
      counts[known ? (same ? 'unchanged' : 'updated') : 'created'] += 1;
      if (same) continue;
      await this.repository.writeDetails(manager, {
        schoolId: school.id,
        title,
        description,
        updatedAt: now,
      });
    }
    countInto(run.report, 'school_details', counts);
  }
}
