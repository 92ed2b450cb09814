import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { type Categories, toCategories } from './category.dto.js';
import { CategoriesRepository } from './categories.repository.js';

@Injectable()
export class CategoriesService {
  constructor(private readonly categories: CategoriesRepository) {}

  async list(member: Member): Promise<Categories> {
    return toCategories(await this.categories.findOfSchool(member.schoolId));
  }
}
