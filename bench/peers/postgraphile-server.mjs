/** PostGraphile in production, from the folder that it is installed in: the connections of Grafast, tokens verified. */
import { createServer } from 'node:http';
import { grafserv } from 'postgraphile/grafserv/node';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { PgLazyJWTPreset } from 'postgraphile/presets/lazy-jwt';

const { DATABASE_URL, DATABASE_POOL_SIZE, JWT_SECRET } = process.env;

const instance = postgraphile({
  extends: [PostGraphileAmberPreset, PgLazyJWTPreset],
  // It would offer no order that an index does not bear.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: Number(DATABASE_POOL_SIZE), idleTimeoutMillis: 60_000 },
    }),
  ],
  schema: { pgJwtSecret: JWT_SECRET },
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
});
const handler = instance.createServ(grafserv);
const server = createServer();
await handler.addTo(server);
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.once('disconnect', () => process.exit());
