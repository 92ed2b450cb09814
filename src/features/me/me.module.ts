import { Module } from '@nestjs/common';
import { MeController } from './me.controller.js';
import { TodoController } from './todo.controller.js';
import { MeRepository } from './me.repository.js';
import { TodoRepository } from './todo.repository.js';
import { MeService } from './me.service.js';
import { TodoService } from './todo.service.js';

@Module({
  controllers: [TodoController, MeController],
  providers: [TodoRepository, TodoService, MeRepository, MeService],
  exports: [MeService],
})
export class MeModule {}
