import { ValidationFailedError } from '../../errors/app-error.js';

export class TooManyOrganizationPhotosError extends ValidationFailedError {
  /** @param most photos of one organization */
  constructor(most: number) {
    super(`An organization has at most ${most} photos: delete one first.`, { reason: 'limit_reached' });
  }
}
