import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { isManagedBy, VIEWER, viewerParameters } from '../../policy/audience.js';
import { isTurnedOn } from '../../policy/school-feature.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import type { ImportTarget } from '../publishing/item.importer.js';
import type { VisibleItem } from '../publishing/publication.js';
import type { DocumentBody } from './document.dto.js';
import { Document } from './document.entity.js';
import { utcText } from '../../platform/database/utc-text.js';
import { itemProjection, withItem } from '../publishing/item-projection.js';
import { isDocumentListed, isDocumentVisible } from '../../policy/document-visibility.js';

const DOCUMENT = `
  d.id, d.title, d.description, false as is_school_details, ${itemProjection('d', 'document')}`;

/** DocumentBody of the school $1. */
export const SCHOOL_DETAILS = `
  select 'school-details' as id, s.title, s.description, true as is_school_details, null as category,
    null as organization_id, null as organization_name, '[]'::json as attachments, null as created_by_name,
    ${utcText('s.updated_at')} as created_at, ${utcText('s.updated_at')} as updated_at
  from school_details s where s.school_id = $1`;

const ADDRESSED = `
  select ${DOCUMENT} from documents d ${withItem('d')}
  where ${isDocumentListed('d', VIEWER)}
  order by c.position nulls last, d.title, d.id`;

export const DOCUMENTS = `
  select '{"documents":[' || concat_ws(',',
    (select row_to_json(details)::text from (${SCHOOL_DETAILS}) details),
    (select string_agg(row_to_json(document)::text, ',') from (${ADDRESSED}) document)) || ']}' as text`;

/** $5, after the viewer's parameters. */
const VISIBLE_DOCUMENT = `
  select ${DOCUMENT}, ${isManagedBy('d', VIEWER)} as managed,
    exists (select from document_openings opening
      where opening.school_id = d.school_id and opening.document_id = d.id and opening.membership_id = $2) as opened
  from documents d ${withItem('d')}
  where d.school_id = $1 and d.id = $5 and ${isDocumentVisible('d', VIEWER)}`;

/** Once; a document or a member that is gone meanwhile opens nothing. */
export const OPEN = `
  insert into document_openings (membership_id, document_id, school_id, opened_at)
  select m.id, d.id, d.school_id, $4
  from memberships m, documents d
  where m.school_id = $1 and m.id = $2 and d.school_id = $1 and d.id = $3
  for key share on conflict do nothing`;

export interface VisibleDocument extends VisibleItem<DocumentBody> {
  /** By the caller. */
  opened: boolean;
}

@Injectable()
export class DocumentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Ids of what a member has made. */
  async findAuthored(
    manager: EntityManager,
    { schoolId, membershipId }: Pick<Member, 'schoolId' | 'membershipId'>,
  ): Promise<string[]> {
    const where = { schoolId, createdByMembershipId: membershipId };
    const found = await manager
      .getRepository(Document)
      .find({ select: { id: true }, where, order: { id: 'ASC' } });
    return found.map(({ id }) => id);
  }

  /** The documents as text that the database has written: one round trip, no entities. */
  async findListed(
    member: Member,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<string> {
    const [row] = await queryPrepared<{ text: string }>(manager, DOCUMENTS, viewerParameters(member, now));
    return row!.text;
  }

  /** Null when it is not there for the caller. */
  async findVisibleDocument(
    member: Member,
    documentId: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<VisibleDocument | null> {
    const parameters = [...viewerParameters(member, now), documentId];
    const [row] = await queryPrepared<DocumentBody & { managed: boolean; opened: boolean }>(
      manager,
      VISIBLE_DOCUMENT,
      parameters,
    );
    if (!row) return null;
    const { managed, opened, ...body } = row;
    return { body, managed, opened };
  }

  async markOpened({ schoolId, membershipId }: Member, documentId: string, now: Date): Promise<void> {
    await this.dataSource.query(OPEN, [schoolId, membershipId, documentId, now]);
  }

  /** Locks the document: another change of it waits. */
  lock({ manager, member }: WriteContext, id: string): Promise<Document | null> {
    const where = { schoolId: member.schoolId, id };
    return manager.getRepository(Document).findOne({ where, lock: { mode: 'for_no_key_update' } });
  }

  /** Documents that the source brought before, by its keys. */
  async findImported(
    { schoolId, source }: Pick<ImportTarget, 'schoolId' | 'source'>,
    sourceIds: string[],
  ): Promise<Map<string, Document>> {
    const where = { schoolId, source, sourceId: In(sourceIds) };
    const documents = await this.dataSource.getRepository(Document).findBy(where);
    return new Map(documents.map((document) => [document.sourceId!, document]));
  }

  async isLibraryOn({ manager, schoolId }: ImportTarget): Promise<boolean> {
    const [row] = await manager.query<{ is_on: boolean }[]>(
      `select ${isTurnedOn('school', 'document_library')} as is_on from schools school where id = $1`,
      [schoolId],
    );
    return row!.is_on;
  }

  async insert(manager: EntityManager, document: Document): Promise<void> {
    await manager.getRepository(Document).insert(document);
  }

  async update(manager: EntityManager, { id, ...columns }: Document): Promise<void> {
    await manager.getRepository(Document).update({ schoolId: columns.schoolId, id }, columns);
  }

  async remove(manager: EntityManager, { schoolId, id }: Document): Promise<void> {
    await manager.getRepository(Document).delete({ schoolId, id });
  }
}
