import { Module } from '@nestjs/common';
import { EventNewsRepository } from './event-news.repository.js';
import { EventNewsService } from './event-news.service.js';

@Module({ providers: [EventNewsRepository, EventNewsService], exports: [EventNewsService] })
export class EventNewsModule {}
