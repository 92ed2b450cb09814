import { randomBytes } from 'node:crypto';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { outsideOperation } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { extensionOf, IMAGE_TYPES, MAX_IMAGE_BYTES } from '../../platform/images/image-type.js';
import type { MenuPicture } from './images/menu-image-maker.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { ObjectStore } from '../../platform/storage/object-store.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** Beginning of the address of a menu's picture; its name is the rest. */
export const menuPictureBase = (siteUrl: string): string => `${siteUrl}/api/menu-images/`;

// Bounded: 37 characters.
const NAME = new RegExp(`^[0-9a-f]{32}\\.(${IMAGE_TYPES.map(extensionOf).join('|')})$`);

export const isPictureName = (name: string): boolean => NAME.test(name);

/** Milliseconds: a picture that was stored for a transaction that never came is gone by then. */
const UNUSED_FOR = 24 * 60 * 60 * 1000;

const keyOf = (name: string): string => `menu-images/${name}`;

/**
 * The pictures of menus and where they are shown from: `{site_url}/api/menu-images/{name}`, one name for each picture
 * that was ever made. Nobody can guess it, and whoever was given it needs no token: a picture of a lunch is no personal
 * data. It ends with the school's menus.
 */
@Injectable()
export class MenuPicturesService {
  /** Beginning of every address. */
  readonly base: string;

  constructor(
    @Inject(SETTINGS) { siteUrl }: Settings,
    private readonly transactions: Transactions,
    private readonly store: ObjectStore,
    private readonly removals: ObjectRemovals,
    private readonly clock: Clock,
  ) {
    this.base = menuPictureBase(siteUrl);
  }

  /** @throws NotFoundError */
  async show(name: string): Promise<StreamableFile> {
    const object = await this.store.read(keyOf(name), MAX_IMAGE_BYTES);
    if (!object) throw new NotFoundError();
    const { bytes, contentType: type } = object;
    return new StreamableFile(bytes, { type, length: bytes.length, disposition: 'inline' });
  }

  /**
   * Under a new name, and due for removal until `adopt` says that it is in use.
   * @throws UnavailableError
   */
  async keep({ bytes, type }: MenuPicture): Promise<string> {
    const name = `${randomBytes(16).toString('hex')}.${extensionOf(type)}`;
    const unusedAt = new Date(this.clock.now().getTime() + UNUSED_FOR);
    await outsideOperation(() =>
      this.transactions.run((manager) => this.removals.schedule(manager, [keyOf(name)], unusedAt)),
    );
    await this.store.write(keyOf(name), { bytes, contentType: type });
    return name;
  }

  /** In the transaction that puts it in the place of the one before. */
  async adopt(manager: EntityManager, name: string, before: string | null): Promise<void> {
    await this.removals.keep(manager, [keyOf(name)]);
    if (before !== null) await this.release(manager, before);
  }

  /** In the transaction that deletes whatever had it. */
  async release(manager: EntityManager, name: string): Promise<void> {
    await this.removals.schedule(manager, [keyOf(name)], this.clock.now());
  }

  /** After the commit, or when a picture was kept for nothing. Never throws. */
  async discard(name: string | null): Promise<void> {
    if (name !== null) await this.removals.removeNow([keyOf(name)]);
  }
}
