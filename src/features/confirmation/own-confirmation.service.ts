import { Injectable } from '@nestjs/common';
import { type Account, type Member } from '../../platform/auth/caller.js';
import { lockMember } from '../../platform/auth/member-lock.repository.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { ContactService } from '../account/profile/contact.service.js';
import type { MyConfirmation } from './confirmation.dto.js';
import { RoundClosedError } from './confirmation.errors.js';
import { OwnConfirmationRepository, type OwnStudent } from './own-confirmation.repository.js';

/** What a school has on file of a member and their family, and their word that it is right. */
@Injectable()
export class OwnConfirmationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly confirmations: OwnConfirmationRepository,
    private readonly contacts: ContactService,
    private readonly clock: Clock,
  ) {}

  async get(account: Account, member: Member): Promise<MyConfirmation> {
    const [round, contact, visibility, students] = await Promise.all([
      this.confirmations.findRound(member),
      this.contacts.get(account),
      this.confirmations.findVisibility(member),
      this.confirmations.findStudents(member),
    ]);
    return {
      ...{ round, contact, profile_visibility: visibility, address_visible: commonVisibility(students) },
      students: students.map(({ address_visible: _, ...student }) => student),
    };
  }

  /**
   * For the caller alone, never for another guardian of theirs. A second time changes nothing.
   * @throws NotFoundError the round does not ask the caller any more
   * @throws RoundClosedError
   */
  confirm(member: Member, roundId: string): Promise<void> {
    return this.transactions.run(async (manager) => {
      const present = await lockMember(manager, member);
      const round = present && (await this.confirmations.lockRound(manager, present, roundId));
      if (!round) throw new NotFoundError();
      if (round.closed) throw new RoundClosedError();
      if (await this.confirmations.insertConfirmation(manager, member, roundId, this.clock.now()))
        record({ manager, member }, { kind: 'confirmation.confirmed', id: roundId });
    });
  }
}

/** Null without students, and when they differ. */
function commonVisibility(students: OwnStudent[]): boolean | null {
  const [first, ...others] = students.map((student) => student.address_visible);
  return first === undefined || others.some((visible) => visible !== first) ? null : first;
}
