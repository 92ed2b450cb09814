import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FamiliesService } from '../../../src/features/memberships/families.service.js';
import { MembershipsService } from '../../../src/features/memberships/memberships.service.js';
import { startImportApp, type ImportApp } from '../../imports/a-fed-app.js';
import { OneRosterFiles } from '../../imports/oneroster/oneroster-files.js';
import { District } from '../../support/schools/district.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { aSchool, type Person, type TestSchool } from '../../support/school.factory.js';
import { ADULTS, type Adult, type Child, FamilyModel, PLACES, type Step } from './family.model.js';

/*
 * Years of families, each of what may happen to one: addresses that are wrong and corrected before and after somebody has
 * registered, by export and by content file; separations, moves, graduations and returns; people whom the operator takes off
 * or bars. After each step those accounts see a child whom the model allows, and no other; nobody stands twice on a roster;
 * and who has hidden a contact is hidden.
 */

const YEARS = Number(process.env.FAMILY_YEARS ?? 6);
/** For all of them: nothing is measured. */
const HOURS = 4 * 60 * 60_000;
const DAY = 24 * 60 * 60_000;

let t: ImportApp;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());

const adult = fc.constantFrom(...ADULTS);
const pupil = fc.constantFrom('k1' as const, 'k2' as const);
const child = fc.constantFrom('k1' as const, 'k2' as const, 'c' as const);
const source = fc.constantFrom('export' as const, 'file' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('register' as const), adult, source }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      adult,
      source,
      address: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      child: pupil,
      place: fc.constantFrom(...PLACES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('separate' as const, 'reunite' as const),
      adult,
      child: pupil,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('graduate' as const, 'return' as const), child }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unlink' as const), adult, child }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('hide' as const, 'show' as const), adult }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('deactivate' as const, 'reactivate' as const), adult }),
  },
);

let families = 0;

/** One family, played in the service and in the model at once. */
class Year {
  readonly model = new FamilyModel();
  private readonly name = `family-${(families += 1)}-${Date.now()}`;
  private readonly district = new District(t, this.name);
  private readonly accounts = new Map<string, Person>();
  private school: TestSchool;

  async begin(): Promise<void> {
    this.school = await aSchool(t, { name: 'School C' });
    await this.bringExport();
    await this.bringFile();
  }

  async play(one: Step): Promise<void> {
    if (one.kind === 'correct') {
      this.model.correct(one.adult, one.source, one.address);
      await this.bring(one.source);
    } else if (one.kind === 'register') await this.register(this.model.emailOf(one.adult, one.source));
    else if (one.kind === 'separate' || one.kind === 'reunite') {
      this.model[one.kind](one.adult, one.child);
      await this.bring('export');
    } else if (one.kind === 'move') {
      this.model.move(one.child, one.place);
      await this.bring('export');
    } else if (one.kind === 'graduate' || one.kind === 'return') await this.comeAndGo(one.kind, one.child);
    else if (one.kind === 'unlink') await this.unlink(one.adult, one.child);
    else if (one.kind === 'hide' || one.kind === 'show') await this.choose(one.adult, one.kind === 'hide');
    else await this.bar(one.adult, one.kind === 'deactivate');
  }

  /** What differs between the service and the model. */
  async differences(): Promise<string[]> {
    const found: string[] = [];
    for (const [email, person] of this.accounts) {
      const seen = await this.seenBy(person);
      const allowed = this.model.seenBy(email);
      if (seen.join() !== allowed.join())
        found.push(`${email} sees [${seen.join()}] and should see [${allowed.join()}]`);
    }
    const rows = await this.records();
    const roster = rows.map(({ told }) => told);
    const expected = this.model.roster();
    if (roster.join() !== expected.join())
      found.push(`on file are [${roster.join()}] and should be [${expected.join()}]`);
    for (const { told, visibility } of rows) {
      const [, one, each] = /^.\/(\w+): (\w+)$/.exec(told) ?? [];
      if (visibility === 'full' && this.model.mustHide(one as Child, each as Adult))
        found.push(`${told} is shown, and has chosen not to be`);
    }
    return found;
  }

  /** Sixty-one days after the last step: who has no child at a school is no member of it. */
  async differencesAfterGrace(): Promise<string[]> {
    const found: string[] = [];
    t.clock.advance(61 * DAY);
    for (const [email, person] of this.accounts) {
      const { body } = await t.api.get('/me', { token: person.token });
      for (const { school_name, status, students } of body.memberships as MembershipBody[])
        if (status === 'active' && students.length === 0)
          found.push(`${email} is a member of ${school_name} without a child`);
    }
    t.clock.advance(-61 * DAY);
    return found;
  }

  private bring(source: 'export' | 'file'): Promise<unknown> {
    return source === 'export' ? this.bringExport() : this.bringFile();
  }

