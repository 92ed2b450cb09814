import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { Request as IncomingRequest, Response } from 'express';
import { Api } from '../../mcp/api.js';
import { toolsOf } from '../../mcp/offered-tools.js';
import { toolServer } from '../../mcp/tool-server.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { NotAuthorizedError, ValidationFailedError } from '../../platform/errors/app-error.js';

const WHEN_SIGNED_OUT = 'On not_authenticated or mfa_required the person has to sign in again.';

/** The tools in the name of whoever sends the request. */
@Injectable()
export class ToolServerService implements OnModuleDestroy {
  private readonly handler: McpHttpHandler;
  private readonly origins: ReadonlySet<string>;

  constructor(
    @Inject(SETTINGS)
    {
      siteUrl,
      corsOrigins,
      hasExtendedTools,
    }: Pick<Settings, 'siteUrl' | 'corsOrigins' | 'hasExtendedTools'>,
  ) {
    const tools = toolsOf(hasExtendedTools);
    this.origins = new Set([siteUrl, ...corsOrigins]);
    this.handler = createMcpHandler(
      ({ authInfo }) =>
        toolServer(tools, new Api(authInfo!.extra!['api'] as string, authInfo!.token), WHEN_SIGNED_OUT),
      { maxSubscriptions: 0 },
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.handler.close();
  }

  /**
   * @throws NotAuthorizedError a page of an origin that the operator has not named sends it (contract section 26, rule 5)
   * @throws ValidationFailedError several messages in one request: the protocol has had none since 2025-06-18, and their answers
   *   together would be as large as a hundred lists
   */
  async answer(request: IncomingRequest, response: Response): Promise<void> {
    const { origin } = request.headers;
    if (origin !== undefined && !this.origins.has(origin)) throw new NotAuthorizedError();
    if (Array.isArray(request.body)) throw new ValidationFailedError('Send one message in a request.');
    const answer = await this.handler.fetch(webRequestOf(request), {
      authInfo: {
        token: request.headers.authorization!.replace(/^bearer\s+/i, ''),
        ...{ clientId: 'school-directory', scopes: [], extra: { api: `${addressOf(request)}/api/v1` } },
      },
      parsedBody: request.body as unknown,
    });
    response.status(answer.status);
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.setHeader('Cache-Control', 'private, no-store');
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
}

/** What the protocol reads of a request; its body was read before. */
function webRequestOf({ method, headers }: IncomingRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
  );
  return new Request('http://localhost/mcp', { method, headers: given });
}

/** Where this process listens: the tools ask the API as any client does. */
function addressOf({ socket: { localAddress = '', localPort } }: IncomingRequest): string {
  const address = localAddress.replace(/^::ffff:/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
