import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class DemoAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A revoked one counts. */
  async hasApplication(name: string): Promise<boolean> {
    const found = await this.dataSource.query<unknown[]>('select from applications where name = $1 limit 1', [
      name,
    ]);
    return found.length > 0;
  }
}
