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
  constructor() {
    super('A file may be attached once, by whoever uploaded it, to what it was uploaded for.', {
      reason: 'foreign_key_not_owned',
      fields: [{ path: 'attachments', message: 'attachments must be uploads of your own for this item' }],
    });
  }
}
