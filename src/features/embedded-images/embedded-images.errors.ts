import { ValidationFailedError } from '../../platform/errors/app-error.js';

export class UnknownImageError extends ValidationFailedError {
  constructor(path: string) {
    super('The text embeds an image that is not there.', {
      fields: [{ path, message: `${path} embeds an unknown image` }],
    });
  }
}

export class NoImageError extends ValidationFailedError {
  constructor() {
    super('The form has no file.', { fields: [{ path: 'file', message: 'file must be an image' }] });
  }
}
