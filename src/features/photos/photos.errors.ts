import { ValidationFailedError } from '../../platform/errors/app-error.js';
import type { ImageRefusedError } from '../../platform/images/image-type.js';

export class UnsupportedImageTypeError extends ValidationFailedError {
  constructor(message = 'A photo is a JPEG, PNG, WebP or GIF.') {
    super(message, { reason: 'unsupported_type' });
  }
}

export class ForeignPhotoKeyError extends ValidationFailedError {
  constructor() {
    super('This is not the key of this photo.', { reason: 'foreign_key_not_owned' });
  }
}

export class NothingUploadedError extends ValidationFailedError {
  constructor() {
    super('Nothing has been uploaded: send the bytes to an upload address first.');
  }
}

export class PhotoTooLargeError extends ValidationFailedError {
  constructor() {
    super('A photo has at most 5 MB.');
  }
}

export const photoRefused = ({ refusal, message }: ImageRefusedError): ValidationFailedError =>
  refusal === 'other_type' ? new UnsupportedImageTypeError(message) : new ValidationFailedError(message);
