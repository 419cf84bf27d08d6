/**
 * The engine's way to Postgres: Prisma's own `pg` adapter, with four gaps closed that show only when the schema engine,
 * not the client, uses it.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import { parse } from 'pg-connection-string';
import { withoutPrismaParameters } from './database.mjs';

const PgResult = createRequire(import.meta.url)('pg/lib/result');

// Gap 1: the adapter does not know the type "char" (object id 18), which only Postgres's own catalogue uses and which
// the engine reads. It passes the adapter as an array of it (1002) and is corrected in `repaired`.
const { addFields } = PgResult.prototype;
PgResult.prototype.addFields = function (fields) {
  addFields.call(this, fields);
  for (const field of fields) if (field.dataTypeID === 18) field.dataTypeID = 1002;
};

function repaired(connection) {
  const queryRaw = connection.queryRaw.bind(connection);
  connection.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const holdsChars = (column) => result.rows.some((row) => typeof row[column] === 'string');
    result.columnTypes = result.columnTypes.map((type, column) =>
      type === ColumnTypeEnum.CharacterArray && holdsChars(column) ? ColumnTypeEnum.Character : type,
    );
    return result;
  };
  // Gap 2: the adapter cuts scripts at every semicolon, also at those inside the body of a function. Postgres takes the
  // whole script, and takes it as one transaction, as the native engine would have sent it.
  if (connection.executeScript !== undefined) {
    connection.executeScript = async (script) => {
      try {
        await connection.underlyingDriver().query(script);
      } catch (error) {
        connection.onError(error);
      }
    };
  }
  if (connection.startTransaction !== undefined) {
    const startTransaction = connection.startTransaction.bind(connection);
    connection.startTransaction = async (...options) => repaired(await startTransaction(...options));
  }
  return connection;
}

/** What the engine opens its connections with. Without an address (as in `generate`) nothing is ever opened. */
export function adapterFactory(url) {
  const address = url ?? 'postgresql://127.0.0.1:1/none';
  const schema = new URL(address).searchParams.get('schema') ?? undefined;
  const connection = connectionFields(address);
  const factory = new PrismaPg(connection, { schema });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => repaired(await connect());

  // Gap 3: the adapter drops the shadow database while its own connections to it are open, which always fails.
  factory.connectToShadowDb = async () => {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    const admin = await connect();
    await admin.executeScript(`CREATE DATABASE "${name}"`);
    const shadow = await new PrismaPg({ ...connection, database: name }, { schema }).connect();
    const close = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await close();
      await admin.executeScript(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      await admin.dispose();
    };
    return repaired(shadow);
  };
  return bindMigrationAwareSqlAdapterFactory(factory);
}

/**
 * Gap 4: `pg` lets a connection string win over the field `database`, so a shadow connection made with a string would be
 * a connection to the REAL database, and the engine empties what it takes for the shadow. Fields only, therefore.
 */
function connectionFields(address) {
  const { host, port, user, password, database, ssl } = parse(withoutPrismaParameters(address));
  const fields = { host, port: Number(port ?? 5432), user, password, database };
  return ssl === undefined ? fields : { ...fields, ssl };
}
