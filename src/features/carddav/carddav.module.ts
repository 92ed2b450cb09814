import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { AppPasswordsModule } from '../subscriptions/app-passwords.module.js';
import { AddressBooksRepository } from './address-books.repository.js';
import { AddressBooksService } from './address-books.service.js';
import { BookReportsService } from './book-reports.service.js';
import { CarddavDiscoveryController } from './carddav-discovery.controller.js';
import { CarddavController } from './carddav.controller.js';
import { CarddavService } from './carddav.service.js';

/** Lists and organizations of a member as address books of their programs, for reading alone. */
@Module({
  imports: [AccessLogModule, AppPasswordsModule, ListsModule],
  controllers: [CarddavController, CarddavDiscoveryController],
  providers: [AddressBooksRepository, AddressBooksService, BookReportsService, CarddavService],
})
export class CarddavModule {}
