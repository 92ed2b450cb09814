import { Module } from '@nestjs/common';
import { Admission } from './admission.service.js';
import { EventLoopLoad } from './event-loop-load.js';
import { ConnectionWait } from '../database/connection-wait.js';

/** What becomes of requests while there are too many of them. */
@Module({ providers: [Admission, ConnectionWait, EventLoopLoad], exports: [Admission] })
export class AdmissionModule {}
