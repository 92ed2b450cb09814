import { ValidationFailedError } from '../../errors/app-error.js';

export class ForeignAttachmentKeyError extends ValidationFailedError {
  constructor() {
    super('A file may be attached once, by whoever uploaded it, to what it was uploaded for.', {
      reason: 'foreign_key_not_owned',
      fields: [{ path: 'attachments', message: 'attachments must be uploads of your own for this item' }],
    });
  }
}