  private async bringExport(): Promise<void> {
    const files = new OneRosterFiles().school('A').school('B');
    for (const place of PLACES) files.student(`filler-${place}`, { orgSourcedIds: place });
    for (const one of ['k1', 'k2'] as const) {
      const place = this.model.place[one];
      const adults = ADULTS.filter((each) => !this.model.isApart(each, one));
      if (place) files.student(one, { orgSourcedIds: place, givenName: one, agentSourcedIds: adults.join() });
    }
    for (const each of ADULTS)
      files.parent(each, {
        givenName: each,
        familyName: 'Lund',
        email: this.address(this.model.emailOf(each, 'export')),
      });
    const { errors } = await this.district.bring(files);
    expect(errors).toEqual([]);
  }

  private async bringFile(): Promise<void> {
    const guardians = ADULTS.map((each) => ({
      first_name: each,
      last_name: 'Lund',
      email: this.address(this.model.emailOf(each, 'file')),
    }));
    const archived = this.model.place.c === null;
    const { errors } = await t.bring(this.school.id, {
      students: [{ source_id: 'c', first_name: 'c', last_name: 'Lund', archived, guardians }],
    });
    expect(errors).toEqual([]);
  }

  private async register(email: string): Promise<void> {
    let person = this.accounts.get(email);
    if (!person) this.accounts.set(email, (person = await this.district.account(this.address(email))));
    this.model.register(email);
    await this.district.register(person);
  }

  private async comeAndGo(kind: 'graduate' | 'return', one: Child): Promise<void> {
    if (kind === 'graduate') this.model.graduate(one);
    else if (this.model.place[one] !== null) return;
    else if (one === 'c') {
      this.model.comeBack();
    } else this.model.move(one, 'A');
    await this.bring(this.model.sourceOf(one));
  }

  private async unlink(each: Adult, one: Child): Promise<void> {
    if (!this.model.isOnFile(one, each) || this.model.place[one] === null) return;
    const email = this.address(this.model.emailOf(each, this.model.sourceOf(one)));
    const schoolId = one === 'c' ? this.school.id : await this.district.schoolId(this.model.place[one]);
    await t.services.get(FamiliesService).unlink(schoolId, one, { email });
    this.model.unlink(each, one);
  }

  private async choose(each: Adult, hides: boolean): Promise<void> {
    const person = this.accounts.get(this.model.emailOf(each, 'export'));
    if (!person || this.model.seenBy(this.model.emailOf(each, 'export')).length === 0) return;
    const body = { profile_visibility: hides ? 'name_only' : 'full' };
    await t.api.patch('/me/profile-visibility', { token: person.token, body });
    this.model.hides(each, this.model.emailOf(each, 'export'), hides);
  }

  private async bar(each: Adult, barred: boolean): Promise<void> {
    const email = this.model.emailOf(each, 'export');
    for (const place of PLACES) {
      const sees = this.model.seenBy(email).some((seen) => seen.startsWith(place));
      if (barred ? !sees : !this.model.isBarred(email, place)) continue;
      const id = await this.district.schoolId(place);
      await t.services.get(MembershipsService)[barred ? 'deactivate' : 'reactivate'](id, this.address(email));
      this.model.bar(email, place, barred);
    }
  }

  private async seenBy({ token }: Person): Promise<string[]> {
    const { body } = await t.api.get('/me', { token });
    return (body.memberships as MembershipBody[])
      .filter(({ status }) => status === 'active')
      .flatMap(({ school_name, students }) =>
        students.map(({ first_name }) => `${school_name.slice('School '.length)}/${first_name}`),
      )
      .sort();
  }

  private records(): Promise<{ told: string; visibility: string }[]> {
    return t.dataSource.query(
      `select substr(school.name, 8) || '/' || s.first_name || ': ' || g.first_name as told, g.profile_visibility as visibility
       from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
       join schools school on school.id = s.school_id
       where (school.source = $1 or school.id = $2) order by 1`,
      [this.name, this.school.id],
    );
  }

  private address(email: string): string {
    return `${email}@${this.name}.example`;
  }
}

interface MembershipBody {
  school_name: string;
  status: string;
  students: { first_name: string }[];
}

describe('a year of a family', () => {
  it(
    'shows each child to whom the model allows, and to nobody else',
    async () => {
      let steps = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (year) => {
          const family = new Year();
          await family.begin();
          for (const [at, one] of year.entries()) {
            await family.play(one);
            steps += 1;
            expect({ at, one, differences: await family.differences() }).toEqual({
              at,
              one,
              differences: [],
            });
          }
          expect(await family.differencesAfterGrace()).toEqual([]);
        }),
        { numRuns: YEARS, endOnFailure: !process.env.SHRINK },
      );
      figure('Years of invented families', YEARS);
      figure('Steps, each compared with the model', steps);
      figure('Differences', 0, '0');
    },
    HOURS,
  );
});
