import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { viewerParameters } from '../../access/viewer.js';
import type { StoredAnswer } from '../questions/question-words.js';
import { BLANK_FORM, RESPONSE_DOCUMENT } from './slip-pdf.sql.js';
import type { ShownEvent } from './slip-response.entity.js';
import type { ShownQuestion } from './slip-version.entity.js';
import type { ResponseState, SlipDecision } from './slip-words.js';

export interface StudentRow {
  name: string;
  graduationYear: number | null;
}

export interface SignatureRow {
  typedName: string | null;
  nameMismatch: boolean;
  /** PNG in base64. */
  image: string | null;
  relation: string | null;
  signedAt: string;
  /** Null once they have left the school. */
  membershipId: string | null;
  /** Null where the reader may not see it, or the person was erased. */
  accountEmail: string | null;
}

export interface SlipRow {
  title: string;
  organizationName: string | null;
  school: { name: string; timeZone: string; locale: string; country: string };
  event: ShownEvent | null;
  body: string;
  statement: string;
  statementVersion: number;
  questions: ShownQuestion[];
  secondGuardianRequired: boolean;
}

export interface BlankRow extends SlipRow {
  closesAt: Date | null;
  signatureRequired: boolean;
  student: StudentRow | null;
}

export interface ResponseRow extends SlipRow {
  answers: StoredAnswer[];
  /** The reader may see answers to private questions. */
  seesPrivate: boolean;
  students: StudentRow[];
  responseId: string;
  decision: SlipDecision;
  note: string | null;
  revision: number;
  state: ResponseState;
  endedAt: Date | null;
  statementSha256: string;
  signature: SignatureRow;
  secondSignature: SignatureRow | null;
  former: { revision: number; createdAt: string; decision: SlipDecision; signerName: string | null }[];
}

@Injectable()
export class SlipPdfsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when the slip is not there for the caller. */
  async findBlank(
    member: Member,
    slipId: string,
    studentId: string | null,
    now: Date,
  ): Promise<BlankRow | null> {
    const parameters = [...viewerParameters(member, now), slipId, studentId];
    const [row] = await this.dataSource.query<BlankRow[]>(BLANK_FORM, parameters);
    return row ?? null;
  }

  /** Null when it is not there for the caller. */
  async findResponse(
    member: Member,
    slipId: string,
    responseId: string,
    now: Date,
  ): Promise<ResponseRow | null> {
    const parameters = [...viewerParameters(member, now), slipId, responseId];
    const [row] = await this.dataSource.query<ResponseRow[]>(RESPONSE_DOCUMENT, parameters);
    return row ?? null;
  }
}
