import { Module } from '@nestjs/common';
import { VerifiedTokens } from './verified-tokens.js';

@Module({ providers: [VerifiedTokens], exports: [VerifiedTokens] })
export class VerifiedTokensModule {}
