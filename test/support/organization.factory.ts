import { randomBytes } from 'node:crypto';
import type { Student } from '../../src/features/directory/students/student.entity.js';
import { Organization } from '../../src/features/organizations/organization.entity.js';
import { OrganizationPhoto } from '../../src/features/organizations/photos/organization-photo.entity.js';
import { OrganizationGrant } from '../../src/features/organizations/organization-grant.entity.js';
import { OrganizationParent } from '../../src/features/organizations/roster/organization-parent.entity.js';
import { OrganizationLeader } from '../../src/features/organizations/leadership/organization-leader.entity.js';
import { OrganizationStudent } from '../../src/features/organizations/roster/organization-student.entity.js';
import { StaffMember } from '../../src/features/staff/staff-member.entity.js';
import { TestSchool, type TestMember } from './school.factory.js';
import type { TestApp } from './test-app.js';
import { ALONE } from './database/test-database.js';

const unique = (): string => randomBytes(5).toString('hex');
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** A team with nobody in it, unless given. */
export async function anOrganization(
  t: TestApp,
  school: TestSchool,
  given: Partial<Organization> = {},
): Promise<TestOrganization> {
  const shortName = `team-${unique()}`;
  const { manager } = t.dataSource;
  const organization = await manager.save(
    manager.create(Organization, {
      schoolId: school.id,
      kind: 'team',
      name: 'Chess',
      shortName,
      source: 'content',
      sourceId: shortName,
      createdAt: LONG_AGO,
      updatedAt: LONG_AGO,
      ...given,
    }),
    ALONE,
  );
  return new TestOrganization(t, organization);
}

export class TestOrganization {
  readonly id: string;

  constructor(
    private readonly t: TestApp,
    readonly entity: Organization,
  ) {
    this.id = entity.id;
  }

  /** A live grant for as long as nobody revokes it, unless given. */
  async grant(
    { membershipId }: TestMember,
    given: Partial<OrganizationGrant> = {},
  ): Promise<OrganizationGrant> {
    return this.save(OrganizationGrant, { membershipId, startsAt: LONG_AGO, ...given });
  }

  /** A parent with a live grant. */
  async anEditor(): Promise<TestMember> {
    const editor = await new TestSchool(this.t, this.entity.schoolId).parent();
    await this.grant(editor);
    return editor;
  }

  async enroll({ id: studentId }: Student, given: Partial<OrganizationStudent> = {}): Promise<void> {
    await this.save(OrganizationStudent, { studentId, addedAt: LONG_AGO, ...given });
  }

  async addParent({ membershipId }: TestMember, given: Partial<OrganizationParent> = {}): Promise<void> {
    await this.save(OrganizationParent, { membershipId, addedAt: LONG_AGO, ...given });
  }

  leader(
    person: Partial<Pick<OrganizationLeader, 'staffMemberId' | 'membershipId' | 'studentId'>>,
    given: Partial<OrganizationLeader> = {},
  ): Promise<OrganizationLeader> {
    return this.save(OrganizationLeader, { title: 'Coach', position: 1, ...person, ...given });
  }

  /** The row alone: there is no object to show. */
  photo(given: Partial<OrganizationPhoto> = {}): Promise<OrganizationPhoto> {
    const picture = { contentType: 'image/jpeg', width: 4, height: 3, sizeBytes: 99 };
    return this.save(OrganizationPhoto, { ...picture, createdAt: LONG_AGO, ...given });
  }

  async archive(): Promise<void> {
    await this.t.dataSource.manager.update(Organization, { id: this.id }, { archivedAt: LONG_AGO });
  }

  private save<T extends object>(table: new () => T, row: object): Promise<T> {
    const { manager } = this.t.dataSource;
    const { id: organizationId, schoolId } = this.entity;
    return manager.save<T>(Object.assign(new table(), { organizationId, schoolId, ...row }), ALONE);
  }
}

/** Someone of the staff directory. */
export function aStaffMember(
  t: TestApp,
  school: TestSchool,
  given: Partial<StaffMember> = {},
): Promise<StaffMember> {
  const { manager } = t.dataSource;
  return manager.save(
    manager.create(StaffMember, {
      schoolId: school.id,
      source: 'content',
      sourceId: unique(),
      firstName: 'Nora',
      lastName: 'Hill',
      ...given,
    }),
    ALONE,
  );
}
