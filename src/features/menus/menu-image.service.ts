import { Injectable, type StreamableFile } from '@nestjs/common';
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '../../platform/clock/clock.js';
import {
  NotAuthorizedError,
  NotFoundError,
  UpstreamFailedError,
  ValidationFailedError,
} from '../../platform/errors/app-error.js';
import {
  MenuImageRunsRepository,
  type PicturedEntry,
  type Run,
  type RunState,
} from './menu-image-runs.repository.js';
import { isPictureName, MenuPicturesService } from './menu-pictures.service.js';
import type { Member } from '../../platform/auth/caller.js';
import type { MenuImage, MenuImageQuery } from './menu.dto.js';
import { MenuImageGenerationService } from './menu-image-generation.service.js';

export class NotALunchError extends ValidationFailedError {
  constructor() {
    super('Only a lunch has a picture.');
  }
}

export class MenuImageNotMadeError extends UpstreamFailedError {
  constructor() {
    super('No picture could be made. The one that was there before, if any, is kept.');
  }
}

/** Milliseconds between two looks at what another one is making. */
const LOOK_EVERY = 200;

/** The items may be changed while a picture is made of them; then another one is asked for, so many times. */
const MAX_ROUNDS = 4;

/**
 * The picture of a lunch, made once however many ask and however many processes run. A row says that somebody makes
 * it; everyone else waits for what becomes of that. No connection is held meanwhile.
 */
@Injectable()
export class MenuImageService {
  /** By run: everyone in this process who waits for it looks together. */
  private readonly awaited = new Map<string, Promise<RunState>>();

  constructor(
    private readonly runs: MenuImageRunsRepository,
    private readonly generation: MenuImageGenerationService,
    private readonly pictures: MenuPicturesService,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError
   * @throws NotAuthorizedError when someone else than an admin forces it
   * @throws NotALunchError
   * @throws MenuImageNotMadeError
   */
  async picture(member: Member, menuId: string, { force = false }: MenuImageQuery): Promise<MenuImage> {
    // One that was made since, by whomever, is as new as one can force.
    let madeFrom = force ? this.clock.now().toISOString() : '';
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const entry = await this.runs.findEntry(member.schoolId, menuId);
      if (!entry) throw new NotFoundError();
      if (force && !member.isAdmin) throw new NotAuthorizedError();
      if (entry.mealType !== 'lunch') throw new NotALunchError();
      const itemsHash = hash('sha256', entry.items);
      const { imageName, imageItemsHash, imageGeneratedAt } = entry;
      if (imageName !== null && imageItemsHash === itemsHash && (imageGeneratedAt ?? '') >= madeFrom)
        return { image_url: this.pictures.base + imageName, image_generated_at: imageGeneratedAt };
      const outcome = await this.makeOrAwait(entry, itemsHash);
      if (outcome === 'failed') throw new MenuImageNotMadeError();
      // Whatever the clock of the process says that made it.
      if (outcome === 'done') madeFrom = '';
    }
    throw new MenuImageNotMadeError();
  }

  /**
   * For whoever has the address: as long as the entry has the picture, and the school its menus.
   * @throws NotFoundError
   */
  async show(name: string): Promise<StreamableFile> {
    if (!isPictureName(name) || !(await this.runs.isCurrentPicture(name))) throw new NotFoundError();
    return this.pictures.show(name);
  }

  private async makeOrAwait(entry: PicturedEntry, itemsHash: string): Promise<RunState> {
    if (entry.isRunning) return this.await(entry, itemsHash);
    const run = await this.runs.claimRun(entry, itemsHash, this.generation.longestMs);
    if (run) return this.generation.make(run, entry.items, itemsHash);
    // Claimed since this one asked: even if it is over by now, it was for this one as well.
    const claimed = await this.runs.findEntry(entry.schoolId, entry.id);
    return claimed ? this.await(claimed, itemsHash) : 'replaced';
  }

  private async await(
    { schoolId, id, runId, runItemsHash }: PicturedEntry,
    itemsHash: string,
  ): Promise<RunState> {
    const outcome = runId === null ? 'replaced' : await this.outcomeOf({ schoolId, entryId: id, id: runId });
    // A picture of other items, or a failure with them, says nothing of these.
    return runItemsHash === itemsHash ? outcome : 'replaced';
  }

  private outcomeOf(run: Run): Promise<RunState> {
    const known = this.awaited.get(run.id);
    if (known) return known;
    const outcome = this.waitFor(run).finally(() => this.awaited.delete(run.id));
    this.awaited.set(run.id, outcome);
    return outcome;
  }

  private async waitFor(run: Run): Promise<RunState> {
    for (;;) {
      const state = await this.runs.findState(run);
      if (state !== 'running') return state;
      await sleep(LOOK_EVERY);
    }
  }
}
