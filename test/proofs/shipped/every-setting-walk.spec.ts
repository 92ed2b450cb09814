import { afterAll, beforeAll, describe } from '@jest/globals';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import { describeTour } from '../../readme/tour.js';
import { describeCalls } from '../../shipped/calls.js';
import { describeDocument } from '../../shipped/document.js';
import { EverySetting } from '../../shipped/every-setting.js';
import { describePages } from '../../shipped/pages.js';
import { aDataDir, startShipped, type ShippedService } from '../../shipped/shipped-service.js';
import { has, startPrism } from '../../shipped/tools.js';

/** All that the README, the document and the pages promise, with every setting on at once: `test/shipped` starts it and writes. */
describe('the program that is shipped, walked through with every setting at once', () => {
  const dataDir = aDataDir();
  let settings: EverySetting;
  let service: ShippedService;
  let prism: { url: string; stop(): Promise<void> } | null = null;

  beforeAll(async () => {
    settings = await EverySetting.start();
    const given = await settings.environment(dataDir.path);
    service = await startShipped(dataDir.path, given, () => settings.smtp.mails.map(({ text }) => text));
    if (has('prism')) prism = await startPrism(fromProjectRoot('docs/openapi-3.1.json'), service.url);
  }, 300_000);
  afterAll(async () => {
    await prism?.stop();
    await service.stop();
    await settings.stop();
    dataDir.remove();
  });

  describeTour(() => service);
  describeDocument(() => service);
  describePages(() => service);
  describeCalls(() => ({ site: service, api: prism?.url ?? service.url }));
});
