import { randomUUID } from 'node:crypto';
import { IdempotencyKey } from '../../src/features/idempotency/idempotency-key.entity.js';
import { PermissionSlip } from '../../src/features/permission-slips/permission-slip.entity.js';
import { Student } from '../../src/features/directory/students/student.entity.js';
import { makeMonths } from '../../src/platform/database/monthly-partitions.js';
import { aFullLife } from './full-life.factory.js';
import { aPermissionSlip, aSignatureInput, SlipClient } from './permission-slip.factory.js';
import { aPoll } from './poll.factory.js';
import { aPerson, aSchool, type TestMember, type TestSchool } from './school.factory.js';
import { aSignup } from './signup.factory.js';
import { insertRow } from './database/insert-row.js';
import { aPhoto } from './files/images.js';
import type { TestApp } from './test-app.js';

const AT = new Date();

export const PHONE = '+1 555 9999';
export const FIRST_NAME = 'Zenobia';
export const LAST_NAME = 'Quagmire';
export const NOTE = 'Nobody else writes this';

/** Any table has its row: what the service can hold on one person, and on those around them. */
export class WholeLife {
  readonly email = `zenobia-${randomUUID()}@example.org`;
  school: TestSchool;
  elsewhere: TestSchool;
  person: TestMember;
  /** Guardian of the same student. */
  coGuardian: TestMember;
  ada: Student;
  /** Signed for her. */
  slip: PermissionSlip;

  constructor(private readonly t: TestApp) {}

  static async begin(t: TestApp): Promise<WholeLife> {
    const life = new WholeLife(t);
    await life.join();
    await life.beOnFile();
    await life.beAUser();
    await life.publish();
    await life.answer();
    await life.beTold();
    return life;
  }

  private add(table: string, row: Record<string, unknown>): Promise<string> {
    return insertRow(this.t.dataSource, table, row);
  }

  private get of() {
    return { school_id: this.school.id };
  }

  private async join(): Promise<void> {
    const { t, email } = this;
    [this.school, this.elsewhere] = [await aSchool(t), await aSchool(t)];
    const name = { firstName: FIRST_NAME, lastName: LAST_NAME };
    const account = await aPerson(t, { ...name, email, phone: PHONE });
    this.person = await this.school.parent({ ...name, phone: PHONE }, account);
    await this.elsewhere.parent({ ...name, deactivatedAt: new Date() }, account);
    const { ada } = await aFullLife(t, this.school, this.person);
    this.ada = ada;
    this.coGuardian = await this.school.parentOf(ada);
    const stranger = await this.school.parent();
    await aFullLife(t, this.school, stranger);
    const { token } = this.person;
    await t.api.put(`/students/${ada.id}/note`, { token, body: { body: NOTE } });
    await t.api.patch('/me/contact', {
      token,
      body: { first_name: FIRST_NAME, last_name: LAST_NAME, phone: PHONE },
    });
    await t.api.patch('/me/profile-visibility', { token, body: { profile_visibility: 'name_only' } });
  }

  /** As schools have people, who need not have an account. */
  private async beOnFile(): Promise<void> {
    const { school, elsewhere, email, ada } = this;
    const name = { firstName: FIRST_NAME, lastName: LAST_NAME };
    const ben = await elsewhere.student({ firstName: 'Ben' });
    await elsewhere.guardian(ben, { ...name, email, phone: PHONE, sourceId: email });
    const otherEmail = 'formerly@example.org';
    const linked = { ...name, email: otherEmail, membershipId: this.person.membershipId };
    const cem = await school.student({ firstName: 'Cem' });
    await school.guardian(cem, { ...linked, phone: PHONE });
    await school.guardian(cem, { ...name, email: otherEmail, source: 'oneroster', phone: PHONE });
    await school.guardian(cem, {
      firstName: 'Ian',
      email,
      membershipId: this.coGuardian.membershipId,
      sourceId: email,
    });
    await school.student({ firstName: 'Own', email: email.toUpperCase(), phone: PHONE });
    const staff = await this.add('staff_members', {
      ...this.of,
      ...{ source: 'content', source_id: email, first_name: FIRST_NAME, last_name: LAST_NAME, email },
    });
    const organization_id = await this.organization();
    const leader = { ...this.of, organization_id, title: 'Coach', position: 0 };
    const membership_id = this.person.membershipId;
    await this.add('organization_leaders', { ...leader, staff_member_id: staff });
    await this.add('organization_leaders', { ...leader, membership_id });
    await this.add('organization_parents', { ...this.of, organization_id, membership_id, added_at: AT });
    await this.add('organization_grants', { ...this.of, organization_id, membership_id, starts_at: AT });
    const invitation_id = await this.add('invitations', {
      school_id: elsewhere.id,
      email,
      role: 'parent',
      created_at: AT,
    });
    await this.add('invitation_students', {
      invitation_id,
      school_id: elsewhere.id,
      student_id: ben.id,
      relation: 'mother',
    });
    await this.wasImported({ email: email.toUpperCase(), phone: PHONE, first_name: FIRST_NAME });
    await this.wasImported({ user_id: this.person.userId, last_name: LAST_NAME });
    const of = { student_id: ben.id, school_id: elsewhere.id, source: 'content', source_id: email };
    for (const table of ['guardian_departures', 'withdrawn_guardians']) await this.add(table, of);
    const left = { user_id: this.person.userId, school_id: elsewhere.id, left_at: AT };
    await this.add('member_departures', { ...left, profile_visibility: 'name_only' });
    await this.add('student_photos', {
      student_id: ada.id,
      ...this.of,
      ...{ content_type: 'image/png', width: 1, height: 1, size_bytes: 1, updated_at: AT },
    });
  }

