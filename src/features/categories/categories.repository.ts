import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Category } from './category.entity.js';

@Injectable()
export class CategoriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  findOfSchool(schoolId: string): Promise<Category[]> {
    return this.dataSource.manager.find(Category, {
      where: { schoolId },
      order: { position: 'asc', name: 'asc' },
    });
  }
}
