import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { OrganizationAccessService } from '../../../platform/auth/organization-access.service.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { attachment } from '../../../platform/http/content-disposition.js';
import { hasContact, type LoggedFile } from '../../access-log/access-log-subject.js';
import { classListAsCsv } from './class-list.js';
import { OrganizationRosterRepository } from './organization-roster.repository.js';

/** Lists of an organization's students for its managers. */
@Injectable()
export class ClassListsService {
  constructor(
    private readonly access: OrganizationAccessService,
    private readonly roster: OrganizationRosterRepository,
  ) {}

  /**
   * @throws NotFoundError when it is not there for the caller
   * @throws NotAuthorizedError when the caller is no manager of it
   */
  async exportCsv(member: Member, organizationId: string): Promise<LoggedFile> {
    await this.access.assertManager(member, organizationId);
    const list = await this.roster.findClassList(member, organizationId);
    if (!list) throw new NotFoundError();
    const guardians = list.students.flatMap((student) => student.guardians);
    const file = attachment(list.name, 'csv', 'text/csv; charset=utf-8', classListAsCsv(list));
    return Object.assign(file, {
      loggedAccess: { contacts: guardians.filter(hasContact).map(({ id }) => id) },
    });
  }
}
