import { Injectable } from '@nestjs/common';
import { type ImportedNotice, NoticeImporter } from '../../features/notices/notice.importer.js';
import { ContentDocuments } from './content-documents.js';
import { ContentImages } from './content-images.js';
import { ContentEventsRepository, ContentImportRepository } from './content-import.repository.js';
import { inputOf, known, type Named, reportResults } from './content-references.js';
import { type ContentRun, reject } from './content-run.js';
import type { NoticeEntry, SignupEntry } from './publication.schema.js';
import { fingerprint } from './content-students.js';
import type { ImportedPoll } from '../../features/polls/poll.importer.js';
import { PollImporter } from '../../features/polls/poll.importer.js';
import type { PollEntry, SlipEntry } from './slip.schema.js';
import type { ImportedSignup } from '../../features/signups/signup.importer.js';
import { SignupImporter } from '../../features/signups/signup.importer.js';
import { type ImportedSlip, SlipImporter } from '../../features/permission-slips/slip.importer.js';
import type { Entry } from './check-content.js';

const SOURCE = 'content';

/** Notices and documents; none that the file does not name is taken away. */
@Injectable()
export class ContentPublications {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly notices: NoticeImporter,
    private readonly documents: ContentDocuments,
    private readonly images: ContentImages,
  ) {}

  async import(run: ContentRun): Promise<void> {
    const { manager, school, content } = run;
    const total = content.notices.length + content.documents.length;
    if (total === 0) return;
    run.progress.step('notices and documents', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    await this.takeNotices(run, named);
    run.progress.step('notices and documents', content.notices.length, total);
    await this.documents.import(run, named);
    run.progress.step('notices and documents', total, total);
  }

  private async takeNotices(run: ContentRun, named: Named): Promise<void> {
    const entries = await this.images.rememberKnown(run, run.content.notices, ({ key }) => key, 'body');
    const imported = known(run, 'notices', entries, named).map(({ value }) => importedNotice(value, named));
    const { manager, now, school } = run;
    const target = { manager, now, schoolId: school.id, source: SOURCE };
    reportResults(run, 'notices', entries, await this.notices.import(target, imported));
  }
}

function importedNotice(value: NoticeEntry, named: Named): ImportedNotice {
  const { send_alert, body, expires_at, ...rest } = value;
  const input = {
    ...inputOf(rest, named),
    ...(body !== undefined && { body: body ?? '' }),
    ...(expires_at && { expires_at }),
  };
  return { sourceId: value.key, digest: fingerprint(value), input, sendAlert: send_alert ?? true };
}

/** Polls; none that the file does not name is taken away. */
@Injectable()
export class ContentPolls {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly polls: PollImporter,
    private readonly images: ContentImages,
  ) {}

  async import(run: ContentRun): Promise<void> {
    const { manager, school, content, now, progress } = run;
    const total = content.polls.length;
    if (total === 0) return;
    progress.step('polls', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    const entries = await this.images.rememberKnown(run, content.polls, ({ key }) => key);
    const imported = known(run, 'polls', entries, named).map(({ value }) => importedPoll(value, named));
    reportResults(
      run,
      'polls',
      entries,
      await this.polls.import({ manager, now, schoolId: school.id, source: SOURCE }, imported),
    );
    progress.step('polls', total, total);
  }
}

function importedPoll(value: PollEntry, named: Named): ImportedPoll {
  const { send_alert, ...rest } = value;
  const input = inputOf(rest, named);
  return { sourceId: value.key, digest: fingerprint(value), input, sendAlert: send_alert ?? true };
}

/** Sign-ups; none that the file does not name is taken away. */
@Injectable()
export class ContentSignups {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly signups: SignupImporter,
    private readonly images: ContentImages,
  ) {}

  async import(run: ContentRun): Promise<void> {
    const { manager, school, content, now, progress } = run;
    const total = content.signups.length;
    if (total === 0) return;
    progress.step('signups', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    const entries = await this.images.rememberKnown(run, content.signups, ({ key }) => key);
    const imported = known(run, 'signups', entries, named).map(({ value }) => importedSignup(value, named));
    const target = { manager, now, schoolId: school.id, source: SOURCE };
    reportResults(run, 'signups', entries, await this.signups.import(target, imported));
    progress.step('signups', total, total);
  }
}

function importedSignup(value: SignupEntry, named: Named): ImportedSignup {
  const { send_alert, ...rest } = value;
  const input = inputOf(rest, named);
  return { sourceId: value.key, digest: fingerprint(value), input, sendAlert: send_alert ?? true };
}

/** Permission slips; none that the file does not name is taken away. */
@Injectable()
export class ContentSlips {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly events: ContentEventsRepository,
    private readonly slips: SlipImporter,
    private readonly images: ContentImages,
  ) {}

  async import(run: ContentRun): Promise<void> {
    const { manager, school, content, now, progress } = run;
    const total = content.slips.length;
    if (total === 0) return;
    progress.step('permission slips', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    const entries = await this.images.rememberKnown(run, content.slips, ({ key }) => key, 'body');
    const wanted = entries.flatMap(({ value }) => value.event ?? []);
    const events = await this.events.find(manager, school.id, wanted);
    const imported = withKnownEvent(run, known(run, 'permission_slips', entries, named), events).map(
      ({ value }) => importedSlip(value, named, events),
    );
    const target = { manager, now, schoolId: school.id, source: SOURCE };
    reportResults(run, 'permission_slips', entries, await this.slips.import(target, imported));
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

function importedSlip(value: SlipEntry, named: Named, events: Map<string, string>): ImportedSlip {
  const { send_alert, event, ...rest } = value;
  const input = {
    ...inputOf(rest, named),
    ...(event !== undefined && { event_id: event && events.get(event)! }),
  };
  return { sourceId: value.key, digest: fingerprint(value), input, sendAlert: send_alert ?? true };
}