  /** An import has taken such a row away, and it is kept for an undo. */
  private async wasImported(before: Record<string, unknown>): Promise<void> {
    const [run, at] = [randomUUID(), AT];
    await this.add('import_runs', { ...this.of, id: run, kind: 'content', at });
    const change = { ...this.of, run_id: run, at, table_name: 'guardians', before: JSON.stringify(before) };
    await this.add('import_changes', change);
  }

  private async organization(): Promise<string> {
    return this.add('organizations', {
      ...this.of,
      ...{
        kind: 'team',
        name: 'Foxes',
        short_name: randomUUID(),
        source: 'content',
        source_id: randomUUID(),
      },
      ...{ created_at: new Date(), updated_at: new Date() },
    });
  }

  private async beAUser(): Promise<void> {
    const user_id = this.person.userId;
    await this.add('user_credentials', { user_id, password_hash: 'hash', totp_secret: 'secret' });
    await this.add('known_sources', { user_id, source: randomUUID(), used_at: AT });
    await this.add('mails', { user_id, kind: 'guessing', subject: '', created_at: AT, due_at: AT });
    await this.add('recovery_codes', { code_hash: randomUUID(), user_id });
    await this.add('user_addresses', { email: `at-work-${this.email}`, user_id, verified_at: AT });
    const link = { token_hash: randomUUID(), purpose: 'password', created_at: AT, expires_at: AT };
    await this.add('one_time_links', { user_id, ...link });
    const credential = { credential_id: randomUUID(), public_key: Buffer.from('key'), counter: 0 };
    await this.add('passkeys', {
      user_id,
      ...credential,
      rp_id: 'localhost',
      name: LAST_NAME,
      created_at: AT,
    });
    const session_id = await this.add('user_sessions', { user_id, created_at: AT, expires_at: AT });
    const lasting = { session_id, expires_at: AT };
    await this.add('refresh_tokens', { token_hash: randomUUID(), ...lasting });
    await this.add('oauth_grants', { session_id, payload: {} });
    await this.add('oauth_artifacts', {
      ...{ model: 'RefreshToken', id_hash: randomUUID(), payload: {}, user_id },
      ...lasting,
    });
    await this.add('sign_in_codes', { id: randomUUID(), user_id: this.person.userId, expires_at: AT });
    await this.add('two_step_challenges', { id: randomUUID(), method: 'totp', ...lasting });
    const { manager } = this.t.dataSource;
    const write = { operation: 'POST /x', bodyDigest: '', status: 201, createdAt: new Date() };
    const answer = `{"email":"${this.email}"}`;
    for (const userId of [user_id, this.coGuardian.userId])
      await manager.insert(IdempotencyKey, { ...write, userId, key: 'quoting', answer });
    const about = `{"guardian_membership_id":"${this.person.membershipId}"}`;
    const of = { ...write, userId: this.coGuardian.userId };
    await manager.insert(IdempotencyKey, { ...of, key: 'about', answer: about });
    await manager.insert(IdempotencyKey, { ...of, key: 'other', answer: '{}' });
  }

  private async publish(): Promise<void> {
    const created_by_membership_id = this.person.membershipId;
    const item = { ...this.of, audience_type: 'school', source: 'api', created_at: AT, updated_at: AT };
    const dates = { audience_years: [], audience_organization_ids: [] };
    const by = { ...item, ...dates, title: 'Of all', created_by_membership_id };
    await this.add('documents', { ...by });
    await this.add('notices', {
      ...{ ...by, body: 'x', starts_at: AT, expires_at: AT, pinned: false },
    });
    const uploaded = { ...this.of, uploaded_by_membership_id: created_by_membership_id, uploaded_at: AT };
    const file = { content_type: 'image/png', size_bytes: 1 };
    await this.add('attachments', {
      ...{ ...uploaded, ...file, key: randomUUID() },
      ...{ entity_type: 'document', file_name: 'a.png', position: 0 },
    });
    const image = { ...file, width: 1, height: 1 };
    await this.add('embedded_images', { ...uploaded, ...image, key: randomUUID() });
    const organization_id = await this.organization();
    const { uploaded_at: _at, ...uploader } = uploaded;
    const photo = { ...uploader, ...image, organization_id, created_at: AT };
    await this.add('organization_photos', { ...photo });
    const event_id = await this.add('events', {
      ...{ ...item, ...dates, title: 'Match', all_day: true, time_zone: 'UTC' },
      ...{ start_date: '2026-01-01', end_date: '2026-01-01', status: 'confirmed', event_type: 'game' },
      ...{ tags: [], overrides: [], sequence: 0, organization_id },
    });
    await this.add('event_results', {
      ...{ event_id, ...this.of, organization_id, outcome: 'win' },
      ...{ recorded_by_membership_id: created_by_membership_id, updated_at: AT },
    });
    await this.comeTo(event_id);
  }

