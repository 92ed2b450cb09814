import { ApiProperty } from '@nestjs/swagger';

export class MySession {
  @ApiProperty({ format: 'uuid' })
  id: string;

  /** The application that opened it. */
  client_name: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** When tokens of the session were last given out. */
  @ApiProperty({ format: 'date-time' })
  last_used_at: string;

  /** Whether the second step was done. */
  two_step: boolean;

  /** The session of this call. */
  current: boolean;
}

export class MySessions {
  /** The caller's live sessions, last used first. */
  @ApiProperty({ type: [MySession] })
  sessions: MySession[];
}
