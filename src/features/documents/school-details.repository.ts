import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockSchoolRow } from '../../platform/auth/school-lock.repository.js';
import type { DocumentBody } from './document.dto.js';
import { SCHOOL_DETAILS } from './documents.repository.js';
import { SchoolDetails } from './school-details.entity.js';

@Injectable()
export class SchoolDetailsRepository {
  /** Another change of the details waits until the transaction ends. */
  async lock(manager: EntityManager, schoolId: string): Promise<SchoolDetails | null> {
    await lockSchoolRow(manager, schoolId);
    return manager.getRepository(SchoolDetails).findOneBy({ schoolId });
  }

  async save(manager: EntityManager, details: SchoolDetails): Promise<void> {
    await manager.getRepository(SchoolDetails).upsert(details, ['schoolId']);
  }

  /** In the shape of the answer. */
  async findBody(manager: EntityManager, schoolId: string): Promise<DocumentBody> {
    const [body] = await manager.query<[DocumentBody]>(SCHOOL_DETAILS, [schoolId]);
    return body;
  }
}
