import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { connectClient } from '../support/processes/tool-server.js';
import { ADDITIVE, SPECIFIED } from './operations.js';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Record<string, unknown>;
}

const { paths } = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>;
};

/** What both must say of a parameter. */
const facts = ({ type, enum: values, minimum, maximum }: Record<string, unknown>) => ({
  type,
  values,
  minimum,
  maximum,
});

async function listed(env: Record<string, string>): Promise<{ client: Client; tools: Tool[] }> {
  const client = await connectClient({ API_TOKEN: 'token', ...env });
  return { client, tools: (await client.listTools()).tools };
}

describe.each([
  ['as the specification has them', {}, SPECIFIED],
  ['with API_TOOLS=extended', { API_TOOLS: 'extended' }, { ...SPECIFIED, ...ADDITIVE }],
])('the tools, %s', (_, env, operations) => {
  let client: Client;
  let tools: Tool[];
  beforeAll(async () => ({ client, tools } = await listed(env)));
  afterAll(() => client.close());

  it('match exactly these, in this order', () => {
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(operations));
  });

  it('take the parameters of their operations, and nothing else', () => {
    for (const { name, inputSchema } of tools) {
      const operation = paths[`/api/v1${operations[name]}`]?.get;
      if (!operation) throw new Error(`There is no operation behind ${name}`);
      const parameters = (operation.parameters ?? []).filter((one) => one.in !== 'header');
      const properties = (inputSchema.properties ?? {}) as Record<string, Record<string, unknown>>;
      expect({
        name,
        required: [...(inputSchema.required ?? [])].sort(),
        taken: Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, facts(schema)])),
      }).toEqual({
        name,
        required: parameters
          .filter(({ required }) => required)
          .map((one) => one.name)
          .sort(),
        taken: Object.fromEntries(parameters.map((one) => [one.name, facts(one.schema)])),
      });
      expect([inputSchema.type, inputSchema.additionalProperties]).toEqual(['object', false]);
    }
  });

  it('say that they only read, and a closed world', () => {
    for (const { annotations } of tools) {
      expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
    }
  });

  it('read in words, with every argument', () => {
    for (const { title, description, inputSchema } of tools) {
      expect(title).toMatch(/^[A-Z].{3,}$/);
      expect(description).toMatch(/^[A-Z][^]{40,}\.$/);
      for (const schema of Object.values(inputSchema.properties ?? {})) {
        expect((schema as { description?: string }).description).toMatch(/^[A-Z][^]{10,}\.$/);
      }
    }
    const titles = tools.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

it('introduces itself, and says how to begin', async () => {
  const { client } = await listed({});
  expect(client.getServerVersion()).toMatchObject({ name: 'school-directory', title: 'School Directory' });
  expect(client.getServerCapabilities()).toEqual({ tools: {} });
  expect(client.getInstructions()).toMatch(/get_me/);
  await client.close();
});
