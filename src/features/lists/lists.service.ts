import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { LimitReachedError, NotFoundError } from '../../platform/errors/app-error.js';
import { assertMatches } from '../../platform/http/conditional-request.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import type { Replay } from '../idempotency/replay.js';
import { ListsRepository } from './lists.repository.js';
import type { StudentListBody, StudentListDetail, StudentListInput } from './student-list.dto.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { record } from '../../platform/journal/recorded-changes.js';

/** Contract section 0, rule 18: of a person and school. */
const MAX_LISTS = 200;
/** Contract section 0, rule 18: entries of one list, students and parents together. */
const MAX_ENTRIES = 2_000;

@Injectable()
export class ListsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly lists: ListsRepository,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<SerializedJson> {
    return new SerializedJson(await this.lists.findOwn(member));
  }

  /**
   * @throws LimitReachedError the member has as many as anybody may have
   * @throws NotFoundError for a replay: it was deleted
   */
  async create(
    member: Member,
    { name, description }: StudentListInput,
    replay?: Replay,
  ): Promise<StudentListBody> {
    if (replay) return this.created(member, replay);
    return this.transactions.run(async (manager) => {
      if ((await this.lists.countOwn(manager, member)) >= MAX_LISTS)
        throw new LimitReachedError(`A person has at most ${MAX_LISTS} lists in a school: delete one first.`);
      const list = { name, description: description || null };
      const created = await this.lists.create(manager, member, list, this.clock.now());
      record({ manager, member }, { kind: 'list.created', id: created.id });
      return created;
    });
  }

  private async created(member: Member, { resultKey }: Replay): Promise<StudentListBody> {
    const list = await this.lists.findBody(member, resultKey);
    if (!list) throw new NotFoundError();
    return list;
  }

  /** @throws NotFoundError when it is not the caller's own */
  async get(member: Member, listId: string, manager?: EntityManager): Promise<StudentListDetail> {
    const list = await this.lists.findDetail(member, listId, manager);
    if (!list) throw new NotFoundError();
    return list;
  }

  /**
   * @throws NotFoundError when it is not the caller's own
   * @throws StaleError when `ifMatch` names another state than the present one
   */
  change(
    member: Member,
    listId: string,
    { name, description }: StudentListInput,
    ifMatch?: string,
  ): Promise<StudentListBody> {
    const changes = { name, ...(description !== undefined && { description: description || null }) };
    return this.transactions.run(async (manager) => {
      await this.lockUnchanged(manager, member, listId, ifMatch);
      record({ manager, member }, { kind: 'list.changed', id: listId });
      return this.lists.updateList(manager, member, listId, changes, this.clock.now());
    });
  }

  /**
   * The students and parents on it stay where they are.
   * @throws NotFoundError when it is not the caller's own
   * @throws StaleError when `ifMatch` names another state than the present one
   */
  delete(member: Member, listId: string, ifMatch?: string): Promise<void> {
    return this.transactions.run(async (manager) => {
      await this.lockUnchanged(manager, member, listId, ifMatch);
      await this.lists.removeList(manager, member, listId);
      record({ manager, member }, { kind: 'list.removed', id: listId });
    });
  }

  /**
   * Until the transaction ends, whoever else would change the list or what is on it waits.
   * @throws NotFoundError when it is not the caller's own
   */
  async lock(manager: EntityManager, member: Member, listId: string): Promise<void> {
    if (!(await this.lists.lockOwn(manager, member, listId))) throw new NotFoundError();
  }

  /**
   * In the transaction that has locked the list, and put somebody on it.
   * @throws LimitReachedError there are more on it than there may be
   */
  async assertWithinLimit(manager: EntityManager, member: Member, listId: string): Promise<void> {
    if ((await this.lists.countEntries(manager, member, listId)) > MAX_ENTRIES)
      throw new LimitReachedError(`A list has at most ${MAX_ENTRIES} entries: take one off first.`);
  }

  /** Something was put on the list, or taken off it. */
  touch(manager: EntityManager, member: Member, listId: string): Promise<void> {
    record({ manager, member }, { kind: 'list.changed', id: listId });
    return this.lists.touchList(manager, member, listId, this.clock.now());
  }

  private async lockUnchanged(
    manager: EntityManager,
    member: Member,
    listId: string,
    ifMatch?: string,
  ): Promise<void> {
    await this.lock(manager, member, listId);
    if (ifMatch !== undefined) assertMatches(ifMatch, await this.get(member, listId, manager));
  }
}
