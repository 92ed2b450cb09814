import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EmptySlot } from '../support/schools/backups.js';
import type { CommandOutcome } from '../support/processes/operator.js';

let slot: EmptySlot;
let clientId: string;
beforeAll(async () => {
  slot = await EmptySlot.make();
  clientId = (await types('client create --name Push --json')).json.client_id;
});
afterAll(() => slot.remove());

const types = (words: string): Promise<CommandOutcome> => slot.types(...words.split(' '));

describe('client webhook', () => {
  it.each([
    ['--url http://app.example.org/ --kinds menu.changed', 'url must begin with https://'],
    ['--url https://127.0.0.1/ --kinds menu.changed', 'not an IP address'],
    ['--url https://app.example.org/ --kinds menu.opened', '--kinds should be some of'],
  ])('refuses %s', async (words, reason) => {
    const { status, stderr } = await types(`client webhook add --client-id ${clientId} ${words}`);
    expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });

  it('refuses an application that is not there', async () => {
    const words = '--client-id nobody --url https://app.example.org/ --kinds menu.changed';
    const { status, stderr } = await types(`client webhook add ${words}`);
    expect([status, stderr]).toEqual([1, expect.stringContaining('no application')]);
  });

  it('adds, lists and removes one; the secret is shown once', async () => {
    const words = '--url https://app.example.org/push --kinds notification.created,notice.created --json';
    const { json: added } = await types(`client webhook add --client-id ${clientId} ${words}`);
    expect(added).toEqual({ webhook_id: expect.any(String), secret: expect.stringMatching(/^whsec_/) });
    const { json: listed, stdout } = await types(`client webhook list --client-id ${clientId} --json`);
    expect(listed.webhooks).toMatchObject([{ webhook_id: added.webhook_id, pending: 0, paused_at: null }]);
    expect(stdout).not.toContain('whsec_');
    const remove = `client webhook remove --client-id ${clientId} --url ${added.webhook_id} --json`;
    expect((await types(remove)).json).toEqual({ removed: 1 });
    expect((await types(remove)).status).toBe(1);
  });
});

describe('webhook list', () => {
  it('shows those of a school, and no others', async () => {
    await types('school create --name Elm --short-name elm --time-zone America/New_York');
    await slot.database.dataSource.query(
      `insert into webhooks (school_id, url, kinds, secret_sealed, heard_since, created_at, updated_at)
       select id, 'https://elm.example.org/', '{menu.changed}', 'sealed', now(), now(), now() from schools`,
    );
    const { json, stdout } = await types('webhook list --school elm --json');
    expect(json.webhooks).toMatchObject([{ url: 'https://elm.example.org/', kinds: ['menu.changed'] }]);
    expect(stdout).not.toContain('sealed');
  });
});
