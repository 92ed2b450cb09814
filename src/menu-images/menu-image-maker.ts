import type { ImageType } from '../images/image-type.js';

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
