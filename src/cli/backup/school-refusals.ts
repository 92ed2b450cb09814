import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { singleLine } from '../../platform/text/shortened.js';
import { BrokenBackupError, type SchoolArchive } from './backup-format.js';

/** Milliseconds: clocks of two machines differ. */
const DAY = 24 * 60 * 60 * 1000;

/**
 * Refuses a file of unknown origin: its maker may have written anything into it. It is taken from an installation that
 * shares a key with the operator, or from the one that the operator names.
 * @throws CommandRefusedError with the origin that the file claims
 */
export function assertComing(
  { path, manifest: { origin, created_at: madeAt } }: SchoolArchive,
  { sealKey, from }: { sealKey?: string | undefined; from?: string | undefined },
  now: Date,
): void {
  // Months before it are made room for, and people who were erased since are erased again.
  const age = now.getTime() - new Date(madeAt).getTime();
  if (age < -DAY || age > 3_660 * DAY)
    throw new BrokenBackupError(path, 'it was made at no time that can be');
  if (sealKey !== undefined || (from !== undefined && from.replace(/\/$/, '') === origin)) return;
  throw new CommandRefusedError(
    `${path} says that it is from ${origin ?? 'nowhere'}, which anybody can write. Nothing was changed: if you know that it is, say so (--from ${origin ?? 'ADDRESS'}), or have it sealed with a key that you exchange with its maker (--seal-key FILE).`,
  );
}

/** An import writes into every school of its source, and moves students between them. */
export const fedFrom = (path: string, source: string): Error =>
  new CommandRefusedError(
    `The school of ${path} is fed by imports of a source (${singleLine(source)}), and imports of that source here would go on with it and with who is in it. Nothing was changed: say --source keep if they should, or --source drop.`,
  );

export const ofAnInstallation = (path: string): Error =>
  new CommandRefusedError(
    `${path} is of a whole installation, and --school adds one school to what is here. Nothing was changed: restore it with --into-empty into an empty database, or make one of the school alone where it is (backup FILE --school S).`,
  );

const lacks = (known: string[], wanted: string[]): boolean => wanted.some((name) => !known.includes(name));

/** @throws CommandRefusedError unless the tables here are what they were there */
export function assertSameVersion({ path, manifest }: SchoolArchive, here: string[]): void {
  const isOlderHere = lacks(here, manifest.migrations);
  const isOlderThere = lacks(manifest.migrations, here);
  if (!isOlderHere && !isOlderThere) return;
  const [which, way] = !isOlderThere
    ? ['this installation is older', 'Bring this one to that version (db migrate), and restore then.']
    : !isOlderHere
      ? [
          'it is older than this installation',
          'Bring the other one to the version of this one (db migrate), and make the backup again.',
        ]
      : [
          'each of the two has tables that the other one does not know',
          'Bring both to one version (db migrate), and make the backup again.',
        ];
  throw new CommandRefusedError(
    `${path} was made by version ${manifest.product_version}, and ${which}. Nothing was changed. ${way}`,
  );
}
