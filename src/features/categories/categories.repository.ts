import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Category } from './category.entity.js';

@Injectable()
export class CategoriesRepository {
  constructor(@InjectRepository(Category) private readonly categories: Repository<Category>) {}

  findOfSchool(schoolId: string): Promise<Category[]> {
    return this.categories.find({ where: { schoolId }, order: { position: 'asc', name: 'asc' } });
  }
}
