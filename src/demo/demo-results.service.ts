import { Injectable } from '@nestjs/common';
import { DemoAnswersRepository } from './demo-answers.repository.js';
import { DemoPeople } from './demo-people.js';
import { gameKey } from './demo-calendar.js';
import { ResultsService } from '../features/calendar/results/results.service.js';
import type { DemoGames } from './data/calendar.js';

/** Member who records the scores. */
const RECORDER = 'junior@demo.school';

@Injectable()
export class DemoResults {
  constructor(
    private readonly repository: DemoAnswersRepository,
    private readonly results: ResultsService,
  ) {}

  /** Records results of the games that are over; a result that was recorded already stays. */
  async give(schoolId: string, seasons: DemoGames[]): Promise<void> {
    const [recorder] = new DemoPeople(await this.repository.findMembers(schoolId)).named(RECORDER);
    if (!recorder) return;
    for (const { organization, scores } of seasons)
      for (const [at, [ours, theirs]] of scores.entries()) {
        const game = await this.repository.findGameWithoutResult(schoolId, gameKey(organization, at));
        if (!game) continue;
        const outcome = ours > theirs ? 'win' : ours < theirs ? 'loss' : 'tie';
        const result = { outcome, score_for: ours, score_against: theirs } as const;
        await this.results.put(recorder, game.organizationId, game.id, result, { isSilent: true });
      }
  }
}
