import { ValidationFailedError } from '../../errors/app-error.js';

export class UnknownImageError extends ValidationFailedError {
  constructor(path: string) {
    super('The text embeds an image that is not there.', {
      fields: [{ path, message: `${path} embeds an unknown image` }],
    });
  }
}
