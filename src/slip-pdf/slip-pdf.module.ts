import { Module } from '@nestjs/common';
import { SlipPdfService } from './slip-pdf.service.js';

@Module({ providers: [SlipPdfService], exports: [SlipPdfService] })
export class SlipPdfModule {}
