import { Global, Module } from '@nestjs/common';
import { DisclosureRecorderService } from './disclosure-recorder.service.js';
import { DisclosuresController } from './disclosures.controller.js';
import { DisclosuresRepository } from './disclosures.repository.js';
import { DisclosuresService } from './disclosures.service.js';

/** Global, so that a handler of any feature is recorded by its `@Discloses` alone. */
@Global()
@Module({
  controllers: [DisclosuresController],
  providers: [DisclosureRecorderService, DisclosuresRepository, DisclosuresService],
  exports: [DisclosureRecorderService, DisclosuresService],
})
export class DisclosuresModule {}
