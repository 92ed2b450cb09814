import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { record } from '../../platform/journal/recorded-changes.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import type { SchoolDetailsInput } from './school-details.dto.js';
import { SchoolDetailsRepository } from './school-details.repository.js';
import { changedDetails, SCHOOL_DETAILS_ID } from './school-details.js';

/** The way in for School Details from outside, inside the caller's transaction. */
@Injectable()
export class SchoolDetailsImporter {
  constructor(
    private readonly details: SchoolDetailsRepository,
    private readonly images: ImageEmbeddingService,
  ) {}

  /** @throws ValidationFailedError there are none yet, and they have no title */
  async import(
    { manager, ...at }: { manager: EntityManager; schoolId: string; now: Date },
    input: SchoolDetailsInput,
  ): Promise<'created' | 'updated' | 'unchanged'> {
    const present = await this.details.lock(manager, at.schoolId);
    const next = changedDetails(present, input, at);
    if (next === present) return 'unchanged';
    await this.details.save(manager, next);
    await this.images.changeByImport(manager, at.schoolId, [present?.description ?? null, next.description]);
    record({ manager, schoolId: at.schoolId }, { kind: 'document.updated', id: SCHOOL_DETAILS_ID });
    return present ? 'updated' : 'created';
  }
}
