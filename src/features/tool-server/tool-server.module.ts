import { Module } from '@nestjs/common';
import { ToolServerController } from './tool-server.controller.js';
import { ToolServerService } from './tool-server.service.js';

/** The read-only tool server for assistants, beside the program of its own (contract sections 12 and 26). */
@Module({ controllers: [ToolServerController], providers: [ToolServerService] })
export class ToolServerModule {}
