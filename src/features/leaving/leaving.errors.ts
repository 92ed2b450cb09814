import { ConflictError } from '../../errors/app-error.js';

export class SoleSeniorAdminError extends ConflictError {
  constructor() {
    super('The school has no other senior admin: it cannot be left without one.', {
      reason: 'sole_senior_admin',
    });
  }
}
