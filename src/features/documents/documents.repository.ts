import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { viewerParameters } from '../../access/viewer.js';
import { isTurnedOn } from '../../access/school-feature.js';
import type { MemberChange } from '../../database/member-change.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import type { ItemFeed } from '../publishing/item-feed.js';
import type { SeenItem } from '../publishing/publication.js';
import type { DocumentBody } from './document.dto.js';
import { Document } from './document.entity.js';
import { DOCUMENTS, OPEN, SEEN_DOCUMENT } from './documents.sql.js';

export interface SeenDocument extends SeenItem<DocumentBody> {
  /** By the caller. */
  opened: boolean;
}

@Injectable()
export class DocumentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** As text that the database has written: one round trip, no entities. */
  async findListed(member: Member, now: Date): Promise<string> {
    const [row] = await queryPrepared<{ text: string }>(
      this.dataSource,
      DOCUMENTS,
      viewerParameters(member, now),
    );
    return row!.text;
  }

  /** Null when it is not there for the caller. */
  async findSeen(
    member: Member,
    documentId: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<SeenDocument | null> {
    const parameters = [...viewerParameters(member, now), documentId];
    const [row] = await queryPrepared<DocumentBody & { managed: boolean; opened: boolean }>(
      manager,
      SEEN_DOCUMENT,
      parameters,
    );
    if (!row) return null;
    const { managed, opened, ...body } = row;
    return { body, managed, opened };
  }

  async markOpened({ membershipId }: Member, documentId: string, now: Date): Promise<void> {
    await this.dataSource.query(OPEN, [membershipId, documentId, now]);
  }

  /** Whoever else would change it waits. */
  lock({ manager, member }: MemberChange, id: string): Promise<Document | null> {
    const where = { schoolId: member.schoolId, id };
    return manager.findOne(Document, { where, lock: { mode: 'for_no_key_update' } });
  }

  /** What a feed brought before, by source id. */
  async findFed(
    { schoolId, source }: Pick<ItemFeed, 'schoolId' | 'source'>,
    sourceIds: string[],
  ): Promise<Map<string, Document>> {
    const documents = await this.dataSource.manager.findBy(Document, {
      schoolId,
      source,
      sourceId: In(sourceIds),
    });
    return bySourceId(documents);
  }

  /** The same, locked. */
  async lockFed(
    { manager, schoolId, source }: ItemFeed,
    sourceIds: string[],
  ): Promise<Map<string, Document>> {
    const where = { schoolId, source, sourceId: In(sourceIds) };
    const lock = { mode: 'for_no_key_update' } as const;
    const documents = await manager.find(Document, { where, order: { id: 'asc' }, lock });
    return bySourceId(documents);
  }

  async isLibraryOn({ manager, schoolId }: ItemFeed): Promise<boolean> {
    const [row] = await manager.query<{ is_on: boolean }[]>(
      `select ${isTurnedOn('school', 'document_library')} as is_on from schools school where id = $1`,
      [schoolId],
    );
    return row!.is_on;
  }

  async insert(manager: EntityManager, document: Document): Promise<void> {
    await manager.insert(Document, document);
  }

  async update(manager: EntityManager, { id, ...columns }: Document): Promise<void> {
    await manager.update(Document, { id }, columns);
  }

  async remove(manager: EntityManager, id: string): Promise<void> {
    await manager.delete(Document, { id });
  }
}

const bySourceId = (documents: Document[]): Map<string, Document> =>
  new Map(documents.map((document) => [document.sourceId!, document]));
