import { Injectable } from '@nestjs/common';
import { ImageEmbeddingService } from '../../features/embedded-images/image-embedding.service.js';
import { sanitizedRichText, withoutImages } from '../../platform/rich-text/rich-text.js';
import type { Entry } from './check-content.js';
import type { ContentRun } from './content-run.js';

/** The fields of entries that are rich text. */
export interface RichTexts {
  description?: string | null | undefined;
  body?: string | null | undefined;
}

/** A content file brings no images: its texts may embed those that the school has. */
@Injectable()
export class ContentImages {
  constructor(private readonly images: ImageEmbeddingService) {}

  /**
   * The entries without the images that are not there; each that loses one is named in the warnings.
   * @param nameOf what the entry is called in the file
   */
  async rememberKnown<T extends RichTexts>(
    run: ContentRun,
    entries: Entry<T>[],
    nameOf: (value: T) => string,
    field: keyof RichTexts = 'description',
  ): Promise<Entry<T>[]> {
    const texts = entries.map(({ value }) => sanitizedRichText(value[field] ?? ''));
    const wanted = [...new Set(texts.flatMap(({ imageIds }) => imageIds))];
    const known = new Set(await this.images.findNotExpired(run.manager, run.school.id, wanted));
    return entries.map((entry, index) => {
      const { html, imageIds } = texts[index]!;
      if (imageIds.every((id) => known.has(id))) return entry;
      const message = `the ${field} embeds an image that is not there: it is left out`;
      const location = { file: run.content.file, line: entry.line };
      run.report.warnings.push({
        ...location,
        code: 'unknown_image',
        value: nameOf(entry.value),
        message,
      });
      return {
        ...entry,
        value: { ...entry.value, [field]: (html && withoutImages(html, known)) || null },
      };
    });
  }

  /**
   * After the texts were written.
   * @param texts as they were and as they are
   */
  settle({ manager, school }: ContentRun, texts: (string | null | undefined)[]): Promise<void> {
    return this.images.changeByImport(
      manager,
      school.id,
      texts.map((text) => text ?? null),
    );
  }
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** Plain text as rich text: nothing in it is markup, an empty line starts a paragraph, a line break stays one. */
export function toParagraphs(text: string): string {
  return text
    .split(/\r?\n[^\S\n]*\r?\n\s*/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => `<p>${escape(paragraph.trim()).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}
