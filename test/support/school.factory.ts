import { randomBytes } from 'node:crypto';
import type { MemberRole } from '../../src/platform/auth/caller.js';
import type { FeatureFlags } from '../../src/policy/school-feature.js';
import type { GuardianRelation } from '../../src/features/directory/guardians/guardian-relation.js';
import { Guardian } from '../../src/features/directory/guardians/guardian.entity.js';
import { Student } from '../../src/features/directory/students/student.entity.js';
import { OperatorTokensService } from '../../src/features/oauth/tokens/operator-tokens.service.js';
import { User } from '../../src/features/account/user.entity.js';
import { Membership } from '../../src/features/memberships/membership.entity.js';
import type { ProfileVisibility } from '../../src/policy/privacy-mask.js';
import { School } from '../../src/features/schools/school.entity.js';
import type { TestApp } from './test-app.js';
import { ALONE } from './database/test-database.js';

const unique = (): string => randomBytes(5).toString('hex');

export interface Person {
  userId: string;
  email: string;
  /** A valid access token. */
  token: string;
}

export interface TestMember extends Person {
  membershipId: string;
}

export interface TestGuardian extends TestMember {
  guardianId: string;
}

/** Someone with an account and no school. */
export async function aPerson(t: TestApp, given: Partial<User> = {}): Promise<Person> {
  const email = given.email ?? `person-${unique()}@example.org`;
  const user = await t.dataSource.manager.save(
    t.dataSource.manager.create(User, {
      emailVerifiedAt: new Date(),
      firstName: null,
      lastName: null,
      ...given,
      email,
    }),
    ALONE,
  );
  const { accessToken } = await t.app.get(OperatorTokensService).issue(email, 3600);
  return { userId: user.id, email, token: accessToken };
}

/** The address of `studentAtHome`, as the API answers it. */
export const HOME = {
  line1: 'Main Street 1',
  line2: null,
  city: 'Springfield',
  region: 'NY',
  postal_code: '12345',
  country: 'US',
};

/** A school of the test's own, with all features on. */
export async function aSchool(t: TestApp, given: Partial<School> = {}): Promise<TestSchool> {
  const shortName = `school-${unique()}`;
  const school = await t.dataSource.manager.save(
    t.dataSource.manager.create(School, {
      shortName,
      name: `School ${shortName}`,
      timeZone: 'America/New_York',
      country: 'US',
      locale: 'en-US',
      features: {},
      source: null,
      sourceId: null,
      ...given,
    }),
    ALONE,
  );
  return new TestSchool(t, school.id);
}

export class TestSchool {
  constructor(
    private readonly t: TestApp,
    readonly id: string,
  ) {}

  /** A student with a graduation year and nothing else, unless given. */
  async student(given: Partial<Student> = {}): Promise<Student> {
    const { manager } = this.t.dataSource;
    return manager.save(
      manager.create(Student, {
        schoolId: this.id,
        source: 'content',
        sourceId: unique(),
        firstName: 'Ada',
        lastName: 'Park',
        graduationYear: 2030,
        ...given,
      }),
      ALONE,
    );
  }

  /** A student at Main Street 1 with coordinates. */
  async studentAtHome(given: Partial<Student> = {}): Promise<Student> {
    return this.student({
      addressLine1: 'Main Street 1',
      addressCity: 'Springfield',
      addressRegion: 'NY',
      addressPostalCode: '12345',
      addressCountry: 'US',
      latitude: 40.5,
      longitude: -73.5,
      ...given,
    });
  }

  /** Keeps a guardian and their student apart from now on. */
  async restrict({ guardianId }: { guardianId: string }): Promise<void> {
    await this.t.dataSource.query(
      'update guardians set restricted_at = now() where school_id = $1 and id = $2',
      [this.id, guardianId],
    );
  }

  parent(given: Partial<Membership> = {}, person?: Person): Promise<TestMember> {
    return this.member('parent', given, person);
  }

  admin(role: Exclude<MemberRole, 'parent'> = 'senior_admin', person?: Person): Promise<TestMember> {
    return this.member(role, {}, person);
  }

  async member(role: MemberRole, given: Partial<Membership> = {}, known?: Person): Promise<TestMember> {
    const person = known ?? (await aPerson(this.t));
    const { manager } = this.t.dataSource;
    const membership = await manager.save(
      manager.create(Membership, {
        schoolId: this.id,
        userId: person.userId,
        role,
        firstName: 'Maria',
        lastName: 'Park',
        phone: null,
        deactivatedAt: null,
        joinedAt: new Date(),
        ...given,
      }),
      ALONE,
    );
    return { ...person, membershipId: membership.id };
  }

  /** A registered guardian of one or more students. */
  async parentOf(students: Student | Student[], given: Partial<Guardian> = {}): Promise<TestGuardian> {
    const member = await this.parent();
    const guardians = await Promise.all(
      [students]
        .flat()
        .map((student) =>
          this.guardian(student, { membershipId: member.membershipId, email: member.email, ...given }),
        ),
    );
    return { ...member, guardianId: guardians[0]?.id ?? '' };
  }

  /** A student with a mother and a father, both registered. */
  async family(): Promise<{ student: Student; mother: TestGuardian; father: TestGuardian }> {
    const student = await this.student();
    const mother = await this.parentOf(student);
    return { student, mother, father: await this.parentOf(student, { relation: 'father' }) };
  }

  /** A guardian as the school has it on file, without a login unless `membershipId` is given. */
  async guardian(
    student: Student,
    given: Partial<Guardian> & { relation?: GuardianRelation; profileVisibility?: ProfileVisibility } = {},
  ): Promise<Guardian> {
    const { manager } = this.t.dataSource;
    return manager.save(
      manager.create(Guardian, {
        schoolId: this.id,
        studentId: student.id,
        membershipId: null,
        source: 'content',
        sourceId: unique(),
        firstName: 'Maria',
        lastName: 'Park',
        email: `guardian-${unique()}@example.org`,
        phone: '+1 555 0100',
        relation: 'mother',
        ...given,
      }),
      ALONE,
    );
  }

  async setFeatures(features: Partial<FeatureFlags>): Promise<void> {
    await this.t.dataSource.manager.update(School, { id: this.id }, { features });
  }

  async deactivate(member: TestMember): Promise<void> {
    await this.t.dataSource.manager.update(
      Membership,
      { id: member.membershipId },
      { deactivatedAt: new Date() },
    );
  }
}
