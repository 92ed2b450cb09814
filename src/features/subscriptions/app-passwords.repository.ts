import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import type { Member, MemberRole } from '../../platform/auth/caller.js';
import { inRole } from '../../platform/auth/caller.js';
import { lockPerson } from '../../platform/auth/person-lock.repository.js';
import { restrictedStudents } from '../../policy/guardian-restriction.js';
import { isMemberStill } from '../../policy/organization-access.js';
import type { FeatureFlags } from '../../policy/school-feature.js';
import { AppPassword } from './app-password.entity.js';
import type { Subscriber } from './subscriptions.repository.js';

interface ReaderRow {
  user_id: string;
  membership_id: string;
  school_id: string;
  role: MemberRole;
  features: Partial<FeatureFlags>;
  restricted_student_ids: string[];
}

/** The owner of the password $1, who may still read, in a school that lets address books be read. */
const READER = `
  select m.user_id, m.id as membership_id, m.school_id, m.role, school.features,
    ${restrictedStudents({ school: 'm.school_id', membership: 'm.id', admin: "(m.role <> 'parent')" })} as restricted_student_ids
  from app_passwords p
  join schools school on school.id = p.school_id and school.address_books
  join memberships m on m.school_id = p.school_id and m.id = p.membership_id and ${isMemberStill('m', '$2')}
  where p.digest = $1`;

@Injectable()
export class AppPasswordsRepository {
  constructor(@InjectRepository(AppPassword) private readonly passwords: Repository<AppPassword>) {}

  /** Whether the school lets its members read address books. */
  async isOffered(schoolId: string): Promise<boolean> {
    const [row] = await this.passwords.query<{ address_books: boolean }[]>(
      'select address_books from schools where id = $1',
      [schoolId],
    );
    return row?.address_books ?? false;
  }

  /** Oldest first. */
  findOwn({ schoolId, membershipId }: Subscriber): Promise<AppPassword[]> {
    return this.passwords.find({
      where: { schoolId, membershipId },
      order: { createdAt: 'asc', id: 'asc' },
    });
  }

  findOne({ schoolId, membershipId }: Subscriber, id: string): Promise<AppPassword | null> {
    return this.passwords.findOneBy({ schoolId, membershipId, id });
  }

  /** Counts the member's under a lock: another request that would add one waits until the transaction ends. */
  async countOwn(manager: EntityManager, { schoolId, membershipId }: Subscriber): Promise<number> {
    await lockPerson(manager, { schoolId, membershipId });
    return manager.getRepository(AppPassword).countBy({ schoolId, membershipId });
  }

  async insert(manager: EntityManager, password: AppPassword): Promise<void> {
    await manager.getRepository(AppPassword).insert(password);
  }

  /** False when the member has none such. */
  async remove(manager: EntityManager, { schoolId, membershipId }: Subscriber, id: string): Promise<boolean> {
    const { affected } = await manager.getRepository(AppPassword).delete({ schoolId, membershipId, id });
    return affected === 1;
  }

  /** Null where it is nobody's, or of somebody who may not read any more. */
  async findReader(digest: string, now: Date): Promise<Member | null> {
    const [row] = await this.passwords.query<ReaderRow[]>(READER, [digest, now]);
    if (!row) return null;
    const { user_id: userId, membership_id: membershipId, school_id: schoolId, features } = row;
    return inRole(
      { userId, membershipId, schoolId, features, restrictedStudentIds: row.restricted_student_ids },
      row.role,
    );
  }
}
