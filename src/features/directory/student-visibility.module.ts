import { Module } from '@nestjs/common';
import { StudentVisibilityService } from './student-visibility.service.js';
import { StudentsRepository } from './students.repository.js';

@Module({ providers: [StudentVisibilityService, StudentsRepository], exports: [StudentVisibilityService] })
export class StudentVisibilityModule {}
