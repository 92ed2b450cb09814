import { Module } from '@nestjs/common';
import { SessionController, TodoController } from './session.controller.js';
import { SessionRepository, TodoRepository } from './session.repository.js';
import { SessionService, TodoService } from './session.service.js';

@Module({
  controllers: [TodoController, SessionController],
  providers: [TodoRepository, TodoService, SessionRepository, SessionService],
  exports: [SessionService],
})
export class SessionModule {}
