import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { queryPrepared } from '../../../platform/database/prepared-statement.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { memberContact } from '../../../policy/member-contact.js';
import { fullName } from '../../../policy/name-order.js';
import { organizationSlot, type PhotoRecord, type PhotoSlot } from '../../photos/photo-slot.js';
import type { OrganizationPhotoBody } from '../organization.dto.js';
import { OrganizationPhoto } from './organization-photo.entity.js';
import { ValidationFailedError } from '../../../platform/errors/app-error.js';

/** OrganizationPhoto, of every row of a table that is made like `organization_photos`. */
const photosIn = (table: string): string => `
  select p.id, p.caption, p.width, p.height, coalesce(uploader.name, 'A former member') as uploaded_by_name,
    ${utcText('p.created_at')} as created_at
  from ${table} p left join lateral (
    select ${fullName('person')} as name from memberships m join users u on u.id = m.user_id ${memberContact('null')}
    where m.school_id = p.school_id and m.id = p.uploaded_by_membership_id and m.deactivated_at is null
  ) uploader on true`;

const LIST = `
  select '{"photos":' || coalesce(json_agg(photo), '[]')::text || '}' as text from (
    ${photosIn('organization_photos')} where p.school_id = $1 and p.organization_id = $2
    order by p.created_at desc, p.id desc) photo`;

const ADD = `
  with added as (
    insert into organization_photos (id, organization_id, school_id, uploaded_by_membership_id, caption, content_type,
      width, height, size_bytes, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *
  ) ${photosIn('added')}`;

@Injectable()
export class OrganizationPhotosRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The photos as text that the database has written: one round trip, no entities. */
  async findPhotos({ schoolId }: Member, organizationId: string): Promise<string> {
    const parameters = [schoolId, organizationId];
    const [row] = await queryPrepared<{ text: string }>(this.dataSource, LIST, parameters);
    return row!.text;
  }

  async findBody(
    { schoolId }: Member,
    organizationId: string,
    photoId: string | null,
  ): Promise<OrganizationPhotoBody | null> {
    const [row] = await this.dataSource.query<OrganizationPhotoBody[]>(
      `${photosIn('organization_photos')} where p.school_id = $1 and p.organization_id = $2 and p.id = $3`,
      [schoolId, organizationId, photoId],
    );
    return row ?? null;
  }

  /** Empty when the organization has no such photo. */
  async findSlot(
    { schoolId }: Member,
    organizationId: string,
    photoId: string,
    manager = this.dataSource.manager,
  ): Promise<PhotoSlot> {
    const photo = await manager
      .getRepository(OrganizationPhoto)
      .findOneBy({ schoolId, id: photoId, organizationId });
    return organizationSlot(organizationId, photoId, photo?.contentType);
  }

  countPhotos(manager: EntityManager, { schoolId }: Member, organizationId: string): Promise<number> {
    return manager.getRepository(OrganizationPhoto).countBy({ schoolId, organizationId });
  }

  /** The key of the slot is the photo's: the primary key holds that it is there once. */
  async addPhoto(
    manager: EntityManager,
    { schoolId, membershipId }: Member,
    organizationId: string,
    { ownerId }: PhotoSlot,
    photo: PhotoRecord & { caption: string | null },
  ): Promise<OrganizationPhotoBody> {
    const { caption, contentType, width, height, sizeBytes, updatedAt } = photo;
    const owner = [ownerId, organizationId, schoolId, membershipId];
    const picture = [caption, contentType, width, height, sizeBytes, updatedAt];
    const [added] = await manager.query<[OrganizationPhotoBody]>(ADD, [...owner, ...picture]);
    return added;
  }

  async removePhoto(manager: EntityManager, { schoolId }: Member, { ownerId }: PhotoSlot): Promise<void> {
    await manager.getRepository(OrganizationPhoto).delete({ schoolId, id: ownerId });
  }
}

export class TooManyOrganizationPhotosError extends ValidationFailedError {
  /** @param most photos of one organization */
  constructor(most: number) {
    super(`An organization has at most ${most} photos: delete one first.`, { reason: 'limit_reached' });
  }
}
