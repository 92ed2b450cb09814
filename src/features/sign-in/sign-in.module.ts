import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';

/** The authorization server, and the pages on which people sign in and look after their accounts (contract section 17). */
@Module({
  imports: [IdentityModule],
})
export class SignInModule {}
