import { Module } from '@nestjs/common';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ExpiringGrantsRepository } from './expiring-grants.repository.js';
import { ExpiringGrants } from './expiring-grants.service.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { MemberHoldings } from '../memberships/member-holdings.service.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { NearbyRepository } from './nearby.repository.js';
import { OrganizationsService } from './organizations.service.js';
import { OrganizationLeadershipService } from './leadership/organization-leadership.service.js';
import { NearbyService } from './nearby.service.js';
import { TypesettingModule } from '../../platform/typesetting/typesetting.module.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { OrganizationDeparturesRepository } from './roster/organization-departures.repository.js';
import { OrganizationDepartures } from './roster/organization-departures.service.js';
import { OrganizationRosterService } from './roster/organization-roster.service.js';
import { OrganizationCandidatesService } from './roster/organization-candidates.service.js';
import { OrganizationLeadersRepository } from './leadership/organization-leaders.repository.js';
import { OrganizationPhotosController } from './photos/organization-photos.controller.js';
import { OrganizationPhotosRepository } from './photos/organization-photos.repository.js';
import { OrganizationPhotosService } from './photos/organization-photos.service.js';
import { ClassListsController } from './roster/class-lists.controller.js';
import { ClassListsService } from './roster/class-lists.service.js';
import { OrganizationRosterController } from './roster/organization-roster.controller.js';
import { OrganizationRosterRepository } from './roster/organization-roster.repository.js';
import { SchoolPeopleRepository } from './roster/school-people.repository.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationController } from './organization.controller.js';
import { OrganizationImportRepository } from './organization-import.repository.js';
import { OrganizationImporter } from './organization.importer.js';
import { OrganizationGrantsRepository } from './organization-grants.repository.js';
import { OrganizationGrantsService } from './organization-grants.service.js';

@Module({
  imports: [
    AlertsModule,
    DirectoryModule,
    EmbeddedImagesModule,
    AuthModule,
    MembershipsModule,
    PhotosModule,
    TypesettingModule,
  ],
  controllers: [
    OrganizationController,
    OrganizationPhotosController,
    ClassListsController,
    OrganizationRosterController,
    OrganizationsController,
  ],
  providers: [
    ClassListsService,
    ExpiringGrants,
    ExpiringGrantsRepository,
    NearbyRepository,
    NearbyService,
    OrganizationCandidatesService,
    OrganizationImportRepository,
    OrganizationImporter,
    OrganizationGrantsRepository,
    OrganizationGrantsService,
    OrganizationLeadershipService,
    OrganizationDepartures,
    OrganizationDeparturesRepository,
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
export class OrganizationsModule {
  constructor(
    holdings: MemberHoldings,
    grants: OrganizationGrantsRepository,
    kinds: AlertKinds,
    expiring: ExpiringGrants,
    departures: OrganizationDepartures,
  ) {
    kinds.registerRound(() => expiring.recordNext());
    holdings.register('grants', {
      findLasting: (manager, leaver) => grants.findRevoked(manager, leaver),
      release: (manager, leaver) => departures.record(manager, leaver),
      restore: (manager, member, departure) => grants.restoreRevoked(manager, member, departure),
    });
  }
}
