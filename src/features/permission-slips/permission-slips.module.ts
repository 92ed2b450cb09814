import { Module } from '@nestjs/common';
import { SlipPdfModule } from '../../slip-pdf/slip-pdf.module.js';
import { PermissionSlipController } from './permission-slip.controller.js';
import { PermissionSlipsController } from './permission-slips.controller.js';
import { SlipAnsweringModule } from './slip-answering.module.js';
import { SlipPdfsController } from './slip-pdfs.controller.js';
import { SlipPdfsRepository } from './slip-pdfs.repository.js';
import { SlipPdfsService } from './slip-pdfs.service.js';

@Module({
  imports: [SlipAnsweringModule, SlipPdfModule],
  controllers: [PermissionSlipsController, PermissionSlipController, SlipPdfsController],
  providers: [SlipPdfsRepository, SlipPdfsService],
})
export class PermissionSlipsModule {}
