import { Module } from '@nestjs/common';
import { CellController } from './cell.controller.js';
import { CellRepository } from './cell.repository.js';
import { CellService } from './cell.service.js';

/** What an installation tells the router in front of several (docs/cells.md). */
@Module({ controllers: [CellController], providers: [CellRepository, CellService] })
export class CellsModule {}
