import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { attachment } from '../../../platform/http/content-disposition.js';
import { SerializedJson } from '../../../platform/http/prepared-json.js';
import { spreadsheet } from '../../../platform/text/spreadsheet.js';
import type { AnsweredState } from '../../../policy/answered-item.js';
import type { LoggedFile } from '../../access-log/access-log-subject.js';
import { answerText } from '../../questions/answer-text.js';
import { accessToClaimants } from './claimants-access.js';
import type { ManagedSignup } from './managed-signup.dto.js';
import { type ClaimRow, ManagedSignupsRepository } from './managed-signups.repository.js';

/** Sign-ups as those read them who manage them. */
@Injectable()
export class ManagedSignupsService {
  constructor(
    private readonly signups: ManagedSignupsRepository,
    private readonly clock: Clock,
  ) {}

  /** @param state left out: all but those that were deleted */
  async list(member: Member, state?: AnsweredState): Promise<SerializedJson> {
    return new SerializedJson(await this.signups.findAll(member, state ?? null, this.clock.now()));
  }

  /** @throws NotFoundError */
  async get(member: Member, signupId: string): Promise<ManagedSignup> {
    const signup = await this.signups.findOne(member, signupId, this.clock.now());
    if (!signup) throw new NotFoundError();
    return signup;
  }

  /**
   * A row for each claim.
   * @throws NotFoundError
   */
  async exportClaims(member: Member, signupId: string): Promise<LoggedFile> {
    const signup = await this.get(member, signupId);
    const claims = await this.signups.findClaims(member, signupId, this.clock.now());
    const file = attachment(signup.title, 'csv', 'text/csv; charset=utf-8', claimsAsCsv(signup, claims));
    return Object.assign(file, { loggedAccess: accessToClaimants(signup) });
  }
}

const claimsAsCsv = ({ questions }: ManagedSignup, claims: ClaimRow[]): string =>
  spreadsheet(
    [
      ...['Item', 'Starts at', 'Name', 'Email', 'Phone', 'Student', 'Places', 'State', 'Comment'],
      ...questions.map(({ text }) => text),
      'Claimed at',
    ],
    claims.map((claim) => [
      ...[claim.item, claim.starts_at, claim.name, claim.email, claim.phone, claim.student],
      ...[claim.quantity, claim.status, claim.comment],
      ...questions.map((question) => answerText(question, claim.answers)),
      claim.claimed_at,
    ]),
  );
