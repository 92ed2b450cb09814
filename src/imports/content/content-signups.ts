import { Injectable } from '@nestjs/common';
import type { FedSignup } from '../../features/signups/signup-feed.js';
import { SignupFeedService } from '../../features/signups/signup-feed.service.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { inputOf, known, tell, type Named } from './content-references.js';
import type { ContentRun } from './content-run.js';
import type { SignupEntry } from './signup.schema.js';
import { fingerprint } from './stored-or-given.js';

const SOURCE = 'content';

/** Sign-ups; none that the file does not name is taken away. */
@Injectable()
export class ContentSignups {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly signups: SignupFeedService,
    private readonly images: ContentImages,
  ) {}

  async take(run: ContentRun): Promise<void> {
    const { manager, school, content, now, progress } = run;
    const total = content.signups.length;
    if (total === 0) return;
    progress.step('signups', 0, total);
    const named = await this.repository.findNamed(manager, school.id);
    const entries = await this.images.keepKnown(run, content.signups, ({ key }) => key);
    const fed = known(run, 'signups', entries, named).map(({ value }) => fedSignup(value, named));
    const feed = { manager, now, schoolId: school.id, source: SOURCE };
    tell(run, 'signups', entries, await this.signups.feed(feed, fed));
    progress.step('signups', total, total);
  }
}

function fedSignup(value: SignupEntry, named: Named): FedSignup {
  const { send_alert, ...rest } = value;
  const input = inputOf(rest, named);
  return { sourceId: value.key, digest: fingerprint(value), input, sendAlert: send_alert ?? true };
}
