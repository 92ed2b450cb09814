import { Module } from '@nestjs/common';
import { Admission } from './admission.service.js';
import { ConnectionWait } from '../database/connection-wait.js';

/** What becomes of requests while there are too many of them. */
@Module({ providers: [Admission, ConnectionWait], exports: [Admission] })
export class AdmissionModule {}
