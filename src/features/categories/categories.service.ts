import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { toCategory, type Categories } from './category.dto.js';
import { CategoriesRepository } from './categories.repository.js';

@Injectable()
export class CategoriesService {
  constructor(private readonly categories: CategoriesRepository) {}

  async list(member: Member): Promise<Categories> {
    const categories = await this.categories.findOfSchool(member.schoolId);
    return { categories: categories.map(toCategory) };
  }
}
