import { type FieldError, ValidationFailedError } from '../../platform/errors/app-error.js';

export class UnsupportedAttachmentTypeError extends ValidationFailedError {
  constructor() {
    super(
      'An attachment is a PDF, a Word or Excel file, a JPEG or a PNG, and is called and sent as what it is.',
      {
        reason: 'unsupported_type',
      },
    );
  }
}

export class IncompleteUploadError extends ValidationFailedError {
  constructor(fields: FieldError[]) {
    super('The request is not valid.', { fields });
  }
}

export class ForeignAttachmentKeyError extends ValidationFailedError {
  /** @param path the member of the request that names it */
  constructor(path = 'attachments') {
    super('A file may be attached once, by whoever uploaded it, to what it was uploaded for.', {
      reason: 'foreign_key_not_owned',
      fields: [{ path, message: `${path} must be uploads of your own for this item` }],
    });
  }
}
