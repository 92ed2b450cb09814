import { Controller, Delete, Get, Post, Req, Res, UseInterceptors, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SignedIn } from '../../platform/auth/access-rule.js';
import { JsonBodyInterceptor } from '../../platform/http/json-body.interceptor.js';
import { ToolServerService } from './tool-server.service.js';

/** `{site_url}/mcp`: the tool server by streamable HTTP, without sessions (contract section 26, rule 2). */
@ApiExcludeController()
@Controller({ path: 'mcp', version: VERSION_NEUTRAL })
@SignedIn()
export class ToolServerController {
  constructor(private readonly tools: ToolServerService) {}

  @Post()
  @UseInterceptors(JsonBodyInterceptor)
  callTools(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.tools.answer(request, response);
  }

  /** There is no stream to listen to: 405, by which a client goes on without. */
  @Get()
  listenToTools(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.tools.answer(request, response);
  }

  /** There is no session to end: 405. */
  @Delete()
  endToolSession(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.tools.answer(request, response);
  }
}
