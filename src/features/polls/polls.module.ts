import { Module } from '@nestjs/common';
import { PollController } from './poll.controller.js';
import { PollsController } from './polls.controller.js';
import { PollsRepository } from './polls.repository.js';
import { PollsService } from './polls.service.js';

@Module({ controllers: [PollsController, PollController], providers: [PollsRepository, PollsService] })
export class PollsModule {}
