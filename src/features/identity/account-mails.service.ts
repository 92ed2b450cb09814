import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { Mailer, MailFailure } from '../../platform/mail/mailer.js';
import { appLink } from '../../platform/pages/app-links.js';
import {
  AccountMailsRepository,
  type DueAccountMail,
  type InvitedPerson,
} from './account-mails.repository.js';
import type { AccountChange, AccountMailKind } from './user.entity.js';

export type { AccountChange } from './user.entity.js';

interface Words {
  guessing: [subject: string, text: string];
  operator: [subject: string, text: (reason: string, until: string, address: string) => string];
  invitation: [subject: (school: string) => string, text: (invited: Invited) => string];
}

interface Invited {
  school: string;
  email: string;
  until: string;
  /** Where the school is in the app, or on a page of the service. */
  address: string;
}

const ENGLISH: Words = {
  guessing: [
    'Somebody is trying passwords for your account',
    `Many wrong passwords were tried for your account in the school directory. Nobody got in by them.

Where you are signed in, you stay signed in, and where you have signed in during the last 30 days you can do so as always. From anywhere else signing in may be refused for a day.

What you can do: keep a password that you use nowhere else, and ask your school to turn two-step verification on. Tell the school if this goes on.
`,
  ],
  operator: [
    'An operator opened a session in your name',
    (reason, until, address) => `An operator of the school directory opened a session in your name.

Reason: ${reason}
Until: ${until}

To end it at once: open the list of your sessions in your app, and end the one called "Operator" (DELETE ${address}). If you did not expect this, ask your school.
`,
  ],
  invitation: [
    (school) => `${school} invites you to its directory`,
    ({
      school,
      email,
      until,
      address,
    }) => `${school} invites you to its directory: the families and the staff of the school, its calendar and its notices.

Open ${address} and sign in with this address: ${email}. What the school has prepared for you is there then.

The invitation is for this address alone, and ends: ${until}. If you did not expect it, you need not do anything, or tell the school.
`,
  ],
};

const SPANISH: Words = {
  guessing: [
    'Alguien está probando contraseñas para su cuenta',
    `Se probaron muchas contraseñas erróneas para su cuenta en el directorio escolar. Nadie entró con ellas.

Donde tiene la sesión iniciada, sigue iniciada, y donde la ha iniciado en los últimos 30 días puede hacerlo como siempre. Desde otros lugares puede rechazarse el inicio de sesión durante un día.

Qué puede hacer: use una contraseña que no utilice en ningún otro sitio y pida a su escuela que active la verificación en dos pasos. Avise a la escuela si esto continúa.
`,
  ],
  operator: [
    'Un operador abrió una sesión en su nombre',
    (reason, until, address) => `Un operador del directorio escolar abrió una sesión en su nombre.

Motivo: ${reason}
Hasta: ${until}

Para cerrarla de inmediato: abra la lista de sus sesiones en la aplicación y cierre la que se llama "Operator" (DELETE ${address}). Si no lo esperaba, pregunte a su escuela.
`,
  ],
  invitation: [
    (school) => `${school} le invita a su directorio`,
    ({
      school,
      email,
      until,
      address,
    }) => `${school} le invita a su directorio: las familias y el personal de la escuela, su calendario y sus avisos.

Abra ${address} e inicie sesión con esta dirección: ${email}. Allí está lo que la escuela ha preparado para usted.

La invitación es solo para esta dirección y termina: ${until}. Si no la esperaba, no tiene que hacer nada, o avise a la escuela.
`,
  ],
};

