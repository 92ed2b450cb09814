import { Column, Entity, Index } from 'typeorm';
import { AuthoredItem } from '../publishing/published-item.entity.js';

/** An entry of the Document Library. */
@Entity('documents')
@Index('documents_organization_idx', ['organizationId'])
export class Document extends AuthoredItem('documents') {
  @Column({ type: 'text', collation: 'und-x-icu' })
  title: string;

  /** Sanitised HTML. */
  @Column('text', { nullable: true })
  description: string | null;
}
