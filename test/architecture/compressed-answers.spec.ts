import { describe, expect, it } from '@jest/globals';
import { handlersAsWritten } from './controllers.js';

/** Lists that are sent as they are, and the private text in them (contract section 0, rule 16). */
const PLAIN: Record<string, string> = {
  'MySessionsController.listMySessions': 'where the caller is signed in',
  'MyCorrectionsController.listMyCorrections': 'what the caller has written',
  'OwnConfirmationController.getMyConfirmation': 'what is on file of the caller',
  'MyClaimsController.listMyClaims': 'comments and answers of the caller',
  'EventRsvpsController.listEventRsvps': 'comments of families',
  'MenuSubscriptionsController.listMenuSubscriptions': 'tokens',
  'AppPasswordsController.listAppPasswords': 'what the caller calls their devices',
  'CalendarSubscriptionsController.listCalendarSubscriptions': 'tokens',
  'ListsController.listLists': 'what the caller calls their lists',
  'ListGuardiansController.listListGuardians': 'whom the caller has put on a list',
  'MessageRecipientsController.listMessageRecipients': 'whom the caller has put on a list',
  'ListCandidatesController.listListCandidates': 'chosen for a list',
  'OrganizationRosterController.listOrganizationCandidates': 'chosen by who manages the organization',
  'OrganizationPhotosController.listOrganizationPhotos': 'signed addresses',
  'OrganizationController.listNearbyFamilies': 'where the caller lives, by the distances',
};

/** Beside lists: what has no private text of the reader in it. */
const COMPRESSED_ITEMS = [
  'ChangesController.listChanges',
  'SchoolFeaturesController.getSchoolFeatures',
  'WatchController.getWatch',
];

const handlers = handlersAsWritten();
const has = (decorator: string) => handlers.filter(({ decorators }) => decorators.includes(decorator));
const namesOf = (found: typeof handlers): string[] => found.map(({ name }) => name).sort();

describe('compression', () => {
  it('applies to every list, unless the table says which private text is in it', () => {
    const lists = has('WeakETag');
    expect(namesOf(lists.filter(({ decorators }) => !decorators.includes('Compressed')))).toEqual(
      Object.keys(PLAIN).sort(),
    );
    expect(lists.length).toBeGreaterThan(25);
  });

  it('applies to no single item but those that the table names', () => {
    const documented = has('Compressed').filter((handler) => handler.documented);
    expect(namesOf(documented.filter(({ decorators }) => !decorators.includes('WeakETag')))).toEqual(
      COMPRESSED_ITEMS,
    );
  });
});
