import type { LinkedType } from '../../platform/pages/app-links.js';

/** The texts of landing pages in one language; all but the names of schools are HTML already. */
export interface LandingMessages {
  /** BCP 47. */
  language: string;
  items: Record<LinkedType | 'school', string>;
  yourSchool: string;
  itemOf: (item: string, school: string) => string;
  membersOnly: string;
  open: string;
  ifNothingOpens: string;
  openTheApp: (school: string) => string;
}

const ENGLISH: LandingMessages = {
  language: 'en',
  items: {
    school: 'The directory',
    notice: 'A notice',
    document: 'A document',
    poll: 'A poll',
    signup: 'A sign-up',
    permission_slip: 'A permission slip',
    event: 'An event',
    series: 'A repeating event',
    organization: 'A team, club or class',
    student: 'A student',
    menu: 'A menu',
  },
  yourSchool: 'your school',
  itemOf: (item, school) => `${item} of ${school}`,
  membersOnly:
    'It is for the school’s families and staff. You see it in the school’s app once you are signed in.',
  open: 'Open in the app',
  ifNothingOpens:
    'If nothing happens, the app is not on this device. Open this link on the one that you use the app on.',
  openTheApp: (school) =>
    `Open the app with which you use the directory of ${school}, and look for it there. If you do not know which app that
is, ask the school’s office.`,
};

const SPANISH: LandingMessages = {
  language: 'es',
  items: {
    school: 'El directorio',
    notice: 'Un aviso',
    document: 'Un documento',
    poll: 'Una encuesta',
    signup: 'Una inscripción',
    permission_slip: 'Una autorización',
    event: 'Un evento',
    series: 'Un evento periódico',
    organization: 'Un equipo, club o clase',
    student: 'Un alumno o una alumna',
    menu: 'Un menú',
  },
  yourSchool: 'su escuela',
  itemOf: (item, school) => `${item} de ${school}`,
  membersOnly:
    'Es para las familias y el personal de la escuela. Lo verá en la aplicación de la escuela después de iniciar sesión.',
  open: 'Abrir en la aplicación',
  ifNothingOpens:
    'Si no ocurre nada, la aplicación no está en este dispositivo. Abra este enlace en el dispositivo en el que la usa.',
  openTheApp: (school) =>
    `Abra la aplicación con la que usa el directorio de ${school} y búsquelo allí. Si no sabe cuál es, pregunte en la
secretaría de la escuela.`,
};

const GERMAN: LandingMessages = {
  language: 'de',
  items: {
    school: 'Das Verzeichnis',
    notice: 'Eine Mitteilung',
    document: 'Ein Dokument',
    poll: 'Eine Umfrage',
    signup: 'Eine Anmeldeliste',
    permission_slip: 'Eine Einverständniserklärung',
    event: 'Ein Termin',
    series: 'Ein Termin, der sich wiederholt',
    organization: 'Ein Team, ein Klub oder eine Klasse',
    student: 'Eine Schülerin oder ein Schüler',
    menu: 'Ein Speiseplan',
  },
  yourSchool: 'Ihrer Schule',
  itemOf: (item, school) => `${item} von ${school}`,
  membersOnly:
    'Das ist für Familien und Personal der Schule. Sie sehen es in der App der Schule, sobald Sie angemeldet sind.',
  open: 'In der App öffnen',
  ifNothingOpens:
    'Wenn nichts geschieht, ist die App nicht auf diesem Gerät. Öffnen Sie diesen Link auf dem Gerät, auf dem Sie sie benutzen.',
  openTheApp: (school) =>
    `Öffnen Sie die App, mit der Sie das Verzeichnis von ${school} benutzen, und suchen Sie dort danach. Wenn Sie nicht
wissen, welche App das ist, fragen Sie im Sekretariat der Schule.`,
};

const FRENCH: LandingMessages = {
  language: 'fr',
  items: {
    school: 'L’annuaire',
    notice: 'Une annonce',
    document: 'Un document',
    poll: 'Un sondage',
    signup: 'Une inscription',
    permission_slip: 'Une autorisation',
    event: 'Un événement',
    series: 'Un événement qui se répète',
    organization: 'Une équipe, un club ou une classe',
    student: 'Un ou une élève',
    menu: 'Un menu',
  },
  yourSchool: 'votre école',
  itemOf: (item, school) => `${item} de ${school}`,
  membersOnly:
    'C’est pour les familles et le personnel de l’école. Vous le verrez dans l’application de l’école une fois connecté.',
  open: 'Ouvrir dans l’application',
  ifNothingOpens:
    'Si rien ne se passe, l’application n’est pas sur cet appareil. Ouvrez ce lien sur celui où vous l’utilisez.',
  openTheApp: (school) =>
    `Ouvrez l’application avec laquelle vous utilisez l’annuaire de ${school}, et cherchez-le là. Si vous ne savez pas
laquelle, demandez au secrétariat de l’école.`,
};

const LANGUAGES = [ENGLISH, SPANISH, GERMAN, FRENCH];

/** @param locale BCP 47; English for a language that is not here */
export const landingMessages = (locale: string): LandingMessages =>
  LANGUAGES.find(({ language }) => language === new Intl.Locale(locale).language) ?? ENGLISH;
