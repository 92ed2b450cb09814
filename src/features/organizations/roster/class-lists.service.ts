import { Injectable, StreamableFile } from '@nestjs/common';
import { fileURLToPath } from 'node:url';
import type { Member } from '../../../platform/auth/caller.js';
import { OrganizationAccessService } from '../../../platform/auth/organization-access.service.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { attachment, contentDisposition } from '../../../platform/http/content-disposition.js';
import { hasContact, type LoggedFile } from '../../access-log/access-log-subject.js';
import { Typesetter } from '../../../platform/typesetting/typesetter.js';
import { type ClassList, classListAsCsv } from './class-list.js';
import { classListPage, type ClassListUse } from './class-list-page.js';
import { OrganizationRosterRepository } from './organization-roster.repository.js';

const TEMPLATE = fileURLToPath(new URL('./class-list.typ', import.meta.url));

/** Lists of an organization's students for its managers. */
@Injectable()
export class ClassListsService {
  constructor(
    private readonly access: OrganizationAccessService,
    private readonly roster: OrganizationRosterRepository,
    private readonly typesetter: Typesetter,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError when it is not there for the caller
   * @throws NotAuthorizedError when the caller is no manager of it
   */
  async exportCsv(member: Member, organizationId: string): Promise<LoggedFile> {
    const list = await this.find(member, organizationId);
    const guardians = list.students.flatMap((student) => student.guardians);
    const file = attachment(list.name, 'csv', 'text/csv; charset=utf-8', classListAsCsv(list));
    return Object.assign(file, {
      loggedAccess: { contacts: guardians.filter(hasContact).map(({ id }) => id) },
    });
  }

  /**
   * A list for the wall has no contacts.
   * @throws NotFoundError when it is not there for the caller
   * @throws NotAuthorizedError when the caller is no manager of it
   * @throws UnavailableError when it cannot be set at the moment
   */
  async print(member: Member, organizationId: string, use: ClassListUse): Promise<LoggedFile> {
    const list = await this.find(member, organizationId);
    const now = this.clock.now();
    const pdf = await this.typesetter.typeset({
      template: TEMPLATE,
      data: JSON.stringify(classListPage(list, use, now)),
      images: {},
      timestamp: Math.floor(now.getTime() / 1000),
    });
    const phones = list.students.flatMap(({ guardians }) => guardians.filter(({ phone }) => phone !== null));
    const disposition = contentDisposition('inline', list.name, 'pdf');
    const file = new StreamableFile(pdf, { type: 'application/pdf', disposition, length: pdf.length });
    const contacts = use === 'trip' ? phones.map(({ id }) => id) : [];
    return Object.assign(file, { loggedAccess: { contacts } });
  }

  private async find(member: Member, organizationId: string): Promise<ClassList> {
    await this.access.assertManager(member, organizationId);
    const list = await this.roster.findClassList(member, organizationId);
    if (!list) throw new NotFoundError();
    return list;
  }
}
