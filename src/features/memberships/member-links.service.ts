import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { record } from '../../platform/journal/recorded-changes.js';
import {
  GuardianLinksService,
  type LinkCounts,
  type LinkedMember,
  type StudentLink,
} from '../directory/guardians/guardian-links.service.js';
import { MemberProfilesRepository } from './member-profiles.repository.js';

/** Links of members to guardian records. Where two choices of visibility meet by a link, the more private one holds for both. */
@Injectable()
export class MemberLinksService {
  constructor(
    private readonly links: GuardianLinksService,
    private readonly profiles: MemberProfilesRepository,
  ) {}

  /** @see GuardianLinksService.linkMember */
  async link(
    manager: EntityManager,
    member: LinkedMember,
    students: StudentLink[],
    options: { invited?: StudentLink[]; corrects?: boolean } = {},
  ): Promise<LinkCounts> {
    const counts = await this.links.linkMember(manager, member, students, options);
    await this.profiles.unifyVisibility(manager, member.userId);
    if (counts.created + counts.updated > 0) recordLinks(manager, member);
    return counts;
  }

  /**
   * Memberships of one person, whose account says which of the people with its address it is.
   * @throws NotFoundError when one of them is not on file with it in a school of theirs
   */
  async choose(manager: EntityManager, members: LinkedMember[], guardianIds: string[]): Promise<void> {
    await this.links.choose(manager, members, guardianIds);
    for (const member of members) {
      await this.profiles.unifyVisibility(manager, member.userId);
      recordLinks(manager, member);
    }
  }
}

const recordLinks = (manager: EntityManager, { schoolId, membershipId }: LinkedMember): void =>
  record({ manager, schoolId }, { kind: 'member.changed', id: membershipId });
