import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiBasicAuth } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../platform/auth/access-rule.js';
import { requestOf } from '../../platform/http/http-context.js';
import { ApplicationsService, type CallingApplication } from './applications.service.js';
import { PasswordProofs } from '../account/passwords/password-proofs.service.js';
import { sourceOf } from '../../platform/http/source-of.js';

type ApplicationRequest = Request & { application?: CallingApplication };

/** The application proves itself by HTTP Basic (RFC 7617), the user by what the body holds. */
@Injectable()
export class ApplicationGuard implements CanActivate {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly proofs: PasswordProofs,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf<ApplicationRequest>(context);
    const application = await this.authenticate(request.headers.authorization);
    if (!application) return this.proofs.refuseApplication(sourceOf(request.ip));
    request.application = application;
    return true;
  }

  private async authenticate(header: string | undefined): Promise<CallingApplication | null> {
    const [, encoded] = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(header ?? '') ?? [];
    if (!encoded) return null;
    const [, id = '', secret = ''] =
      /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
    return this.applications.authenticate(id, secret);
  }
}

/** Open to whoever brings the credentials of an application. */
export const ForApplications = () => applyDecorators(Public(), UseGuards(ApplicationGuard), ApiBasicAuth());

export const CurrentApplication = createParamDecorator(
  (_: unknown, context: ExecutionContext): CallingApplication => {
    const { application } = requestOf<ApplicationRequest>(context);
    if (!application) throw new Error('CurrentApplication on a route that is not for applications');
    return application;
  },
);
