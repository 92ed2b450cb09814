import { describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AlertKinds, type NotifiedItems } from './alert-kinds.js';
import { type Alert, NOTIFICATION_TARGETS, type NotificationTarget } from './alert.js';
import { whenClosing, whenOpen } from './alert-audience.js';

const OPENS = whenOpen('opens_at', 'closes_at');

/** What the features register, in short. */
const ITEMS: [NotificationTarget, [kind: Alert['kind'], schedule?: typeof OPENS][]][] = [
  [
    'permission_slip',
    [
      ['slip_opened', OPENS],
      ['slip_reminder', whenClosing()],
    ],
  ],
  [
    'poll',
    [
      ['poll_closing', whenClosing()],
      ['poll_opened', OPENS],
    ],
  ],
  ['signup', [['signup_opened', OPENS]]],
  ['document', [['document_created']]],
  ['notice', [['notice_created', OPENS], ['notice_reminder']]],
  ['event', [['event_created'], ['event_rsvp_reminder']]],
  ['confirmation', [['confirmation_opened'], ['confirmation_reminder']]],
  ['correction', []],
];

const itemsOf = (type: string, kinds: (typeof ITEMS)[number][1]): NotifiedItems => ({
  target: { path: (_, id) => `/${type}/${id}`, availability: `select '${type}'` },
  alerts: {
    table: `${type}s`,
    feature: 'calendar',
    kinds: kinds.map(([kind, schedule]) => ({ kind, ...(schedule && { schedule }) })),
    contents: [`select ${type}`],
  },
});

const registeredBut = (isLeftOut: (name: string) => boolean = () => false): AlertKinds => {
  const kinds = new AlertKinds();
  for (const [type, all] of ITEMS) {
    if (isLeftOut(type)) continue;
    kinds.register(
      type,
      itemsOf(
        type,
        all.filter(([kind]) => !isLeftOut(kind)),
      ),
    );
  }
  return kinds;
};

describe('AlertKinds', () => {
  it.each([...ITEMS.map(([type]) => type), 'poll_closing', 'slip_opened'])(
    'refuses to start when no feature has registered %s',
    (name) => {
      expect(() => registeredBut((one) => one === name).onModuleInit()).toThrow(name);
    },
  );

  it('stops a program that has no feature with alerts', async () => {
    class Program {}
    Module({ providers: [AlertKinds] })(Program);
    const start = NestFactory.createApplicationContext(Program, { logger: false, abortOnError: false });
    await expect(start).rejects.toThrow('notice, document, poll, signup, permission_slip, event');
  });

  it('starts when everything is registered, and refuses what comes twice', () => {
    const kinds = registeredBut();
    expect(() => kinds.onModuleInit()).not.toThrow();
    expect(() => kinds.register('poll', itemsOf('poll', []))).toThrow('twice');
  });

  it('lists what is scheduled in one order, openings before reminders', () => {
    expect(
      registeredBut()
        .scheduled()
        .map(({ item, kind, table }) => [item, kind, table]),
    ).toEqual([
      ['notice', 'notice_created', 'notices'],
      ['poll', 'poll_opened', 'polls'],
      ['signup', 'signup_opened', 'signups'],
      ['permission_slip', 'slip_opened', 'permission_slips'],
      ['poll', 'poll_closing', 'polls'],
      ['permission_slip', 'slip_reminder', 'permission_slips'],
    ]);
  });

  it('puts together what every feature has registered, notices first', () => {
    const kinds = registeredBut();
    expect(kinds.contents()[0]).toBe('select notice');
    expect(kinds.contents()).toHaveLength(ITEMS.length);
    expect(kinds.standings()).toHaveLength(NOTIFICATION_TARGETS.length);
  });

  it('refuses an alert that is not registered', () => {
    const kinds = registeredBut((name) => name === 'poll_closing');
    expect(() => kinds.kindOf({ item: 'poll', kind: 'poll_closing' })).toThrow('poll_closing');
    expect(() => new AlertKinds().alertsOf('poll')).toThrow('poll');
    expect(() => new AlertKinds().targetOf('event')).toThrow('event');
  });
});