const GERMAN: Words = {
  guessing: [
    'Jemand probiert Passwörter für Ihr Konto aus',
    `Für Ihr Konto im Schulverzeichnis wurden viele falsche Passwörter probiert. Niemand ist damit hineingekommen.

Wo Sie angemeldet sind, bleiben Sie angemeldet, und wo Sie sich in den letzten 30 Tagen angemeldet haben, geht es wie immer. Von anderswo kann die Anmeldung einen Tag lang abgelehnt werden.

Was Sie tun können: Verwenden Sie ein Passwort, das Sie sonst nirgends haben, und bitten Sie Ihre Schule, die Anmeldung in zwei Schritten einzuschalten. Sagen Sie der Schule Bescheid, wenn es weitergeht.
`,
  ],
  operator: [
    'Ein Betreiber hat in Ihrem Namen eine Sitzung geöffnet',
    (
      reason,
      until,
      address,
    ) => `Ein Betreiber des Schulverzeichnisses hat in Ihrem Namen eine Sitzung geöffnet.

Grund: ${reason}
Bis: ${until}

So beenden Sie sie sofort: Öffnen Sie in Ihrer App die Liste Ihrer Sitzungen und beenden Sie die namens "Operator" (DELETE ${address}). Wenn Sie das nicht erwartet haben, fragen Sie Ihre Schule.
`,
  ],
  invitation: [
    (school) => `${school} lädt Sie in ihr Verzeichnis ein`,
    ({
      school,
      email,
      until,
      address,
    }) => `${school} lädt Sie in ihr Verzeichnis ein: Familien und Personal der Schule, Kalender und Mitteilungen.

Öffnen Sie ${address} und melden Sie sich mit dieser Adresse an: ${email}. Dann ist da, was die Schule für Sie vorbereitet hat.

Die Einladung gilt nur für diese Adresse und endet: ${until}. Wenn Sie sie nicht erwartet haben, müssen Sie nichts tun, oder sagen Sie der Schule Bescheid.
`,
  ],
};

const FRENCH: Words = {
  guessing: [
    'Quelqu’un essaie des mots de passe pour votre compte',
    `De nombreux mots de passe erronés ont été essayés pour votre compte dans l’annuaire scolaire. Personne n’est entré ainsi.

Là où vous êtes connecté, vous le restez, et là où vous vous êtes connecté ces 30 derniers jours, tout marche comme d’habitude. Depuis un autre lieu, la connexion peut être refusée pendant un jour.

Ce que vous pouvez faire : utilisez un mot de passe que vous n’avez nulle part ailleurs, et demandez à votre école d’activer la vérification en deux étapes. Prévenez l’école si cela continue.
`,
  ],
  operator: [
    'Un opérateur a ouvert une session en votre nom',
    (reason, until, address) => `Un opérateur de l’annuaire scolaire a ouvert une session en votre nom.

Motif : ${reason}
Jusqu’à : ${until}

Pour y mettre fin aussitôt : ouvrez la liste de vos sessions dans votre application et terminez celle qui s’appelle "Operator" (DELETE ${address}). Si vous ne vous y attendiez pas, demandez à votre école.
`,
  ],
  invitation: [
    (school) => `${school} vous invite dans son annuaire`,
    ({
      school,
      email,
      until,
      address,
    }) => `${school} vous invite dans son annuaire : les familles et le personnel de l’école, son calendrier et ses avis.

Ouvrez ${address} et connectez-vous avec cette adresse : ${email}. Vous y trouverez ce que l’école a préparé pour vous.

L’invitation est pour cette adresse seule et se termine : ${until}. Si vous ne l’attendiez pas, vous n’avez rien à faire, ou prévenez l’école.
`,
  ],
};

const WORDS: Record<string, Words> = { en: ENGLISH, es: SPANISH, de: GERMAN, fr: FRENCH };

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
/** Mails that one process sends at the same time. */
const AT_ONCE = 8;
/** Each wait is twice as long as the one before, from a minute on: within a day. */
const MAX_ATTEMPTS = 10;

