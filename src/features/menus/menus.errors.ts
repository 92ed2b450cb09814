import { UpstreamFailedError, ValidationFailedError } from '../../errors/app-error.js';

export class NotALunchError extends ValidationFailedError {
  constructor() {
    super('Only a lunch has a picture.');
  }
}

export class MenuImageNotMadeError extends UpstreamFailedError {
  constructor() {
    super('No picture could be made. The one that was there before, if any, is kept.');
  }
}
