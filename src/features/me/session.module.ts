import { Module } from '@nestjs/common';
import { SessionController } from './session.controller.js';
import { TodoController } from './todo.controller.js';
import { SessionRepository } from './session.repository.js';
import { TodoRepository } from './todo.repository.js';
import { SessionService } from './session.service.js';
import { TodoService } from './todo.service.js';

@Module({
  controllers: [TodoController, SessionController],
  providers: [TodoRepository, TodoService, SessionRepository, SessionService],
  exports: [SessionService],
})
export class SessionModule {}
