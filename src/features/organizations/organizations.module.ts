import { Module } from '@nestjs/common';
import { ParentsModule } from '../directory/parents.module.js';
import { ImageEmbeddingModule } from '../embedded-images/image-embedding.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { NearbyRepository } from './nearby.repository.js';
import { NearbyService } from './nearby.service.js';
import { OrganizationAccessModule } from './organization-access.module.js';
import { OrganizationCandidatesService } from './organization-candidates.service.js';
import { OrganizationLeadersRepository } from './organization-leaders.repository.js';
import { OrganizationLeadershipService } from './organization-leadership.service.js';
import { OrganizationPhotosController } from './organization-photos.controller.js';
import { OrganizationPhotosRepository } from './organization-photos.repository.js';
import { OrganizationPhotosService } from './organization-photos.service.js';
import { OrganizationRosterController } from './organization-roster.controller.js';
import { OrganizationRosterRepository } from './organization-roster.repository.js';
import { OrganizationRosterService } from './organization-roster.service.js';
import { OrganizationController } from './organization.controller.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { OrganizationsService } from './organizations.service.js';
import { SchoolPeopleRepository } from './school-people.repository.js';

@Module({
  imports: [ImageEmbeddingModule, OrganizationAccessModule, ParentsModule, PhotosModule],
  controllers: [
    OrganizationsController,
    OrganizationController,
    OrganizationRosterController,
    OrganizationPhotosController,
  ],
  providers: [
    NearbyRepository,
    NearbyService,
    OrganizationCandidatesService,
    OrganizationLeadersRepository,
    OrganizationLeadershipService,
    OrganizationPhotosRepository,
    OrganizationPhotosService,
    OrganizationRosterRepository,
    OrganizationRosterService,
    OrganizationsRepository,
    OrganizationsService,
    SchoolPeopleRepository,
  ],
})
export class OrganizationsModule {}
