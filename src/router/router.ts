import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { NotFoundError, UnavailableError } from '../platform/errors/app-error.js';
import { READ_METHODS } from '../platform/http/read-methods.js';
import type { Cell } from './cell.js';
import { ask, askWhole, hungUp, passOn, type Question, questionOf, readRequest } from './exchange.js';
import { isJoined, joined } from './joined-lists.js';
import { cellsOfPerson } from './cells-of-person.js';
import type { SchoolMap } from './school-map.js';
import { signInAddress } from './sign-in-address.js';
import { TokenCells } from './token-cells.js';
import { wayOf } from './way.js';

/** Secrets, by their digests, of which it is remembered who answered the last time. */
const SECRETS = 50_000;

/** Bytes of a body with which several cells may have to be asked, as a cell takes them (contract section 0.1). */
const MAX_BODY = 1024 * 1024;
const MAX_OF_STRANGERS = 8 * 1024;

type Refused = (status: number) => boolean;
/** A secret that a cell does not know. */
const isStranger: Refused = (status) => status >= 400;
/** A password or a refresh token of somewhere else. */
const isRefusedSignIn: Refused = (status) => status === 401 || status >= 500;
/** An item of a school that is somewhere else. */
const isElsewhere: Refused = (status) => status === 404;

/**
 * Leads each request to the cell that it is for: by its school, by a secret that one of them knows, or by the person. It
 * decides nothing about what somebody may see: a cell that is asked in vain answers as it does to anybody.
 */
export class Router {
  private readonly tokens: TokenCells;
  private readonly answered = new LRUCache<string, Cell>({ max: SECRETS });

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
    const way = wayOf(method, url);
    const home = this.schools.home(headers.host);
    switch (way.by) {
      case 'nothing':
        throw new NotFoundError();
      case 'school':
        return this.send(this.schools.of(way.schoolId) ?? home, request, response);
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

  private async send(cell: Cell, request: IncomingMessage, response: ServerResponse): Promise<void> {
    await passOn(await ask(cell, this.questionOf(request, response, request)), response);
  }

  /** Whoever answered the last time is asked first, and then the cell with the name of the address. */
  private async askForSecret(request: IncomingMessage, response: ServerResponse, home: Cell): Promise<void> {
    const { url = '', headers } = request;
    const body = await readRequest(request, url.startsWith('/carddav') ? MAX_BODY : MAX_OF_STRANGERS);
    const question = this.questionOf(request, response, body);
    const key = hash('sha256', `${url} ${headers.authorization ?? ''} ${body.toString()}`, 'base64url');
    const first = this.answered.get(key) ?? home;
    const { cell, answer } = await askInTurn(this.from(first), question, isStranger);
    if (!isStranger(answer.statusCode ?? 500)) this.answered.set(key, cell);
    await passOn(answer, response);
  }

  /** Only cells where the person has a place are asked; without one, those where they have an account. */
  private async signIn(request: IncomingMessage, response: ServerResponse, home: Cell): Promise<void> {
    const body = await readRequest(request, MAX_OF_STRANGERS);
    const email = signInAddress(body);
    const cells = email === null ? this.from(home) : await this.cellsOf(email, home);
    const { answer } = await askInTurn(cells, this.questionOf(request, response, body), isRefusedSignIn);
    await passOn(answer, response);
  }

  private async cellsOf(email: string, home: Cell): Promise<Cell[]> {
    const { cells, isSure } = await cellsOfPerson(email, this.from(home));
    if (cells.length === 0 && !isSure) throw new UnavailableError();
    return cells.length > 0 ? cells : [home];
  }

  private async askForPerson(request: IncomingMessage, response: ServerResponse, home: Cell): Promise<void> {
    const { method = 'GET', url = '', headers } = request;
    const { authorization } = headers;
    if (authorization === undefined) return this.send(home, request, response);
    const { cells, isSure } = await this.tokens.of(authorization);
    const [path = ''] = url.split('?', 1);
    if (cells.length === 0 && !isSure) throw new UnavailableError();
    if (cells.length < 2 || path === '/mcp') return this.send(cells[0] ?? home, request, response);
    const question = this.questionOf(request, response, await readRequest(request, MAX_BODY));
    const isOwn = /^\/api\/v\d+\/(?:me|auth)(?:\/|$)/.test(path);
    if (!isOwn) return passOn((await askInTurn(cells, question, isElsewhere)).answer, response);
    if (!READ_METHODS.has(method)) return passOn(await askAll(cells, question), response);
    if (method === 'GET' && isJoined(path)) return this.join(path, cells, question, response);
    return passOn(await ask(cells[0]!, question), response);
  }

  private async join(
    path: string,
    cells: readonly Cell[],
    question: Question,
    response: ServerResponse,
  ): Promise<void> {
    const { 'if-none-match': _, ...headers } = question.headers;
    const plain = { ...question, headers: { ...headers, 'accept-encoding': 'identity' } };
    const answers = await Promise.all(cells.map((cell) => askWhole(cell, plain, MAX_LIST)));
    const refused = answers.find(({ status }) => status !== 200);
    const { headers: own, text } = refused ?? answers[0]!;
    for (const name of COPIED_HEADERS) if (own[name] !== undefined) response.setHeader(name, own[name]);
    const pairs = cells.map((cell, at): [Cell, string] => [cell, answers[at]!.text]);
    const body = refused ? text : JSON.stringify(joined(path, pairs, this.schools));
    response.writeHead(refused?.status ?? 200, { 'Content-Length': Buffer.byteLength(body) }).end(body);
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

/** Bytes of a list of one cell that is joined with others. */
const MAX_LIST = 16 * 1024 * 1024;
const COPIED_HEADERS = [
  ...['content-type', 'cache-control', 'vary', 'x-request-id', 'retry-after', 'www-authenticate'],
  ...['access-control-allow-origin', 'access-control-expose-headers'],
];

/**
 * Asks one cell after the other until one does not refuse.
 * @returns its answer; when all refuse, that of the first
 * @throws UnavailableError when one could not tell
 */
async function askInTurn(
  cells: readonly Cell[],
  question: Question,
  refuses: Refused,
): Promise<{ cell: Cell; answer: IncomingMessage }> {
  let refused: { cell: Cell; answer: IncomingMessage } | null = null;
  let isUnsure = false;
  for (const cell of cells) {
    const answer = await ask(cell, question).catch(() => null);
    const status = answer?.statusCode ?? 503;
    if (answer && !refuses(status)) {
      refused?.answer.resume();
      return { cell, answer };
    }
    isUnsure ||= status >= 500 || status === 429;
    if (refused) answer?.resume();
    else if (answer) refused = { cell, answer };
  }
  if (refused && !isUnsure) return refused;
  refused?.answer.resume();
  throw new UnavailableError();
}

/**
 * Has every cell carry out the same; the first that refuses is the answer. Once it has begun it goes on, though the client hangs up:
 * a number that is hidden in one cell is hidden in the others.
 */
async function askAll(
  cells: readonly Cell[],
  { signal: _, ...question }: Question,
): Promise<IncomingMessage> {
  let answer: IncomingMessage | null = null;
  for (const cell of cells) {
    answer?.resume();
    answer = await ask(cell, question);
    if ((answer.statusCode ?? 500) >= 400) break;
  }
  return answer!;
}
