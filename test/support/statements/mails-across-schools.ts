import type { AcrossSchools } from './operator-across-schools.js';

/** Those of mails: a mail may be of no school, and the outbox is one. */
export const OF_MAILS: Record<string, AcrossSchools> = {
  'platform/mail/mails.repository.ts MailsRepository.count': {
    tables: ['mails'],
    why: 'a metric of the whole outbox',
  },
  'platform/mail/mails.repository.ts MailsRepository.findOldestDue': {
    tables: ['mails'],
    why: 'a metric of the whole outbox',
  },
  'platform/mail/mails.repository.ts MailsRepository.claimDueMails': {
    tables: ['mails', 'schools'],
    why: 'finds mail that is due, of whichever school, or of none',
  },
  'platform/mail/mails.repository.ts MailsRepository.end': {
    tables: ['mails'],
    why: 'a mail that was claimed, or that an operator names; many are of no school',
  },
  'platform/mail/mails.repository.ts MailsRepository.endAsDead': {
    tables: ['mails'],
    why: 'a mail that was claimed, or that an operator names; many are of no school',
  },
  'platform/mail/mails.repository.ts MailsRepository.delete': {
    tables: ['mails'],
    why: 'a mail that was claimed, or that an operator names; many are of no school',
  },
  'platform/mail/mails.repository.ts MailsRepository.hold': {
    tables: ['mails'],
    why: 'one mail, by its id',
  },
  'platform/mail/mails.repository.ts MailsRepository.findWaitingAlerts': {
    tables: ['mails'],
    why: 'those that one daily mail names, by their ids',
  },
  'platform/mail/mails.repository.ts MailsRepository.postpone': {
    tables: ['mails'],
    why: 'a mail that was claimed, or that an operator names; many are of no school',
  },
  'platform/mail/mails.repository.ts MailsRepository.revive': {
    tables: ['mails'],
    why: 'a mail that was claimed, or that an operator names; many are of no school',
  },
  'platform/mail/mails.repository.ts MailsRepository.deleteDead': {
    tables: ['mails'],
    why: 'a mail that was claimed, or that an operator names; many are of no school',
  },
  'platform/mail/mails.repository.ts MailsRepository.findJob': {
    tables: ['mails', 'notifications', 'schools'],
    why: "an operator's list over all schools",
  },
  'platform/mail/mails.repository.ts MailsRepository.findJobs': {
    tables: ['mails', 'notifications', 'schools'],
    why: "an operator's list over all schools",
  },
  'platform/mail/mails.repository.ts MailsRepository.findDeadJobs': {
    tables: ['mails', 'memberships', 'notifications', 'schools'],
    why: "an operator's list over all schools",
  },
  'platform/mail/mails.repository.ts MailsRepository.findAddressed': {
    tables: ['mails'],
    why: 'a mail with an invitation is of no school; its subject says which one invites',
  },
  'features/alerts/choices/mail-choices.repository.ts MailChoicesRepository.find': {
    tables: ['mail_choices', 'schools'],
    why: 'the token of an unsubscribe address leads to its school',
  },
  'features/alerts/choices/mail-choices.repository.ts <anonymous>': {
    tables: ['mail_choices'],
    why: 'the token of an unsubscribe address leads to its school',
  },
  'features/directory/guardians/guardian-mail-choices.repository.ts GuardianMailChoicesRepository.find': {
    tables: ['guardians', 'schools'],
    why: 'an address without a token of an account: the token of the mail is all that is known',
  },
  'features/directory/guardians/guardian-mail-choices.repository.ts GuardianMailChoicesRepository.change': {
    tables: ['guardians'],
    why: 'changes the records of one address at one school, which the token of the mail leads to',
  },
};
