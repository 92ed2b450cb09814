import type { AlertedKind } from '../alert.js';

/** Texts of a kind of mail: its label, and a sentence beside the item itself where there is more to say. */
export interface KindMessages {
  label: string;
  lead?: string;
}

export type AllKindMessages = Record<AlertedKind, KindMessages>;

export const ENGLISH_KINDS: AllKindMessages = {
  notice_created: { label: 'New notice' },
  document_created: { label: 'New document' },
  poll_opened: { label: 'New poll' },
  poll_closing: { label: 'Poll closes soon', lead: 'You have not answered this poll yet.' },
  signup_opened: { label: 'New sign-up' },
  signup_promoted: { label: 'You have a place', lead: 'You were on the waitlist, and now you have a place.' },
  signup_changed: {
    label: 'Your sign-up has changed',
    lead: 'Something has changed about what you signed up for.',
  },
  slip_opened: { label: 'New permission slip', lead: 'The school asks for your answer.' },
  slip_reminder: {
    label: 'Permission slip closes soon',
    lead: 'The school is still waiting for your answer.',
  },
  slip_answered_by_other_guardian: {
    label: 'Permission slip answered',
    lead: 'Another guardian has answered this permission slip. You can read the answer in the directory.',
  },
};

export const SPANISH_KINDS: AllKindMessages = {
  notice_created: { label: 'Nuevo aviso' },
  document_created: { label: 'Nuevo documento' },
  poll_opened: { label: 'Nueva encuesta' },
  poll_closing: { label: 'La encuesta se cierra pronto', lead: 'Aún no ha respondido a esta encuesta.' },
  signup_opened: { label: 'Nueva inscripción' },
  signup_promoted: {
    label: 'Tiene una plaza',
    lead: 'Estaba en la lista de espera y ahora tiene una plaza.',
  },
  signup_changed: {
    label: 'Su inscripción ha cambiado',
    lead: 'Ha cambiado algo de aquello a lo que se inscribió.',
  },
  slip_opened: { label: 'Nueva autorización', lead: 'La escuela le pide su respuesta.' },
  slip_reminder: {
    label: 'La autorización se cierra pronto',
    lead: 'La escuela sigue esperando su respuesta.',
  },
  slip_answered_by_other_guardian: {
    label: 'Autorización respondida',
    lead: 'Otro progenitor o tutor ha respondido a esta autorización. Puede leer la respuesta en el directorio.',
  },
};

export const GERMAN_KINDS: AllKindMessages = {
  notice_created: { label: 'Neue Mitteilung' },
  document_created: { label: 'Neues Dokument' },
  poll_opened: { label: 'Neue Umfrage' },
  poll_closing: { label: 'Umfrage endet bald', lead: 'Sie haben diese Umfrage noch nicht beantwortet.' },
  signup_opened: { label: 'Neue Anmeldeliste' },
  signup_promoted: {
    label: 'Sie haben einen Platz',
    lead: 'Sie standen auf der Warteliste und haben jetzt einen Platz.',
  },
  signup_changed: {
    label: 'Ihre Anmeldung hat sich geändert',
    lead: 'An dem, wofür Sie sich angemeldet haben, hat sich etwas geändert.',
  },
  slip_opened: { label: 'Neue Einverständniserklärung', lead: 'Die Schule bittet um Ihre Antwort.' },
  slip_reminder: {
    label: 'Einverständniserklärung endet bald',
    lead: 'Die Schule wartet noch auf Ihre Antwort.',
  },
  slip_answered_by_other_guardian: {
    label: 'Einverständniserklärung beantwortet',
    lead: 'Eine andere erziehungsberechtigte Person hat geantwortet. Die Antwort ist im Verzeichnis zu sehen.',
  },
};

export const FRENCH_KINDS: AllKindMessages = {
  notice_created: { label: 'Nouvelle annonce' },
  document_created: { label: 'Nouveau document' },
  poll_opened: { label: 'Nouveau sondage' },
  poll_closing: {
    label: 'Le sondage se termine bientôt',
    lead: 'Vous n’avez pas encore répondu à ce sondage.',
  },
  signup_opened: { label: 'Nouvelle inscription' },
  signup_promoted: {
    label: 'Vous avez une place',
    lead: 'Vous étiez sur la liste d’attente et vous avez maintenant une place.',
  },
  signup_changed: {
    label: 'Votre inscription a changé',
    lead: 'Quelque chose a changé dans ce à quoi vous vous êtes inscrit.',
  },
  slip_opened: { label: 'Nouvelle autorisation parentale', lead: 'L’école vous demande votre réponse.' },
  slip_reminder: {
    label: 'L’autorisation se termine bientôt',
    lead: 'L’école attend toujours votre réponse.',
  },
  slip_answered_by_other_guardian: {
    label: 'Autorisation renseignée',
    lead: 'Un autre parent ou responsable légal a répondu à cette autorisation. Vous pouvez lire la réponse dans l’annuaire.',
  },
};
