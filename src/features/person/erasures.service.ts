import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import { type ErasedPeople, PersonErasureRepository } from './person-erasure.repository.js';
import { NeededSeniorAdminError, PersonErasureService, type Erasure } from './person-erasure.service.js';
import { namedTombstones, type Tombstones, tombstonesAt } from './tombstones.js';

/**
 * A note that somebody was erased, and when (UTC). It has digests only, which say something to people who know the email
 * already. The digests of ids find the person in an older backup, where they had another address.
 */
const note = z.object({
  at: z.iso.datetime(),
  salt: z.string(),
  digest: z.string(),
  /** Without it: of an address. */
  of: z.literal('id').optional(),
});
type Note = z.output<typeof note>;

export interface ErasedAgain {
  erased_again: number;
  /** Number of people for whom another senior admin has to be appointed first. */
  not_erased: number;
  /** Notes that there are, whomever they are about; null where nobody has ever noted anything. */
  notes: number | null;
}

/** Erased people who are in the database. */
interface Found extends ErasedPeople {
  notes: number | null;
  /** Emails of those who have made an account since. */
  comeAgain: string[];
}

/**
 * Erasures that survive a restore. They are noted beside the database and not in it, so that an older backup does not forget
 * them: they are read after a restore, and whoever was erased after the backup was made is erased again.
 */
@Injectable()
export class Erasures {
  constructor(
    private readonly erasure: PersonErasureService,
    private readonly people: PersonErasureRepository,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Everything that is held on whoever has this email, with mails to them that are files.
   * @throws NeededSeniorAdminError
   * @throws PersonBusyError
   * @throws CommandRefusedError when it cannot be noted, and says whether anything is erased then
   */
  async erase(email: string): Promise<Erasure> {
    // Refused before it is noted.
    const ids = await this.erasure.idsOf(email);
    const addresses = await this.people.addressesOf(normalizeEmail(email));
    await this.add(addresses, ids).catch(refused(NOTHING_ERASED));
    const erased = await this.erasure.erase(email);
    // A backup that was begun meanwhile has the person still, and is later than the first note.
    await this.add(addresses, ids).catch(refused(ERASED_BUT));
    for (const address of addresses) await this.mailer.removeTo(address);
    return erased;
  }

  /** @throws CommandRefusedError when what is there is none of ours, or what an operator names is not there */
  async assertReadable(from?: string): Promise<void> {
    await this.notes(from);
  }

  /** People who were erased after that moment (UTC), and are in the database. @param from another location than ours */
  async present(after: Date, from?: string): Promise<Found> {
    const notes = await this.notes(from);
    const found: Found = { emails: [], guardianIds: [], notes: notes?.length ?? null, comeAgain: [] };
    const since = (notes ?? []).filter(({ at }) => new Date(at) > after);
    for (const salt of new Set(since.map((one) => one.salt))) {
      const salted = since.filter((one) => one.salt === salt);
      const named = await this.people.findByDigest(
        salt,
        salted.filter(({ of }) => of === undefined),
      );
      found.emails.push(...named.map(({ email }) => email));
      found.comeAgain.push(...named.filter(({ hasComeAgain }) => hasComeAgain).map(({ email }) => email));
      const ids = salted.filter(({ of }) => of === 'id').map(({ digest }) => digest);
      const known = await this.people.findByIdDigest(salt, ids);
      found.emails.push(...known.emails);
      found.guardianIds.push(...known.guardianIds);
    }
    return { ...found, emails: [...new Set(found.emails)] };
  }

  /**
   * @param before whoever was here before the restore: they have come again by themselves. Null after a restore of everything, or for
   * a second time: then it is who has made an account since the erasure
   */
  async again(after: Date, before: ErasedPeople | null, from?: string): Promise<ErasedAgain> {
    const { emails, guardianIds, notes, comeAgain } = await this.present(after, from);
    const except: ErasedPeople = before ?? { emails: comeAgain, guardianIds: [] };
    const result = { erased_again: 0, not_erased: 0, notes };
    for (const email of emails.filter((one) => !except.emails.includes(one))) {
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
    const nameless = guardianIds.filter((id) => !except.guardianIds.includes(id));
    if (nameless.length > 0) result.erased_again += await this.erasure.eraseGuardians(nameless);
    return result;
  }

  private async add(addresses: string[], ids: string[]): Promise<void> {
    const tombstones = await this.openTombstones();
    const [first] = (await notesIn(tombstones)) ?? [];
    const salt = first?.salt ?? randomBytes(16).toString('hex');
    const at = this.clock.now();
    const noted = (value: string): Note => ({
      at: at.toISOString(),
      salt,
      digest: createHash('sha256').update(`${salt}${value}`).digest('hex'),
    });
    const lines = [...addresses.map(noted), ...ids.map((id): Note => ({ ...noted(id), of: 'id' }))];
    await tombstones.add(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), at);
  }

  private async notes(from: string | undefined): Promise<Note[] | null> {
    const notes = await notesIn(await this.openTombstones(from));
    if (notes === null && from !== undefined)
      throw new CommandRefusedError(`${from} cannot be read: there are no notes of erasures.`);
    return notes;
  }

  private openTombstones(from?: string): Promise<Tombstones> {
    const { tombstones, s3 } = this.settings;
    return from === undefined ? tombstonesAt(tombstones, s3) : namedTombstones(from, s3);
  }
}

const NOTHING_ERASED =
  'an erasure that is noted nowhere comes back with a backup. Nothing was erased: set TOMBSTONES to a folder that is kept, or to one of a bucket.';
const ERASED_BUT =
  'all was erased, but a backup that was begun at this very moment has the person still: remove it, and make another one.';

/** @throws CommandRefusedError with what follows from it */
const refused =
  (consequence: string) =>
  (error: unknown): never => {
    if (!(error instanceof CommandRefusedError)) throw error;
    throw new CommandRefusedError(`${error.message.replace(/\.$/, '')}, and ${consequence}`);
  };

async function notesIn(tombstones: Tombstones): Promise<Note[] | null> {
  const text = await tombstones.read();
  try {
    const lines = text?.split('\n').filter((line) => line !== '');
    return lines?.map((line) => note.parse(JSON.parse(line))) ?? null;
  } catch {
    throw new CommandRefusedError(
      `${tombstones.where} should hold erasures as "person erase" has noted them, one a line.`,
    );
  }
}
