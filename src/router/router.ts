import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { NotFoundError, UnavailableError, ValidationFailedError } from '../platform/errors/app-error.js';
import type { Cell } from './cell.js';
import { ask, hungUp, passOn, type Question, questionOf, readRequest } from './exchange.js';
import { askAll, askInTurn, type Refused } from './several-cells.js';
import { isJoined, joinLists } from './joined-lists.js';
import { cellsOfPerson, type KnownCells } from './cells-of-person.js';
import { reachOf } from './reach.js';
import type { SchoolMap } from './school-map.js';
import { signInSecret } from './sign-in-secret.js';
import { TokenCells } from './token-cells.js';
import { wayOf } from './way.js';

/** Secrets, by their digests, of which it is remembered who answered the last time. */
const SECRETS = 50_000;

/** Bytes of a body with which several cells may have to be asked, as a cell takes them (contract section 0.1). */
const MAX_BODY = 1024 * 1024;
const MAX_OF_STRANGERS = 8 * 1024;

/**
 * A secret that a cell does not know, or may not look at after too many that it did not know (429). Whatever else it refuses, it is the
 * one that knows it.
 */
const isStranger: Refused = (status) => [401, 404, 429].includes(status) || status >= 500;
/** A password or a refresh token of somewhere else. */
const isRefusedSignIn: Refused = (status) => status === 401 || status >= 500;
/** An item of a school that is somewhere else; 403 says so of who has no school left in a cell. */
const isElsewhere: Refused = (status) => status === 404 || status === 403 || status >= 500;

/**
 * Leads each request to the cell that it is for: by its school, by a secret that one of them knows, or by the person. It
 * decides nothing about what somebody may see: a cell that is asked in vain answers as it does to anybody.
 */
export class Router {
  private readonly tokens: TokenCells;
  private readonly answered = new LRUCache<string, Cell>({ max: SECRETS });
  /** What goes on though its client has hung up. */
  private readonly unfinished = new Set<Promise<unknown>>();

  constructor(
    private readonly schools: SchoolMap,
    private readonly trustProxy: boolean,
  ) {
    this.tokens = new TokenCells(schools.cells);
    // With a school its people, feeds and links have moved.
    schools.whenChanged(() => {
      this.tokens.forgetAll();
      this.answered.clear();
    });
  }

