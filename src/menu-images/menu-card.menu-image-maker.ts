import { Semaphore } from 'async-mutex';
import { drawMenuCard } from './card/draw-menu-card.js';
import { findFonts } from '../fonts/installed-fonts.js';
import { loadFonts } from './card/load-fonts.js';
import { MenuImageFailedError, MenuImageMaker, type MenuPicture } from './menu-image-maker.js';

/** Sets the items on a card: no service is asked, and the same items give the same picture. */
export class MenuCardMenuImageMaker extends MenuImageMaker {
  readonly deadlineMs = 20_000;
  /** Fonts are loaded with the first card, not at the start of a service that may never draw one. */
  private fonts: Promise<void> | undefined;
  private readonly turns = new Semaphore(2);

  async make(items: string): Promise<MenuPicture> {
    try {
      await (this.fonts ??= loadFonts(findFonts()));
      return { bytes: await this.turns.runExclusive(() => drawMenuCard(items)), type: 'image/png' };
    } catch {
      throw new MenuImageFailedError('not drawn');
    }
  }
}
