import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CalendarModule } from '../calendar/calendar.module.js';
import { Category } from './category.entity.js';
import { CategoriesController } from './categories.controller.js';
import { CategoriesRepository } from './categories.repository.js';
import { CategoriesService } from './categories.service.js';
import { CategoryChangesService } from './category-changes.service.js';
import { CategoryImporter } from './category.importer.js';

@Module({
  imports: [CalendarModule, TypeOrmModule.forFeature([Category])],
  controllers: [CategoriesController],
  providers: [CategoriesRepository, CategoriesService, CategoryChangesService, CategoryImporter],
  exports: [CategoryImporter],
})
export class CategoriesModule {}
