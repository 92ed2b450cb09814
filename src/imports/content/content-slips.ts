import { Injectable } from '@nestjs/common';
import { SlipImporter } from '../../features/permission-slips/slip.importer.js';
import { ContentEventsRepository } from './content-events.repository.js';
import { inputOf } from './content-references.js';
import { type ContentRun, reject } from './content-run.js';
import type { SlipEntry } from './slip.schema.js';
import { PublicationImport } from './publication-import.js';

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
