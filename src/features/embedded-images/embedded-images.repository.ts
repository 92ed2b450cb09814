import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { isOn, SCHOOL_FEATURES } from '../../policy/school-feature.js';
import { VIEWER, viewerParameters } from '../../policy/audience.js';
import { EmbeddedImage } from './embedded-image.entity.js';
import { isEmbedded, isVisibleTo, wasVisibleTo, type ImageViewer } from './rich-texts.sql.js';

/** The first parameters of the queries for a caller. */
const IMAGE_VIEWER: ImageViewer = { ...VIEWER, features: '$5' };

const parametersFor = (member: Member, now: Date): unknown[] => [
  ...viewerParameters(member, now),
  SCHOOL_FEATURES.filter((feature) => isOn(member.features, feature)),
];

const OWN = `i.uploaded_by_membership_id = ${IMAGE_VIEWER.membership}::uuid`;

const VISIBLE_IMAGE = `
  select i.id, i.content_type as "contentType" from embedded_images i
  where i.school_id = $1 and i.id = $6 and (${isVisibleTo('i', IMAGE_VIEWER)}
    or ${OWN} and i.unused_since > ${IMAGE_VIEWER.now}::timestamptz - interval '1 day' and not ${isEmbedded('i')})`;

/**
 * True for an image that a text embeds or may still come to embed. An unused image expires five minutes before its day is
 * over, so that the text is committed before the object is removed.
 */
const isNotExpired = (now: string): string =>
  `(i.unused_since is null or i.unused_since > ${now}::timestamptz - interval '23 hours 55 minutes')`;

const MAY_EMBED = `
  select i.id from embedded_images i
  where i.school_id = $1 and i.id = any($6::uuid[]) and ${isNotExpired(IMAGE_VIEWER.now)}
    and (${OWN} or ${wasVisibleTo('i', IMAGE_VIEWER)})`;

const NOT_EXPIRED = `
  select i.id from embedded_images i
  where i.school_id = $1 and i.id = any($2::uuid[]) and ${isNotExpired('$3')}`;

const LOCK = `
  select i.id from embedded_images i
  where i.school_id = $1 and i.id = any($2::uuid[]) order by i.id for update`;

const UPDATE_UNUSED_SINCE = `
  update embedded_images i set unused_since = case when i.unused_since is null then $3::timestamptz end
  where i.school_id = $1 and i.id = any($2::uuid[]) and ${isEmbedded('i')} = (i.unused_since is not null)
  returning i.key, i.unused_since is null as used`;

const DELETE_EXPIRED = `
  delete from embedded_images where school_id = $1 and id in (
    select i.id from embedded_images i
    where i.school_id = $1 and i.unused_since <= $2::timestamptz - interval '1 day' for update skip locked)`;

interface Identified {
  id: string;
}

export type VisibleImage = Pick<EmbeddedImage, 'id' | 'contentType'>;

@Injectable()
export class EmbeddedImagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insertImage(manager: EntityManager, image: EmbeddedImage): Promise<void> {
    await manager.getRepository(EmbeddedImage).insert(image);
  }

  /**
   * Deletes the rows of images that nothing has embedded for a day; the removal of their objects is scheduled already. The
   * row of an image that another transaction is embedding is locked, and stays.
   */
  async deleteExpired(manager: EntityManager, schoolId: string, now: Date): Promise<void> {
    await manager.query(DELETE_EXPIRED, [schoolId, now]);
  }

  /** Null when it is not there for the caller. */
  async findVisible(member: Member, id: string, now: Date): Promise<VisibleImage | null> {
    const parameters = [...parametersFor(member, now), id];
    const [image] = await this.dataSource.query<VisibleImage[]>(VISIBLE_IMAGE, parameters);
    return image ?? null;
  }

  /** Locks images: another transaction that would embed one of them, or remove one, waits until this one ends. */
  async lockImages(manager: EntityManager, schoolId: string, ids: string[]): Promise<void> {
    await manager.query(LOCK, [schoolId, ids]);
  }

  /** Ids of the images that the caller may embed: uploaded by them, or visible to them before this transaction. */
  async findEmbeddable(manager: EntityManager, member: Member, ids: string[], now: Date): Promise<string[]> {
    const parameters = [...parametersFor(member, now), ids];
    return (await manager.query<Identified[]>(MAY_EMBED, parameters)).map(({ id }) => id);
  }

  /** The ids of which the school has an image that is embedded, or that has not expired. */
  async findNotExpired(
    manager: EntityManager,
    schoolId: string,
    ids: string[],
    now: Date,
  ): Promise<string[]> {
    return (await manager.query<Identified[]>(NOT_EXPIRED, [schoolId, ids, now])).map(({ id }) => id);
  }

  /**
   * Sets since when the images are unused; null for those that a stored text embeds.
   * @returns the images that have become used or unused by it
   */
  async updateUnusedSince(
    manager: EntityManager,
    schoolId: string,
    ids: string[],
    now: Date,
  ): Promise<{ key: string; used: boolean }[]> {
    const [changed] = await manager.query<[{ key: string; used: boolean }[], number]>(UPDATE_UNUSED_SINCE, [
      schoolId,
      ids,
      now,
    ]);
    return changed;
  }
}
