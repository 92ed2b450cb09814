import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import type { LeavingSchool } from './leaving-school.js';
import type { LeavingFacts } from './leaving-school.repository.js';

/**
 * Refuses what a move would fail at later.
 * @throws CommandRefusedError
 */
export function assertAble(from: LeavingFacts, to: LeavingFacts): void {
  if (from.identity === to.identity)
    throw refused('The other installation has the database of this one: there is nowhere to move to.');
  if (from.walLevel !== 'logical')
    throw refused(
      `The database server of this installation tells nobody which rows change (wal_level is ${from.walLevel}): set wal_level = logical in its configuration, and start it again.`,
    );
  if (!from.isSuperuser || !to.isSuperuser)
    throw refused(
      `The user in the DATABASE_URL of ${from.isSuperuser ? 'the other installation' : 'this installation'} is no superuser, and a move reads and writes the audit trail, which the service only adds to: name one on both sides, for this command.`,
    );
}

/**
 * A school that has moved is found by one installation alone: another one that lacks it says nothing.
 * @throws CommandRefusedError when it has moved to another one than this
 */
export function assertNotElsewhere({ movedAt, movedTo }: LeavingSchool, identity: string): void {
  if (movedAt && movedTo !== identity)
    throw refused('The school has moved to another installation than this one.');
}

/** @throws CommandRefusedError unless the tables of both are the same */
export function assertSameTables(here: string[], there: string[]): void {
  const [newest, other] = [here.at(-1), there.at(-1)];
  if (here.length === there.length && here.every((name) => there.includes(name))) return;
  throw refused(
    `The tables of the two are not of one version (${String(newest)} here, ${String(other)} there): bring both to the newer one (db migrate).`,
  );
}

export const refused = (reason: string): Error => new CommandRefusedError(`${reason} Nothing was changed.`);
