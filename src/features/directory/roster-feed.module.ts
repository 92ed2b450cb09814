import { Module } from '@nestjs/common';
import { RosterFeedRepository } from './roster-feed.repository.js';
import { RosterFeedService } from './roster-feed.service.js';

@Module({ providers: [RosterFeedRepository, RosterFeedService], exports: [RosterFeedService] })
export class RosterFeedModule {}
