import { Module } from '@nestjs/common';
import { ParentsRepository } from './parents.repository.js';
import { ParentsService } from './parents.service.js';

@Module({ providers: [ParentsRepository, ParentsService], exports: [ParentsService] })
export class ParentsModule {}
