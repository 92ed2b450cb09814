import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import { NestedBody } from '../../../platform/http/declared-members.js';
import { WhenGiven } from '../../../platform/http/field-decorators.js';
import { MAIL_RHYTHMS, type MailKind, type MailRhythm, type MailRhythms } from './mail-kinds.js';

const Rhythm = () => ApiProperty({ enum: MAIL_RHYTHMS });
const ChosenRhythm = () =>
  applyDecorators(WhenGiven(), IsIn(MAIL_RHYTHMS), ApiPropertyOptional({ enum: MAIL_RHYTHMS, type: String }));

/** When mails of each kind come: at once, in one mail at 07:00, or never. */
export class MailRhythmsOfKinds implements MailRhythms {
  @Rhythm()
  notices: MailRhythm;

  @Rhythm()
  documents: MailRhythm;

  @Rhythm()
  polls: MailRhythm;

  @Rhythm()
  signups: MailRhythm;

  @Rhythm()
  permission_slips: MailRhythm;

  @Rhythm()
  events: MailRhythm;

  /** What has become of something that the person did, such as a place from the waitlist. */
  @Rhythm()
  own_answers: MailRhythm;
}

/** A kind that is left out stays as it is. */
export class MailRhythmsInput implements Partial<Record<MailKind, MailRhythm>> {
  @ChosenRhythm()
  notices?: MailRhythm;

  @ChosenRhythm()
  documents?: MailRhythm;

  @ChosenRhythm()
  polls?: MailRhythm;

  @ChosenRhythm()
  signups?: MailRhythm;

  @ChosenRhythm()
  permission_slips?: MailRhythm;

  @ChosenRhythm()
  events?: MailRhythm;

  @ChosenRhythm()
  own_answers?: MailRhythm;
}

const Hour = () =>
  applyDecorators(
    Matches(/^([01]\d|2[0-3]):[0-5]\d$/, { message: '$property must be a time of the day such as 21:00' }),
    ApiProperty({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', example: '21:00' }),
  );

/** From which time to which no mail comes, by the clock of the school that it is from. */
export class QuietHoursBody {
  @Hour()
  from: string;

  /** Another one than `from`; of the next day where it is earlier. */
  @Hour()
  to: string;
}

export class MailOfSchool {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  kinds: MailRhythmsOfKinds;

  /** No mail of this school comes at all, whatever `kinds` says: the address at the foot of each mail switches this, too. */
  paused: boolean;
}

export class MyMail {
  /** Where the caller is an active member, by name of the school. */
  @ApiProperty({ type: [MailOfSchool] })
  schools: MailOfSchool[];

  /** Null where mail comes at any time. */
  @ApiProperty({ type: QuietHoursBody, nullable: true })
  quiet: QuietHoursBody | null;
}

export class MailOfSchoolInput {
  @IsUUID('loose')
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @WhenGiven()
  @NestedBody(() => MailRhythmsInput)
  @ApiPropertyOptional({ type: MailRhythmsInput })
  kinds?: MailRhythmsInput;

  @WhenGiven()
  @IsBoolean()
  paused?: boolean;
}

const MAX_SCHOOLS = 50;

export class MyMailInput {
  /** A school that is left out stays as it is. */
  @WhenGiven()
  @IsArray()
  @ArrayMaxSize(MAX_SCHOOLS)
  @NestedBody(() => MailOfSchoolInput, { each: true })
  @ApiPropertyOptional({ type: [MailOfSchoolInput], maxItems: MAX_SCHOOLS })
  schools?: MailOfSchoolInput[];

  /** Null: mail comes at any time. */
  @IsOptional()
  @NestedBody(() => QuietHoursBody)
  @ApiPropertyOptional({ type: QuietHoursBody, nullable: true })
  quiet?: QuietHoursBody | null;
}
