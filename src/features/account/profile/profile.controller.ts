import { Controller, Get, Headers, HttpCode, Patch } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../../platform/auth/access-rule.js';
import { CurrentAccount, type Account } from '../../../platform/auth/caller.js';
import { StrongETag, ApiIfMatch } from '../../../platform/http/conditional-request.js';
import { ApiErrors } from '../../../platform/http/api-errors.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import { AddressVisibilityInput, MyContact, MyContactInput, ProfileVisibilityInput } from './profile.dto.js';
import { VisibilityService } from './visibility.service.js';
import { ContactService } from './contact.service.js';

@ApiTags('Profile')
@Controller('me')
@SignedIn()
export class ProfileController {
  constructor(
    private readonly contact: ContactService,
    private readonly visibility: VisibilityService,
  ) {}

  /**
   * The caller's name and phone.
   * @remarks Of the most recently created record of theirs that has a name, and the most recently created one that has
   * a phone: active memberships and the guardian records linked to them, else the account. 403 for a person of an
   * outside identity provider whose email is not verified.
   */
  @Get('contact')
  @StrongETag()
  @ApiErrors(403)
  getMyContact(@CurrentAccount() account: Account): Promise<MyContact> {
    return this.contact.get(account);
  }

  /** Changes name and phone in every school and for every student of the caller at once. */
  @Patch('contact')
  @ApiIfMatch('contact')
  @ApiErrors(400, 403, 409)
  updateMyContact(
    @CurrentAccount() account: Account,
    @JsonBody() input: MyContactInput,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<MyContact> {
    return this.contact.update(account, input, ifMatch);
  }

  /** Shows or hides the caller's email and phone, in every school at once; admins always see them. */
  @Patch('profile-visibility')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiErrors(400, 403, [409, 'limit_reached'])
  setMyProfileVisibility(
    @CurrentAccount() account: Account,
    @JsonBody() input: ProfileVisibilityInput,
  ): Promise<void> {
    return this.visibility.setProfile(account, input);
  }

  /**
   * Shows or hides the address of every student the caller is a linked guardian of.
   * @remarks Admins and the student's linked guardians always see it. Without linked students nothing changes.
   */
  @Patch('address-visibility')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiErrors(400, 403, [409, 'limit_reached'])
  setMyAddressVisibility(
    @CurrentAccount() account: Account,
    @JsonBody() input: AddressVisibilityInput,
  ): Promise<void> {
    return this.visibility.setAddress(account, input);
  }
}
