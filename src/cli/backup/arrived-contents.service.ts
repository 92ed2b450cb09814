import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { isPictureName } from '../../features/menus/menu-pictures.service.js';
import { checkedChanges, checkedSchool, checkedTimeZone } from '../../features/schools/new-school.js';
import { SCHOOL_FEATURES } from '../../policy/school-feature.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { sanitizedRichText } from '../../platform/rich-text/rich-text.js';
import { findContentType } from '../../platform/storage/object-key.js';
import { ArrivedContentsRepository } from './arrived-contents.repository.js';
import { BrokenBackupError, type ArchivedSchool, type SchoolArchive } from './backup-format.js';
import type { ComingSchool } from './school-loading.repository.js';
import { assertComing, fedFrom } from './school-refusals.js';

/** The operator's options for a file that they have been given. */
export interface SchoolFile {
  /** Path of the file with the key, where it is encrypted. */
  identity?: string | undefined;
  /** Path of the file with the key that its maker has as well. */
  sealKey?: string | undefined;
  /** Where they know it to be from; a key says so, too. */
  from?: string | undefined;
  /** Whether imports here go on writing into a school that a source has fed there. */
  source?: 'keep' | 'drop' | undefined;
}

/**
 * Checks the rows of a school that came from another installation and passed no interface of this service. Keys of objects,
 * values that statements over all schools read, and texts that browsers display are checked here.
 */
@Injectable()
export class ArrivedContents {
  constructor(
    private readonly contents: ArrivedContentsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws CommandRefusedError unless it is known where it is from */
  checkOrigin(archive: SchoolArchive, file: SchoolFile): void {
    assertComing(archive, file, this.clock.now());
  }

  /**
   * @throws BrokenBackupError for what no command of this service could have made of a school
   * @throws CommandRefusedError unless it is said whether imports go on writing into it
   */
  checkSchool({ path, manifest }: SchoolArchive, school: ComingSchool, { source }: SchoolFile): void {
    const { graceDays, ...given } = school;
    try {
      checkedSchool(given);
      checkedChanges({ graceDays });
    } catch (error) {
      if (!(error instanceof CommandRefusedError)) throw error;
      throw new BrokenBackupError(path, 'what it says of the school is not as a school is');
    }
    if (given.shortName !== manifest.school?.short_name)
      throw new BrokenBackupError(path, 'its school has another name than it says');
    if (!areToggles(given.features)) throw new BrokenBackupError(path, 'its toggles of features are none');
    if (school.source !== null && !source) throw fedFrom(path, school.source);
  }

  /**
   * Once all of the school is there.
   * @throws BrokenBackupError
   */
  async settle(manager: EntityManager, path: string, { id }: ArchivedSchool): Promise<void> {
    await this.checkFiles(manager, path, id);
    for (const zone of await this.contents.zonesOf(manager, id))
      if (!isZone(zone)) throw new BrokenBackupError(path, 'it has a time zone that there is not');
    if ((await this.contents.strangeWebsites(manager, id)) > 0)
      throw new BrokenBackupError(path, 'it has a website that is none of the web');
    await this.sanitize(manager, id);
  }

  /** A key says whose the object is: that of another school would be shown, and removed, as this one's. */
  private async checkFiles(manager: EntityManager, path: string, id: string): Promise<void> {
    for (const { table, key, contentType } of await this.contents.filesOf(manager, id))
      if (key.split('/')[1] !== id || findContentType(key) !== contentType)
        throw new BrokenBackupError(path, `a row of ${table} has a key that is not the school’s`);
    for (const { name, isTaken } of await this.contents.menuPicturesOf(manager, id))
      if (isTaken || !isPictureName(name))
        throw new BrokenBackupError(path, 'a row of menu_entries has a picture that is not the school’s');
  }

  /** Sanitises texts by the rules of requests: an application displays them as they are. */
  private async sanitize(manager: EntityManager, id: string): Promise<void> {
    for (const where of this.contents.texts)
      for await (const texts of this.contents.textsOf(manager, where, id))
        for (const { row, html } of texts) {
          const clean = sanitizedRichText(html).html;
          if (clean !== html) await this.contents.setText(manager, where, id, { row, html: clean ?? '' });
        }
  }
}

const isZone = (text: string): boolean => {
  try {
    return checkedTimeZone(text) === text;
  } catch {
    return false;
  }
};

/** Statements over all schools read them as booleans. */
const areToggles = (features: unknown): boolean =>
  typeof features === 'object' &&
  features !== null &&
  Object.entries(features).every(
    ([name, on]) => SCHOOL_FEATURES.some((known) => known === name) && typeof on === 'boolean',
  );
