import type { District } from '../../support/schools/district.factory.js';
import { OneRosterFiles } from '../oneroster/oneroster-files.js';

export const mailOf = ({ source }: District, name: string): string => `${name}@${source}.example`;

/** Three students at two schools with their families, a teacher, and a class. */
export const autumnOf = (district: District): OneRosterFiles =>
  new OneRosterFiles()
    .school('low')
    .school('mid')
    .student('a', { orgSourcedIds: 'low', agentSourcedIds: 'ga', grades: '05', phone: '1' })
    .student('b', { orgSourcedIds: 'low', agentSourcedIds: 'gb' })
    .student('c', { orgSourcedIds: 'mid', agentSourcedIds: 'gc', grades: '07' })
    .parent('ga', { email: mailOf(district, 'ga') })
    .parent('gb', { email: mailOf(district, 'gb') })
    .parent('gc', { email: mailOf(district, 'gc') })
    .teacher('t', { orgSourcedIds: 'low', email: mailOf(district, 't') })
    .class('k', { schoolSourcedId: 'low' })
    .enroll('k', 'a')
    .enroll('k', 'b')
    .teach('k', 't');

/** One student has moved up, another has another guardian by another address, the third is gone, and so is the class. */
export const springOf = (district: District): OneRosterFiles =>
  new OneRosterFiles()
    .school('low', { name: 'Lower' })
    .school('mid')
    .student('a', { orgSourcedIds: 'mid', agentSourcedIds: 'ga', grades: '06' })
    .student('b', { orgSourcedIds: 'low', agentSourcedIds: 'gb,new', givenName: 'Bea' })
    .student('d', { orgSourcedIds: 'mid' })
    .parent('ga', { email: mailOf(district, 'ga') })
    .parent('gb', { email: mailOf(district, 'other') })
    .parent('new', { email: mailOf(district, 'new') })
    .class('k2', { schoolSourcedId: 'low' })
    .enroll('k2', 'b');
