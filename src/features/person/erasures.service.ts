import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import { PersonErasureRepository } from './person-erasure.repository.js';
import { NeededSeniorAdminError, PersonErasureService, type Erasure } from './person-erasure.service.js';

/** That somebody was erased, and when (UTC): of whom only a digest, which tells whoever knows the email already. */
const note = z.object({ at: z.iso.datetime(), salt: z.string(), digest: z.string() });
type Note = z.output<typeof note>;

export interface ErasedAgain {
  erased_again: number;
  /** Of whom somebody has to be made senior admin first. */
  not_erased: number;
}

/**
 * Erasures that survive a restore. They are noted in a file beside the database and not in it, so that an older backup does
 * not forget them: it is read after a restore, and whoever was erased after the backup was made is erased again.
 */
@Injectable()
export class Erasures {
  private readonly path: string;

  constructor(
    private readonly erasure: PersonErasureService,
    private readonly people: PersonErasureRepository,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    @Inject(SETTINGS) { dataDir }: Settings,
  ) {
    this.path = join(dataDir, 'erasures.jsonl');
  }

  /**
   * Everything that is held on whoever has this email, with mails to them that are files.
   * @throws NeededSeniorAdminError
   * @throws PersonBusyError
   * @throws CommandRefusedError when it cannot be noted; nothing is erased then
   */
  async erase(email: string): Promise<Erasure> {
    // Refused before it is noted.
    await this.erasure.preview(email);
    const addresses = await this.people.addressesOf(normalizeEmail(email));
    for (const address of addresses) await this.add(address);
    const erased = await this.erasure.erase(email);
    for (const address of addresses) await this.mailer.removeTo(address);
    return erased;
  }

  /** @throws CommandRefusedError when the file is none of ours */
  async assertReadable(from = this.path): Promise<void> {
    await this.notes(from);
  }

  /** Emails of whoever was erased after that moment (UTC), and is in the database. @param from another file than ours */
  async present(after: Date, from = this.path): Promise<string[]> {
    const found = new Set<string>();
    const notes = (await this.notes(from)).filter(({ at }) => new Date(at) > after);
    for (const salt of new Set(notes.map((one) => one.salt))) {
      const digests = notes.filter((one) => one.salt === salt).map(({ digest }) => digest);
      for (const email of await this.people.findByDigest(salt, digests)) found.add(email);
    }
    return [...found];
  }

  /** @param except emails of whoever was here before the restore: they have come again by themselves */
  async again(after: Date, except: string[], from?: string): Promise<ErasedAgain> {
    const result = { erased_again: 0, not_erased: 0 };
    for (const email of await this.present(after, from)) {
      if (except.includes(email)) continue;
      try {
        const { erased } = await this.erasure.erase(email);
        await this.mailer.removeTo(email);
        // Another address of somebody may have taken it along.
        if (Object.keys(erased).length > 0) result.erased_again += 1;
      } catch (error) {
        if (!(error instanceof NeededSeniorAdminError)) throw error;
        result.not_erased += 1;
      }
    }
    return result;
  }

  private async add(email: string): Promise<void> {
    const [first] = await this.notes(this.path);
    const salt = first?.salt ?? randomBytes(16).toString('hex');
    const digest = createHash('sha256').update(`${salt}${email}`).digest('hex');
    const line: Note = { at: this.clock.now().toISOString(), salt, digest };
    try {
      await mkdir(join(this.path, '..'), { recursive: true });
      await appendFile(this.path, `${JSON.stringify(line)}\n`, { mode: 0o600, flush: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new CommandRefusedError(
        `${this.path} cannot be written (${String(code)}), and an erasure that is noted nowhere comes back with a backup. Nothing was erased: set DATA_DIR to a folder that is kept.`,
      );
    }
  }

  private async notes(path: string): Promise<Note[]> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (path === this.path && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return '';
      throw new CommandRefusedError(`${path} cannot be read (${String(error.code)}).`);
    });
    try {
      const lines = text.split('\n').filter((line) => line !== '');
      return lines.map((line) => note.parse(JSON.parse(line)));
    } catch {
      throw new CommandRefusedError(
        `${path} should hold erasures as "person erase" has noted them, one a line.`,
      );
    }
  }
}