  /** An answer for themselves, one for their student, and a mail by which they answer. */
  private async comeTo(event_id: string): Promise<void> {
    const { membershipId: membership_id } = this.person;
    const given = { answered_by_membership_id: membership_id, answered_at: AT, answer: 'yes' };
    const by = { ...this.of, ...given, event_id };
    await this.add('event_rsvps', { ...by, subject_id: membership_id, membership_id });
    await this.add('event_rsvps', { ...by, subject_id: this.ada.id, student_id: this.ada.id, comment: NOTE });
    const link = { digest: randomUUID(), address_digest: randomUUID(), created_at: AT };
    await this.add('answer_links', { ...this.of, ...link, membership_id, event_id });
  }

  private async answer(): Promise<void> {
    const { t, school, person, coGuardian, ada } = this;
    await (await aPoll(t, school)).respond(person);
    this.slip = await aPermissionSlip(t, school, { signatureRequired: true });
    const client = new SlipClient(t, this.slip.id);
    const drawing = (await aPhoto('image/png')).toString('base64');
    const name = `${FIRST_NAME} ${LAST_NAME}`;
    const signature = aSignatureInput({ full_name: name, relation: 'mother', image_png_base64: drawing });
    const given = { student_id: ada.id, decision: 'granted', note: 'Gets sick on the bus', signature };
    const signed = await client.answer(person, given);
    if (signed.status !== 201) throw new Error(signed.text);
    const items = { Cake: { capacity: 1, waitlistEnabled: true }, Pie: {} };
    const signup = await aSignup(t, school, items);
    await signup.claimed(person, 'Cake', { comment: NOTE });
    await signup.claimed(person, 'Pie');
    await signup.claimed(coGuardian, 'Cake', { accept_waitlist: true });
    await signup.setItem('Pie', { startsAt: new Date('2020-01-01T00:00:00Z') });
  }

  private async beTold(): Promise<void> {
    const { person, coGuardian, ada } = this;
    const membership_id = person.membershipId;
    const [document, notice] = [await this.newest('documents'), await this.newest('notices')];
    await this.add('document_openings', { ...this.of, membership_id, document_id: document, opened_at: AT });
    const round = { ...this.of, title: 'Still right?', opened_at: AT };
    const round_id = await this.add('confirmation_rounds', round);
    await this.add('confirmations', { ...this.of, round_id, membership_id, confirmed_at: AT });
    await this.add('corrections', {
      ...{ ...this.of, membership_id, student_id: this.ada.id, field: 'phone', proposed: PHONE },
      ...{ state: 'open', created_at: AT },
    });
    await this.add('notice_readings', { ...this.of, membership_id, notice_id: notice, read_at: AT });
    await this.add('bounced_addresses', { email: this.email, bounces: 1, bounced_at: AT });
    await this.add('quiet_hours', { user_id: this.person.userId, begins: '21:00', ends: '07:00' });
    const acknowledged = { notice_id: notice, version: 'a'.repeat(64), acknowledged_at: AT };
    await this.add('notice_acknowledgements', { ...this.of, membership_id, ...acknowledged });
    const notification_id = await this.add('notifications', {
      ...{ ...this.of, membership_id, kind: 'notice_created', title: 'Of all' },
      ...{ target_type: 'notice', target_id: notice, created_at: AT },
    });
    await this.add('mails', {
      ...{ ...this.of, notification_id, state: 'waiting', attempts: 0 },
      ...{ due_at: AT, created_at: AT },
    });
    await this.add('mail_choices', { ...this.of, membership_id, token: randomUUID() });
    const read = { ...this.of, since: AT, reader_role: 'parent', operation: 'getStudent', unmasked: false };
    const { manager } = this.t.dataSource;
    await makeMonths(manager, 'disclosures', [AT, new Date(AT.getTime() - 31 * 86_400_000)]);
    for (const [subject_id, reader] of [
      [membership_id, coGuardian.membershipId],
      [coGuardian.membershipId, membership_id],
    ])
      await this.add('disclosures', {
        ...{ ...read, subject: 'contact', subject_id, reader_membership_id: reader },
        ...{ resource_id: ada.id, count: 1, last_at: AT },
      });
  }

  private async newest(table: string): Promise<string> {
    const [row] = await this.t.dataSource.query<[{ id: string }]>(
      `select id from ${table} where school_id = $1`,
      [this.school.id],
    );
    return row.id;
  }
}
