export interface AcrossSchools {
  tables: string[] | 'every';
  why: string;
}

/** Statements of the operator's commands, which are about the whole installation. */
export const BY_THE_OPERATOR: Record<string, AcrossSchools> = {
  'cli/doctor/tables.check.ts examineFamilies': {
    tables: ['memberships', 'schools', 'students'],
    why: 'counts graduates and parents without students of every school',
  },
  'platform/import-history/current-import-run.ts endTracking': {
    tables: ['import_changes'],
    why: 'an import may be of all the schools of a district: asks which of them it has changed',
  },
  'platform/import-history/imported-rows.ts findSchoolsToTell': {
    tables: ['import_changes'],
    why: 'an import may be of all the schools of a district: asks which of them the journal has to be told of',
  },
  'imports/import-runs.repository.ts ImportRunsRepository.finish': {
    tables: ['import_changes', 'import_runs', 'schools'],
    why: 'an import may be of all the schools of a district: counts what it has changed in each',
  },
  'imports/import-runs.repository.ts ImportRunsRepository.find': {
    tables: ['import_runs', 'schools'],
    why: 'the operator names a run, which may be of several schools',
  },
  'imports/undo/undo-conflicts.ts UndoConflicts.update': {
    tables: [
      ...['drawn_signatures', 'guardian_departures', 'member_departures', 'memberships', 'poll_responses'],
      ...['permission_slip_responses', 'withdrawn_guardians'],
    ],
    why: 'an account that an import has made is not removed while anything of any school is theirs',
  },
  'cli/backup/arrived-contents.service.ts ArrivedContents.checkFiles': {
    tables: ['menu_entries'],
    why: 'looks whether another school has a picture that a file says is of this one',
  },
  'cli/backup/school-loading.repository.ts assertNew': {
    tables: ['schools'],
    why: 'looks whether the school, its short name or its source is here',
  },
  'cli/move/destination.repository.ts Destination.hasName': {
    tables: ['schools'],
    why: 'looks whether another school has the short name of one that is to come',
  },
  'cli/doctor/moves.check.ts examineMoves': {
    tables: ['schools'],
    why: 'names the schools that have moved to another installation',
  },
  'cli/doctor/tables.check.ts examineDefaults': {
    tables: ['schools'],
    why: 'says of every school how it shows people who have not chosen',
  },
  'cli/backup/snapshot.repository.ts snapshotOf': {
    tables: [
      'changes',
      'disclosures',
      'student_photos',
      'parent_photos',
      'organization_photos',
      'attachments',
      'embedded_images',
      'menu_entries',
    ],
    why: 'a backup of an installation names the objects of all its schools',
  },
  'cli/backup/loading.repository.ts assertEmpty': {
    tables: 'every',
    why: 'looks whether a database is empty',
  },
  'features/audit/audit.repository.ts AuditRepository.list': {
    tables: ['audit_entries', 'memberships'],
    why: 'the operator reads the trail of every school, or of one',
  },
  'features/audit/audit.service.ts AuditService.verify': {
    tables: ['audit_heads'],
    why: 'the operator is told where every chain ends',
  },
  'features/audit/audit.repository.ts AuditRepository.firstFault': {
    tables: ['audit_entries', 'audit_heads', 'schools'],
    why: 'the operator looks whether every chain is whole',
  },
  'features/audit/audit.repository.ts AuditRepository.count': {
    tables: ['audit_entries'],
    why: 'the operator is told of how many entries that holds',
  },
  'cli/backup/restorable.repository.ts assertNoOrphans': {
    tables: 'every',
    why: 'looks whether all that a backup would hold could be restored',
  },
  'cli/doctor/backups.check.ts examineBackups': {
    tables: ['schools'],
    why: 'counts whether there is anything to back up',
  },
  'features/directory/guardians/guardian-restrictions.repository.ts GuardianRestrictionsRepository.findUnrestrictedElsewhere':
    {
      tables: ['guardians', 'schools', 'students'],
      why: 'a restriction belongs to the record: the operator hears of the same student at other schools',
    },
  'cli/doctor/mails.check.ts examineMails': {
    tables: ['mails'],
    why: 'the doctor looks at the whole outbox, as its metrics do',
  },
  'cli/doctor/trail.check.ts examineTrail': {
    tables: ['audit_entries', 'audit_heads'],
    why: 'the doctor looks at the chain of every school, and of the installation',
  },
  'cli/doctor/restrictions.check.ts examineRestrictions': {
    tables: ['guardians', 'memberships', 'staff_members', 'students'],
    why: 'the doctor looks at every school for another way of a restricted guardian to the student',
  },
};
