import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { UnavailableError } from '../../platform/errors/app-error.js';
import { MenuImageFailedError, MenuImageMaker } from './images/menu-image-maker.js';
import { MenuImageRunsRepository, type Run, type RunState } from './menu-image-runs.repository.js';
import { MenuPicturesService } from './menu-pictures.service.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** Milliseconds for what comes after the picture was made: to store it and to write the row. */
const TO_KEEP_IT = 30_000;

/** Makes a picture and puts it in its place, for whoever holds the run. */
@Injectable()
export class MenuImageGenerationService {
  private readonly logger = new Logger('MenuImages');

  constructor(
    private readonly transactions: Transactions,
    private readonly runs: MenuImageRunsRepository,
    private readonly maker: MenuImageMaker,
    private readonly pictures: MenuPicturesService,
    private readonly clock: Clock,
  ) {}

  /** Milliseconds after which a run is over in any case. */
  get longestMs(): number {
    return this.maker.deadlineMs + TO_KEEP_IT;
  }

  /** @returns `replaced` when it took so long that the run was given to another one */
  async make(run: Run, items: string, itemsHash: string): Promise<RunState> {
    try {
      const name = await this.pictures.keep(await this.maker.make(items));
      return await this.replacePicture(run, name, itemsHash);
    } catch (error) {
      await this.runs.endRun(run, 'failed');
      if (error instanceof MenuImageFailedError || error instanceof UnavailableError)
        return this.failed(error);
      throw error;
    }
  }

  private async replacePicture(run: Run, name: string, itemsHash: string): Promise<RunState> {
    const picture = { name, itemsHash, generatedAt: this.clock.now() };
    const superfluous = await this.transactions.run(async (manager) => {
      if (!(await this.runs.endRun(run, 'done', manager))) return name;
      const before = await this.runs.putPicture(manager, run, picture);
      await this.pictures.adopt(manager, name, before);
      record({ manager, schoolId: run.schoolId }, { kind: 'menu.changed', id: run.entryId });
      return before;
    });
    await this.pictures.discard(superfluous);
    return superfluous === name ? 'replaced' : 'done';
  }

  private failed(error: MenuImageFailedError | UnavailableError): RunState {
    const reason = error instanceof MenuImageFailedError ? error.reason : 'the object store is not available';
    this.logger.warn({ reason }, 'No picture of a menu could be made');
    return 'failed';
  }
}
