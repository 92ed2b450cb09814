import { Injectable } from '@nestjs/common';
import { type Asking, DemoAnswersService } from './demo-answers.service.js';
import type { Loading } from './demo-calendar.js';
import { DemoConfirmation } from './demo-confirmation.service.js';
import { DemoNotices } from './demo-notices.service.js';
import type { StoredDemoSchool } from './demo-schools.js';
import type { Publications } from './demo-publications.js';

/** Parts of a demo school that a content file does not bring. */
@Injectable()
export class DemoAdditions {
  constructor(
    private readonly answers: DemoAnswersService,
    private readonly notices: DemoNotices,
    private readonly confirmation: DemoConfirmation,
  ) {}

  /** A second time changes nothing. */
  async add(
    school: StoredDemoSchool,
    facts: Asking & { publications: Publications },
    loading: Loading,
  ): Promise<void> {
    await this.answers.give(school.id, facts, loading);
    await this.notices.illustrate(school.id, facts.publications.notices);
    await this.confirmation.ask(school, loading.today);
  }
}
