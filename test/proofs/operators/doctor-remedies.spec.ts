import { describe, expect, it } from '@jest/globals';
import { Surroundings } from '../../support/doctor.factory.js';
import { databaseSetUps } from '../../cli/doctor-set-ups/database.set-ups.js';
import { Desk } from '../../cli/doctor-set-ups/desk.js';
import { machineSetUps } from '../../cli/doctor-set-ups/machine.set-ups.js';
import { serviceSetUps } from '../../cli/doctor-set-ups/services.set-ups.js';
import { siteSetUps } from '../../cli/doctor-set-ups/site.set-ups.js';

/*
 * Set-ups that are wrong in one way each: doctor names the setting, says what to do, and is content when that was done word for
 * word. Whatever the remedy speaks of (a setting, a command, a statement) is what is done here.
 */

const around = new Surroundings();
const desk = new Desk(around);
const ALL = [databaseSetUps, siteSetUps, machineSetUps, serviceSetUps].flatMap((setUps) => setUps(desk));

describe('doctor', () => {
  it('meets forty set-ups and more', () => expect(ALL.length).toBeGreaterThanOrEqual(40));

  it.each(ALL.map((one) => [one.what, one] as const))(
    'names %s, with a remedy that works',
    async (_, setUp) => {
      const broken = await around.doctor(await setUp.env());
      const named = broken.checks.filter(({ name, status }) => name === setUp.name && status !== 'ok');
      const [found] = named.filter(({ remedy }) => remedy?.includes(setUp.remedy));
      expect([setUp.what, named, found?.name]).toEqual([setUp.what, named, setUp.name]);
      const { checks } = await around.doctor(await setUp.follow());
      const left = checks.filter(
        ({ name, message, status }) => name === setUp.name && status !== 'ok' && message === found!.message,
      );
      expect([setUp.what, left]).toEqual([setUp.what, []]);
      // What was named as failed is not only another failure now.
      if (found!.status === 'failed')
        expect(checks.filter(({ name, status }) => name === setUp.name && status === 'failed')).toEqual([]);
    },
  );
});
