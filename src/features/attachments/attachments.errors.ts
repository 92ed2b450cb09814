import { ValidationFailedError, type FieldError } from '../../errors/app-error.js';

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
