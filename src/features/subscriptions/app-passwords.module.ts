import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppPassword } from './app-password.entity.js';
import { AppPasswordsController } from './app-passwords.controller.js';
import { AppPasswordsRepository } from './app-passwords.repository.js';
import { AppPasswordsService } from './app-passwords.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AppPassword])],
  controllers: [AppPasswordsController],
  providers: [AppPasswordsRepository, AppPasswordsService],
  exports: [AppPasswordsService],
})
export class AppPasswordsModule {}
