import { Inject, Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotAuthenticatedError } from '../../platform/errors/app-error.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import type { GrantCells, MeCells, MembershipCells, StudentCells } from './me.sql.js';
import type {
  MembershipBody,
  MembershipEditorGrant,
  MembershipStudent,
  MeResponse,
  MeUser,
  Outstanding,
} from './session.dto.js';
import { SessionRepository, TodoRepository } from './session.repository.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { appLink } from '../../platform/pages/app-links.js';

/** The answer, with its members in the order of the documentation. */
export function meOf([id, email, first_name, last_name, two_step_enabled, memberships]: MeCells): MeResponse {
  const user: MeUser = { id, email, first_name, last_name, two_step_enabled };
  const belongs = (memberships ?? []).map(membershipOf);
  // A fresh account without any membership is not deactivated.
  const isAnyActive = belongs.some(({ status }) => status === 'active');
  return { user, memberships: belongs, is_fully_deactivated: belongs.length > 0 && !isAnyActive };
}

function membershipOf([
  membership_id,
  school_id,
  school_name,
  school_short_name,
  time_zone,
  role,
  isActive,
  profile_visibility,
  joined_at,
  students,
  grants,
]: MembershipCells): MembershipBody {
  return {
    membership_id,
    school_id,
    school_name,
    school_short_name,
    time_zone,
    role,
    status: isActive ? 'active' : 'deactivated',
    is_admin: role !== 'parent',
    profile_visibility,
    address_visible: areAddressesVisible(students ?? []),
    students: (students ?? []).map(studentOf),
    editor_grants: (grants ?? []).map(grantOf),
    joined_at,
  };
}

/** Null without students, or when they differ. */
function areAddressesVisible(students: StudentCells[]): boolean | null {
  const [first, ...others] = students.map((cells) => cells[4]);
  return first !== undefined && others.every((visible) => visible === first) ? first : null;
}

const studentOf = ([id, first_name, last_name, graduation_year]: StudentCells): MembershipStudent => ({
  id,
  first_name,
  last_name,
  graduation_year,
});

const grantOf = ([organization_id, organization_name, expires_at]: GrantCells): MembershipEditorGrant => ({
  organization_id,
  organization_name,
  expires_at,
});

@Injectable()
export class SessionService {
  /** Of cells that are kept: they are the same object for as long as nothing has changed. */
  private readonly written = new WeakMap<MeCells, SerializedJson>();

  constructor(
    private readonly session: SessionRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthenticatedError when the account was removed a moment ago */
  async me(account: Account): Promise<MeResponse> {
    const cells = await this.session.findMe(account.userId, this.clock.now());
    return cells ? meOf(cells) : newcomer(account);
  }

  /** @param cells read with the caller's rights; null when nobody is known here by that email */
  answer(account: Account, cells: MeCells | null): SerializedJson {
    if (!cells) return new SerializedJson(JSON.stringify(newcomer(account)));
    const answer = this.written.get(cells) ?? new SerializedJson(JSON.stringify(meOf(cells)));
    this.written.set(cells, answer);
    return answer;
  }
}

/** An outside provider vouches for the person, but not for the email: nothing is kept of them here. */
function newcomer({ userId, email, emailVerified }: Account): MeResponse {
  if (emailVerified) throw new NotAuthenticatedError();
  return {
    user: { id: userId, email, first_name: null, last_name: null, two_step_enabled: false },
    memberships: [],
    is_fully_deactivated: false,
  };
}

/** What needs a person's answer, in all schools. */
@Injectable()
export class TodoService {
  constructor(
    private readonly outstanding: TodoRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list({ userId }: Account): Promise<Outstanding> {
    const items = await this.outstanding.find(userId, this.clock.now());
    return {
      items: items.map((item) => ({
        ...item,
        deep_link: appLink(this.settings.appUrl, {
          schoolId: item.school_id,
          item: { type: item.kind, id: item.id },
        }),
      })),
    };
  }
}
