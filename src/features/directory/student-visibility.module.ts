import { Module } from '@nestjs/common';
import { StudentVisibilityService } from './student-visibility.service.js';

@Module({ providers: [StudentVisibilityService], exports: [StudentVisibilityService] })
export class StudentVisibilityModule {}
