import { Module } from '@nestjs/common';
import { BackgroundJobs } from './background-jobs.js';

@Module({ providers: [BackgroundJobs], exports: [BackgroundJobs] })
export class JobsModule {}
