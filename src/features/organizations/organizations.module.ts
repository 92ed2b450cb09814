import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { NearbyRepository, OrganizationsRepository } from './organizations.repository.js';
import {
  NearbyService,
  OrganizationLeadershipService,
  OrganizationsService,
} from './organizations.service.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { OrganizationCandidatesService, OrganizationRosterService } from './organization-roster.service.js';
import { OrganizationLeadersRepository } from './organization-leaders.repository.js';
import { OrganizationPhotosController } from './organization-photos.controller.js';
import { OrganizationPhotosRepository } from './organization-photos.repository.js';
import { OrganizationPhotosService } from './organization-photos.service.js';
import { OrganizationRosterController } from './organization-roster.controller.js';
import { OrganizationRosterRepository, SchoolPeopleRepository } from './organization-roster.repository.js';
import { OrganizationController, OrganizationsController } from './organizations.controller.js';
import { OrganizationImportRepository } from './organization-import.repository.js';
import { OrganizationImporter } from './organization.importer.js';
import { OrganizationGrantsRepository } from './organization-grants.repository.js';
import { OrganizationGrantsService } from './organization-grants.service.js';

@Module({
  imports: [DirectoryModule, EmbeddedImagesModule, AuthModule, PhotosModule],
  controllers: [
    OrganizationController,
    OrganizationPhotosController,
    OrganizationRosterController,
    OrganizationsController,
  ],
  providers: [
    NearbyRepository,
    NearbyService,
    OrganizationCandidatesService,
    OrganizationImportRepository,
    OrganizationImporter,
    OrganizationGrantsRepository,
    OrganizationGrantsService,
    OrganizationLeadershipService,
    OrganizationLeadersRepository,
    OrganizationPhotosRepository,
    OrganizationPhotosService,
    OrganizationRosterRepository,
    OrganizationRosterService,
    OrganizationsRepository,
    OrganizationsService,
    SchoolPeopleRepository,
  ],
  exports: [OrganizationImporter, OrganizationGrantsService],
})
export class OrganizationsModule {}
