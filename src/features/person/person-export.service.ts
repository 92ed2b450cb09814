import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, StreamableFile } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Account } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { FairQueue } from '../../platform/concurrency/fair-queue.js';
import { NotAuthenticatedError } from '../../platform/errors/app-error.js';
import { type JsonMember, jsonPieces } from '../../platform/text/json-pieces.js';
import { AccessLogRecorder } from '../access-log/access-log-recorder.service.js';
import { accessToStudents } from '../directory/logged-access.js';
import type { ExportedMembership } from './exported-person.dto.js';
import { PersonExportMembers } from './person-export-members.service.js';
import type { PersonExport } from './person-export.dto.js';
import { asMember, PersonExportRepository } from './person-export.repository.js';
import { nothingHeldOn } from './nothing-held.js';

/** Exports that a process writes at a time: each has a connection of the database for as long as it takes. */
const MAX_AT_ONCE = 2;
/** Bytes that are written ahead of the reader: almost every export fits, and is no longer in the database's way then. */
const AHEAD_BYTES = 1024 * 1024;

/** Everything that is held on a person, written while it is read: in the same memory however much it is. */
@Injectable()
export class PersonExportService {
  /** One export of a person at a time. */
  private readonly queue = new FairQueue(MAX_AT_ONCE);

  constructor(
    private readonly dataSource: DataSource,
    private readonly people: PersonExportRepository,
    private readonly held: PersonExportMembers,
    private readonly recorder: AccessLogRecorder,
    private readonly clock: Clock,
  ) {}

  /**
   * Everything on the caller, as a JSON document. It shows them the contact of other guardians of their students, where
   * those show it to others: that is recorded.
   * @throws NotAuthenticatedError when the account was removed a moment ago
   */
  async forCaller(account: Account): Promise<StreamableFile> {
    // Reads that this process has not written yet are part of the document, too.
    await this.recorder.flush();
    const document = new PassThrough({ highWaterMark: AHEAD_BYTES });
    void this.queue.run(account.userId, () => this.write(account, document));
    // Whatever fails before there is anything to send is answered as an error.
    await once(document, 'readable');
    return new StreamableFile(document, { type: 'application/json; charset=utf-8' });
  }

  /** Never fails: the reader of the document hears of it. */
  private async write(account: Account, document: PassThrough): Promise<void> {
    if (document.destroyed) return;
    // One moment for all of it, so that the parts fit each other.
    await this.dataSource
      .transaction('REPEATABLE READ', (manager) =>
        pipeline(jsonPieces(this.members(manager, account), ''), document),
      )
      .catch((error: unknown) => document.destroy(error as Error));
  }

  private async *members(manager: EntityManager, account: Account): AsyncGenerator<JsonMember> {
    const hasAccount = await this.people.hasAccount(manager, account.userId);
    if (!hasAccount && account.emailVerified) throw new NotAuthenticatedError();
    yield ['exported_at', this.clock.now().toISOString()];
    if (hasAccount)
      yield* this.held.of(manager, account.userId, {
        onStudents: (membership, students) => this.recordRead(membership, students),
      });
    else yield* Object.entries(nothingHeldOn(account));
  }

  private recordRead(membership: ExportedMembership, students: PersonExport['linked_students']): void {
    this.recorder.record({
      reader: asMember(membership),
      operation: 'exportMyData',
      resourceId: membership.school_id,
      at: this.clock.now(),
      loggedAccess: accessToStudents(students),
    });
  }
}
