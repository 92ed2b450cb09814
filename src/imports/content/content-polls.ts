import { Injectable } from '@nestjs/common';
import { PollFeedService } from '../../features/polls/poll-feed.service.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { inputOf, known, tell } from './content-references.js';
import type { ContentRun } from './content-run.js';
import { fingerprint } from './stored-or-given.js';

const SOURCE = 'content';

/** Polls; none that the file does not name is taken away. */
@Injectable()
export class ContentPolls {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly polls: PollFeedService,
    private readonly images: ContentImages,
  ) {}

  async take(run: ContentRun): Promise<void> {
    const { manager, school, content, now, progress } = run;
    const total = content.polls.length;
    if (total === 0) return;
    progress.step('polls', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    const entries = await this.images.keepKnown(run, content.polls, ({ key }) => key);
    const fed = known(run, 'polls', entries, named).map(({ value }) => ({
      sourceId: value.key,
      digest: fingerprint(value),
      input: inputOf(value, named),
    }));
    tell(
      run,
      'polls',
      entries,
      await this.polls.feed({ manager, now, schoolId: school.id, source: SOURCE }, fed),
    );
    progress.step('polls', total, total);
  }
}
