import { Injectable } from '@nestjs/common';
import type { FedSlip } from '../../features/permission-slips/slip-feed.js';
import { SlipFeedService } from '../../features/permission-slips/slip-feed.service.js';
import type { Entry } from './check-content.js';
import { ContentEventsRepository } from './content-events.repository.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { inputOf, known, tell, type Named } from './content-references.js';
import { reject, type ContentRun } from './content-run.js';
import type { SlipEntry } from './slip.schema.js';
import { fingerprint } from './stored-or-given.js';

const SOURCE = 'content';

/** Permission slips; none that the file does not name is taken away. */
@Injectable()
export class ContentSlips {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly events: ContentEventsRepository,
    private readonly slips: SlipFeedService,
    private readonly images: ContentImages,
  ) {}

  async take(run: ContentRun): Promise<void> {
    const { manager, school, content, now, progress } = run;
    const total = content.slips.length;
    if (total === 0) return;
    progress.step('permission slips', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    const entries = await this.images.keepKnown(run, content.slips, ({ key }) => key, 'body');
    const wanted = entries.flatMap(({ value }) => value.event ?? []);
    const events = await this.events.find(manager, school.id, wanted);
    const fed = withKnownEvent(run, known(run, 'permission_slips', entries, named), events).map(({ value }) =>
      fedSlip(value, named, events),
    );
    const feed = { manager, now, schoolId: school.id, source: SOURCE };
    tell(run, 'permission_slips', entries, await this.slips.feed(feed, fed));
    progress.step('permission slips', total, total);
  }
}

/** Those of an event that is there; any other is rejected. */
const withKnownEvent = (
  run: ContentRun,
  entries: Entry<SlipEntry>[],
  events: Map<string, string>,
): Entry<SlipEntry>[] =>
  entries.filter(({ value: { event }, line }) => {
    const isKnown = !event || events.has(event);
    const message = 'permission_slips: the school has no such event';
    if (!isKnown) reject(run, line, { code: 'unknown_event', value: event, message });
    return isKnown;
  });

function fedSlip(value: SlipEntry, named: Named, events: Map<string, string>): FedSlip {
  const { send_alert, event, ...rest } = value;
  const input = {
    ...inputOf(rest, named),
    ...(event !== undefined && { event_id: event && events.get(event)! }),
  };
  return { sourceId: value.key, digest: fingerprint(value), input, sendAlert: send_alert ?? true };
}
