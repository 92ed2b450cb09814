import {
  All,
  Controller,
  Get,
  Headers,
  Options,
  Param,
  Propfind,
  Req,
  UseGuards,
  UseInterceptors,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import type { LoggedAccess } from '../access-log/access-log-subject.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { AppPasswordGuard } from './app-password.guard.js';
import { BookReportsService } from './book-reports.service.js';
import { CarddavService } from './carddav.service.js';
import { type DavAnswer, methodsAllowed } from './dav-answer.js';
import type { DavPath } from './dav-resource.js';
import { DavAnswerInterceptor } from './dav-answer.interceptor.js';
import { XmlBodyInterceptor } from './xml-body.interceptor.js';
import type { XmlElement } from './xml-tree.js';

const EVERYWHERE = ['', 'books', 'books/:bookId', 'books/:bookId/:file'];

type XmlRequest = Omit<Request, 'body'> & { body: XmlElement | undefined };

const loggedAccessOf = ({ loggedAccess }: { loggedAccess: LoggedAccess }): LoggedAccess => loggedAccess;

/** `{site_url}/carddav/`: address books for programs, by an app password. */
@ApiExcludeController()
@Controller({ path: 'carddav', version: VERSION_NEUTRAL })
@Public()
@UseGuards(AppPasswordGuard)
@UseInterceptors(DavAnswerInterceptor, XmlBodyInterceptor)
export class CarddavController {
  constructor(
    private readonly carddav: CarddavService,
    private readonly reports: BookReportsService,
  ) {}

  @Options(EVERYWHERE)
  showDavMethods(): DavAnswer {
    return methodsAllowed(200);
  }

  @Propfind()
  describePrincipal(
    @Req() { body }: XmlRequest,
    @Headers('Depth') depth: string | undefined,
  ): Promise<DavAnswer> {
    return this.carddav.describePrincipal(depth, body);
  }

  @Propfind('books')
  describeAddressBooks(
    @CurrentMember() member: Member,
    @Req() { body }: XmlRequest,
    @Headers('Depth') depth: string | undefined,
  ): Promise<DavAnswer> {
    return this.carddav.describeHome(member, depth, body);
  }

  @Propfind('books/:bookId')
  describeAddressBook(
    @CurrentMember() member: Member,
    @Param() path: DavPath,
    @Req() { body }: XmlRequest,
    @Headers('Depth') depth: string | undefined,
  ): Promise<DavAnswer> {
    return this.carddav.describeBook(member, path, depth, body);
  }

  @Propfind('books/:bookId/:file')
  describeAddressCard(
    @CurrentMember() member: Member,
    @Param() path: DavPath,
    @Req() { body }: XmlRequest,
  ): Promise<DavAnswer> {
    return this.carddav.describeCard(member, path, body);
  }

  /** HEAD as well. */
  @Get('books/:bookId/:file')
  @LogsAccess(loggedAccessOf)
  readAddressCard(
    @CurrentMember() member: Member,
    @Param() path: DavPath,
    @Headers('If-None-Match') ifNoneMatch: string | undefined,
  ): Promise<DavAnswer> {
    return this.carddav.readCard(member, path, ifNoneMatch);
  }

  /** REPORT, for which Nest has no decorator. All that is written is refused, and so are reports on anything but a book. */
  @All(EVERYWHERE)
  @LogsAccess(loggedAccessOf)
  reportAddressBook(
    @CurrentMember() member: Member,
    @Param() path: DavPath,
    @Req() { method, body }: XmlRequest,
  ): Promise<DavAnswer> {
    return this.reports.answer(method, member, path, body);
  }
}
