import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A host whose documents count as applications: the operator allows it. */
@Entity('client_hosts')
export class ClientHost {
  /** `https://assistant.example`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_hosts_pkey' })
  origin: string;

  /** UTC. */
  @Column('timestamptz')
  allowedAt: Date;
}
