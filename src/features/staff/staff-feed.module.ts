import { Module } from '@nestjs/common';
import { StaffFeedRepository } from './staff-feed.repository.js';
import { StaffFeedService } from './staff-feed.service.js';

@Module({ providers: [StaffFeedRepository, StaffFeedService], exports: [StaffFeedService] })
export class StaffFeedModule {}
