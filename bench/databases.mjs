import pg from 'pg';
import { createDataSource } from '../dist/src/platform/database/data-source.js';

export async function migrate(url) {
  const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
}

/** Runs some work with a connection of its own. */
export async function withClient(url, work) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A copy of a database that nobody is connected to; its address. */
export async function copyDatabase(url, name) {
  await withClient(addressIn(url, 'postgres'), (db) =>
    db.query(`create database ${name} template "${nameOf(url)}"`),
  );
  return addressIn(url, name);
}

/** An empty one beside that of an address. */
export async function createDatabase(url, name) {
  await withClient(url, (db) => db.query(`create database ${name} template template0`));
  return addressIn(url, name);
}

export async function dropDatabase(url) {
  await withClient(addressIn(url, 'postgres'), (db) =>
    db.query(`drop database "${nameOf(url)}" with (force)`),
  );
}

const nameOf = (url) => new URL(url).pathname.slice(1);

function addressIn(url, name) {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