/** What people are mailed about their account: written into the database where it happens, sent by a job. */
@Injectable()
export class AccountMails implements OnModuleInit {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly mails: AccountMailsRepository,
    private readonly mailer: Mailer,
    private readonly jobs: BackgroundJobs,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl' | 'appUrl'>,
  ) {}

  onModuleInit(): void {
    this.jobs.add({ name: 'account mail', everyMs: SECOND, round: () => this.sendDue() });
  }

  /** To whoever has this email, once a day. Never fails: the next one who is refused asks again. */
  async warnOfGuessing(email: string): Promise<void> {
    const now = this.clock.now();
    await this.mails.addGuessing(email, now, new Date(now.getTime() - DAY)).catch((error: unknown) => {
      const { name, code } = error as { name?: string; code?: unknown };
      this.logger.warn({ error: name, code }, 'A mail about guessed passwords could not be written down yet');
    });
  }

  /** Where the person has two-step verification on: somebody got around the second step. */
  async tellOfOperator(
    session: { id: string; userId: string; expiresAt: Date },
    reason: string,
  ): Promise<void> {
    const details = { reason, until: session.expiresAt.toISOString() };
    await this.mails.addOperatorSession(session, details, this.clock.now());
  }

  /**
   * Within the caller's transaction: what has changed about the account, and what to do when it was not them.
   * @param email where it goes; without it to the first address of the account
   */
  tellOfChange(
    manager: EntityManager,
    userId: string,
    kind: AccountChange,
    email: string | null = null,
  ): Promise<void> {
    return this.mails.addChange(manager, { userId, email, kind }, this.clock.now());
  }

  /** Within the caller's transaction: a link by which this person proves that the address is theirs. */
  sendAddressLink(manager: EntityManager, userId: string, email: string): Promise<void> {
    return this.mails.addChange(manager, { userId, email, kind: 'address_link' }, this.clock.now());
  }

  /** Within the caller's transaction: who is invited is mailed once, however many do it at the same time. */
  invite(
    manager: EntityManager,
    school: { id: string; name: string; locale: string; timeZone: string },
    people: InvitedPerson[],
  ): Promise<void> {
    return this.mails.addInvitations(manager, school, people, this.clock.now());
  }

  /** @returns whether more may be due */
  async sendDue(): Promise<boolean> {
    const due = await this.mails.claim(this.clock.now(), AT_ONCE);
    await Promise.all(due.map((mail) => this.deliver(mail)));
    return due.length === AT_ONCE;
  }

  private async deliver(mail: DueAccountMail): Promise<void> {
    try {
      await this.mailer.send(this.write(mail));
    } catch (error) {
      const failure = error instanceof MailFailure ? error : null;
      if (!failure?.isFinal && mail.attempts < MAX_ATTEMPTS) return;
      this.logger.warn(
        { mail: mail.id, failure: failure?.message ?? 'other' },
        'A mail about an account was given up',
      );
    }
    await this.mails.end(mail.id, this.clock.now());
  }

  private write({ id, email, locale, timeZone, kind, subject: about, details }: DueAccountMail) {
    const words = WORDS[new Intl.Locale(locale).language] ?? ENGLISH;
    const { siteUrl, appUrl } = this.settings;
    const until = details?.until ? timeText(new Date(details.until), locale, timeZone) : '';
    const school = details?.school ?? '';
    const address = kind === 'invitation' ? appLink(appUrl, { schoolId: about }) : '';
    const written: Partial<Record<AccountMailKind, () => [subject: string, text: string]>> = {
      guessing: () => words.guessing,
      operator_session: () => [
        words.operator[0],
        words.operator[1](details?.reason ?? '', until, `${siteUrl}/api/v1/me/sessions/${about}`),
      ],
      invitation: () => [words.invitation[0](school), words.invitation[1]({ school, email, until, address })],
    };
    const [subject, text] = (written[kind] ?? (() => [kind, kind]))();
    return {
      to: email,
      subject,
      text,
      messageId: `<${id}@${new URL(siteUrl).hostname}>`,
      // RFC 3834 §5.
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
  }
}

const timeText = (time: Date, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full', timeStyle: 'long' }).format(time);
