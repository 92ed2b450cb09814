import { Module } from '@nestjs/common';
import { PollAnsweringModule } from './poll-answering.module.js';
import { PollController } from './poll.controller.js';
import { PollsController } from './polls.controller.js';

@Module({ imports: [PollAnsweringModule], controllers: [PollsController, PollController] })
export class PollsModule {}
