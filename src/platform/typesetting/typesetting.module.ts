import { Module } from '@nestjs/common';
import { Typesetter } from './typesetter.js';

/** One process sets the pages of all features: it holds the fonts in memory. */
@Module({
  providers: [{ provide: Typesetter, useFactory: () => new Typesetter() }],
  exports: [Typesetter],
})
export class TypesettingModule {}
