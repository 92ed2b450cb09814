import { Global, Module } from '@nestjs/common';
import { AccessLogRecorder } from './access-log-recorder.service.js';
import { AccessLogController } from './access-log.controller.js';
import { AccessLogRepository } from './access-log.repository.js';
import { AccessLogService } from './access-log.service.js';

/** Global, so that a handler of any feature is recorded by its `@LogsAccess` alone. */
@Global()
@Module({
  controllers: [AccessLogController],
  providers: [AccessLogRecorder, AccessLogRepository, AccessLogService],
  exports: [AccessLogRecorder, AccessLogService],
})
export class AccessLogModule {}