  /** @throws AppError */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    // A target may be a whole address as well (RFC 9112, section 3.2): nobody is led anywhere but to a cell.
    if (!url.startsWith('/')) throw new ValidationFailedError('The target of the request is no path.');
    const way = wayOf(method, url);
    const home = this.schools.home(headers.host);
    switch (way.by) {
      case 'nothing':
        throw new NotFoundError();
      case 'school':
        return this.askForSchool(way.schoolId, request, response, home);
      case 'host':
        return this.send(home, request, response);
      case 'secret':
        return this.askForSecret(request, response, home);
      case 'sign-in':
        return this.signIn(request, response, home);
      case 'person':
        return this.askForPerson(request, response, home);
    }
  }

  /** Comes about when what goes on without its client is done. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.unfinished);
  }

  /** A school that nobody has is for whoever knows the person: another cell would make them an account. */
  private async askForSchool(
    schoolId: string,
    request: IncomingMessage,
    response: ServerResponse,
    home: Cell,
  ): Promise<void> {
    const cell = this.schools.of(schoolId);
    if (cell) return this.send(cell, request, response);
    if (!this.schools.isComplete) throw new UnavailableError();
    return this.askForPerson(request, response, home);
  }

  private async send(cell: Cell, request: IncomingMessage, response: ServerResponse): Promise<void> {
    await passOn(await ask(cell, this.questionOf(request, response, request)), response);
  }

  /** Whoever answered the last time is asked first, and then the cell with the name of the address. */
  private async askForSecret(request: IncomingMessage, response: ServerResponse, home: Cell): Promise<void> {
    const { url = '', headers } = request;
    const isAddressBook = url.startsWith('/carddav');
    // It asks for a password, whatever is sent.
    if (isAddressBook && headers.authorization === undefined) return this.send(home, request, response);
    const body = await readRequest(request, isAddressBook ? MAX_BODY : MAX_OF_STRANGERS);
    const question = this.questionOf(request, response, body);
    const secret = isAddressBook ? (headers.authorization ?? '') : `${url} ${body.toString()}`;
    const key = hash('sha256', secret, 'base64url');
    const first = this.answered.get(key) ?? home;
    const { cell, answer } = await askInTurn(this.from(first), question, isStranger);
    if (!isStranger(answer.statusCode ?? 500)) this.answered.set(key, cell);
    await passOn(answer, response);
  }

  /** Only cells where the person has a place are asked; without one, those where they have an account. */
  private async signIn(request: IncomingMessage, response: ServerResponse, home: Cell): Promise<void> {
    const body = await readRequest(request, MAX_OF_STRANGERS);
    const { cells, isSure } = await this.cellsOfSignIn(body, home);
    if (cells.length === 0 && !isSure) throw new UnavailableError();
    const question = this.questionOf(request, response, body);
    const { answer } = await askInTurn(cells.length > 0 ? cells : [home], question, isRefusedSignIn);
    // Whoever could not be asked might take it; and who has an account would be told by the difference.
    if (!isSure && isRefusedSignIn(answer.statusCode ?? 500)) {
      answer.resume();
      throw new UnavailableError();
    }
    await passOn(answer, response);
  }

  private async cellsOfSignIn(body: Buffer, home: Cell): Promise<KnownCells> {
    const secret = signInSecret(body);
    if (!secret) return { cells: [home], isSure: true };
    return cellsOfPerson(this.from(home), (cell) =>
      'email' in secret ? cell.findPerson(secret.email) : cell.findSession(secret.refreshToken),
    );
  }

  private async askForPerson(request: IncomingMessage, response: ServerResponse, home: Cell): Promise<void> {
    const { method = 'GET', url = '', headers } = request;
    if (headers.authorization === undefined) return this.send(home, request, response);
    const found = await this.tokens.of(headers.authorization);
    const { isSure } = found;
    // What shows or changes one cell alone does so for the one whose name the address has, if it is one of theirs.
    const cells = found.cells.includes(home)
      ? [home, ...found.cells.filter((cell) => cell !== home)]
      : found.cells;
    const [path = ''] = url.split('?', 1);
    const reach = reachOf(method, path);
    // What is theirs and not there would look as if it had gone, or had been changed.
    if (!isSure && (cells.length === 0 || reach !== null)) throw new UnavailableError();
    if (path === '/mcp' || (isSure && cells.length < 2))
      return this.send(cells[0] ?? home, request, response);
    const question = this.questionOf(request, response, await readRequest(request, MAX_BODY));
    if (method === 'GET' && isJoined(path)) return joinLists(path, cells, question, this.schools, response);
    if (reach === 'one cell') return passOn(await ask(cells[0]!, question), response);
    if (reach === 'every cell') return passOn(await this.toItsEnd(askAll(cells, question)), response);
    const { answer } = await askInTurn(cells, question, isElsewhere);
    if (!isSure && isElsewhere(answer.statusCode ?? 500)) {
      answer.resume();
      throw new UnavailableError();
    }
    await passOn(answer, response);
  }

  private async toItsEnd<T>(work: Promise<T>): Promise<T> {
    this.unfinished.add(work);
    return work.finally(() => this.unfinished.delete(work));
  }

  private questionOf(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer | IncomingMessage,
  ): Question {
    return { ...questionOf(request, body, this.trustProxy), signal: hungUp(response) };
  }

  /** All cells, this one first. */
  private from(first: Cell): Cell[] {
    return [first, ...this.schools.cells.filter((cell) => cell !== first)];
  }
}
