import { Module } from '@nestjs/common';
import { PollsRepository } from './polls.repository.js';
import { PollsService } from './polls.service.js';

/** Reading and answering polls, without the routes. */
@Module({ providers: [PollsRepository, PollsService], exports: [PollsService] })
export class PollAnsweringModule {}
