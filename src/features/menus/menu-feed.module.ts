import { Module } from '@nestjs/common';
import { MenuFeedRepository } from './menu-feed.repository.js';
import { MenuFeedService } from './menu-feed.service.js';

@Module({ providers: [MenuFeedRepository, MenuFeedService], exports: [MenuFeedService] })
export class MenuFeedModule {}
