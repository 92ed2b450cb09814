import { Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';

/** Reads whose the bearer token is, by the checks of every request, and lets in who has none: the router is told so. */
@Injectable()
export class CellBearerGuard extends AuthGuard('jwt') {
  override handleRequest<TUser>(_error: unknown, user: TUser | false | null): TUser {
    return (user || undefined) as TUser;
  }
}
