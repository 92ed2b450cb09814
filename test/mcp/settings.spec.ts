import { describe, expect, it } from '@jest/globals';
import { SettingRefusedError, settingsFrom } from '../../src/mcp/settings.js';
import { RawToolServer } from '../support/processes/tool-server.js';

const TOKEN = 'secret-token.of~a+user/1==';
const refusal = (environment: Record<string, string>): string => {
  try {
    settingsFrom(environment);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof SettingRefusedError)) throw error;
    return error.message;
  }
};

describe('the settings of the tool server', () => {
  it.each(['', '  ', 'two words', 'Bearer token', 'line\nbreak', 'clé', '"quoted"'])(
    'refuse %j as API_TOKEN, without repeating it',
    (token) => {
      const said = refusal({ API_TOKEN: token });
      expect(said).toMatch(/^API_TOKEN [^\n]+$/);
      if (token.trim()) expect(said).not.toContain(token);
    },
  );

  it.each([
    'http://directory.example.org',
    'http://localhost.example.org',
    'http://localhost.',
    'http://127.0.0.1.example.org',
    'http://128.0.0.1',
    'http://0.0.0.0:3000',
    'http://[::2]',
    'http://[::ffff:127.0.0.1]',
    'http://192.168.0.1:3000',
    'https://directory.example.org/api/v1',
    'https://directory.example.org//',
    'https://directory.example.org/..',
    'http://localhost:3000/api',
    'https://directory.example.org?',
    'https://directory.example.org?school=1',
    'https://directory.example.org/?a',
    'https://directory.example.org#',
    'https://directory.example.org/#top',
    'https://user:word@directory.example.org',
    'https://user@directory.example.org',
    'https://@directory.example.org',
    'http://localhost:3000@directory.example.org',
    'https:\\\\directory.example.org',
    'https:directory.example.org',
    'https://',
    'https://a b',
    'https://host:99999',
    'directory.example.org',
    'ftp://localhost',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('refuse %s as API_BASE_URL', (site) => {
    const said = refusal({ API_TOKEN: TOKEN, API_BASE_URL: site });
    expect(said).toMatch(/^API_BASE_URL [^\n]+$/);
    expect(said).not.toMatch(/word|user/);
  });

  it.each([
    ['https://directory.example.org', 'https://directory.example.org'],
    ['https://directory.example.org/', 'https://directory.example.org'],
    ['HTTPS://Directory.Example.org:8443', 'https://directory.example.org:8443'],
    ['https://127.0.0.1', 'https://127.0.0.1'],
    ['http://localhost', 'http://localhost'],
    ['http://LOCALHOST:3000/', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://127.255.3.4', 'http://127.255.3.4'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['', 'http://localhost:3000'],
  ])('take %j as API_BASE_URL', (given, site) => {
    expect(settingsFrom({ API_TOKEN: ` ${TOKEN}\n`, API_BASE_URL: given })).toEqual({
      token: TOKEN,
      baseUrl: `${site}/api/v1`,
      extended: false,
    });
  });

  it('include a default address, and the tools of the specification', () => {
    const settings = { token: TOKEN, baseUrl: 'http://localhost:3000/api/v1', extended: false };
    expect(settingsFrom({ API_TOKEN: TOKEN })).toEqual(settings);
    expect(settingsFrom({ API_TOKEN: TOKEN, API_TOOLS: '' })).toEqual(settings);
    expect(settingsFrom({ API_TOKEN: TOKEN, API_TOOLS: 'extended' })).toEqual({
      ...settings,
      extended: true,
    });
  });

  it.each(['all', 'true', 'Extended', 'extended,all'])('refuse %s as API_TOOLS', (tools) => {
    expect(refusal({ API_TOKEN: TOKEN, API_TOOLS: tools })).toMatch(/^API_TOOLS [^\n]+$/);
  });
});

describe('the tool server', () => {
  it.each<[string, Record<string, string>]>([
    ['API_TOKEN', {}],
    ['API_TOKEN', { API_TOKEN: `${TOKEN} ${TOKEN}` }],
    ['API_BASE_URL', { API_TOKEN: TOKEN, API_BASE_URL: 'http://directory.example.org' }],
    ['API_TOOLS', { API_TOKEN: TOKEN, API_TOOLS: 'all' }],
  ])('refuses to start with a wrong %s: one line, exit status 1', async (name, env) => {
    const server = new RawToolServer(env);
    expect(await server.exit()).toBe(1);
    expect(server.stdout).toBe('');
    expect(server.stderr).toMatch(new RegExp(`^${name} [^\\n]+\\n$`));
    expect(server.stderr).not.toContain(TOKEN);
  });
});
