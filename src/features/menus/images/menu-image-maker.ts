import { currentCaller } from '../../../platform/auth/current-caller.js';
import { FairQueue } from '../../../platform/concurrency/fair-queue.js';
import type { ImageType } from '../../../platform/images/image-type.js';
import { drawMenuCard, loadFonts } from './card/draw-menu-card.js';
import { findFonts } from '../../../platform/fonts/installed-fonts.js';

export interface MenuPicture {
  bytes: Buffer;
  type: ImageType;
}

/** No picture: the maker did not answer, refused, or answered something else. Tells nothing of what was asked. */
export class MenuImageFailedError extends Error {
  constructor(readonly reason: string) {
    super(`No picture was made: ${reason}`);
  }
}

/** Makes the picture that a menu is shown with. */
export abstract class MenuImageMaker {
  /** Milliseconds after which `make` has answered. */
  abstract readonly deadlineMs: number;

  /**
   * @param items the menu's text, as the school wrote it
   * @throws MenuImageFailedError
   */
  abstract make(items: string): Promise<MenuPicture>;
}

/** Sets the items on a card: no service is asked, and the same items give the same picture. */
export class MenuCardMenuImageMaker extends MenuImageMaker {
  readonly deadlineMs = 20_000;
  /** Fonts are loaded with the first card, not at the start of a service that may never draw one. */
  private fonts: Promise<void> | undefined;
  private readonly queue = new FairQueue(2);

  async make(items: string): Promise<MenuPicture> {
    try {
      await (this.fonts ??= loadFonts(findFonts()));
      return { bytes: await this.queue.run(currentCaller(), () => drawMenuCard(items)), type: 'image/png' };
    } catch {
      throw new MenuImageFailedError('not drawn');
    }
  }
}
