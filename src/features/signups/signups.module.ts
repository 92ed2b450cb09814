import { Module } from '@nestjs/common';
import { MyClaimsController } from './my-claims.controller.js';
import { MyClaimsRepository } from './my-claims.repository.js';
import { MyClaimsService } from './my-claims.service.js';
import { SignupClaimingModule } from './signup-claiming.module.js';
import { SignupController } from './signup.controller.js';
import { SignupsController } from './signups.controller.js';

@Module({
  imports: [SignupClaimingModule],
  controllers: [MyClaimsController, SignupController, SignupsController],
  providers: [MyClaimsRepository, MyClaimsService],
})
export class SignupsModule {}
