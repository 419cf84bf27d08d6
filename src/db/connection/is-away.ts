/** Codes of Node, Postgres, Prisma and our own that say that the database cannot be reached, is not ready or is held up. */
const awayCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // Postgres: connection exceptions, admin shutdown, crash shutdown, cannot connect now, too many connections.
  '08000',
  '08003',
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Postgres: a lock, a statement or an idle transaction took too long; a deadlock or a conflict with another transaction.
  '55P03',
  '57014',
  '25P03',
  '40P01',
  '40001',
  // Prisma: cannot reach, timed out, connection closed, pool exhausted, transaction not started or lost.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  // Prisma: a deadlock or a conflict with another transaction.
  'P2034',
  // Ours: the caller has too much under way, the breaker is open, or a transaction was held up.
  'NO_SEAT_FREE',
  'DATABASE_HANGS',
  'TRANSACTION_TOO_LONG',
]);

/** Classes of SQLSTATE that blame the values of one statement: data exceptions and broken constraints. */
const classesOfValues: ReadonlySet<string> = new Set(['22', '23']);

/** Whether Postgres refused a statement for its values: it had no effect, and other values may well be taken. */
export function isFaultOfValues(error: unknown): boolean {
  return error instanceof Error && 'code' in error && classesOfValues.has(String(error.code).slice(0, 2));
}

/** What the database adapter calls them. */
const awayKinds: ReadonlySet<string> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);

/** What `pg` says without a code. */
const awayMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|query read timeout/i;

/** Whether an error, or what caused it, says that the database cannot be reached or is held up: a 503, not a fault of the service. */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (awayCodes.has(code) || awayMessages.test(error.message)) return true;
  const meta: unknown = 'meta' in error ? error.meta : undefined;
  const adapterError =
    typeof meta === 'object' && meta !== null && 'driverAdapterError' in meta ? meta.driverAdapterError : undefined;
  return (
    isDatabaseAway(error.cause, depth + 1) ||
    isDatabaseAway(adapterError, depth + 1) ||
    isAdapterConnectionError(error.cause)
  );
}

/** The database adapter's own description of a fault, which is no Error: its own kind, or Postgres's code. */
function isAdapterConnectionError(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false;
  const words = ['kind', 'code', 'originalCode'].map((name) => String((cause as Record<string, unknown>)[name]));
  return words.some((word) => awayCodes.has(word) || awayKinds.has(word));
}
