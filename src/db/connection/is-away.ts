/** Codes of Node, Postgres, Prisma and this service for a database that cannot be reached, is not ready or is blocked. */
const awayCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
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
  // Ours: the caller has too much in progress, the breaker is open, or a transaction was blocked.
  'NO_SEAT_FREE',
  'DATABASE_HANGS',
  'TRANSACTION_TOO_LONG',
]);

/** SQLSTATE classes that blame the values of one statement: data exceptions and violated constraints. */
const classesOfValues: ReadonlySet<string> = new Set(['22', '23']);

/** Whether Postgres refused a statement because of its values: it had no effect, and other values may be accepted. */
export function isFaultOfValues(error: unknown): boolean {
  return error instanceof Error && 'code' in error && classesOfValues.has(String(error.code).slice(0, 2));
}

/** The database adapter's names for them. */
const awayKinds: ReadonlySet<string> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);

/** Errors of `pg` without a code. */
const awayMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|query read timeout/i;

/** Whether an error, or its cause, means that the database cannot be reached or is blocked: a 503, not a fault of the service. */
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

/** The database adapter's own description of a fault, which is not an Error: its own kind, or Postgres's code. */
function isAdapterConnectionError(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false;
  const words = ['kind', 'code', 'originalCode'].map((name) => String((cause as Record<string, unknown>)[name]));
  return words.some((word) => awayCodes.has(word) || awayKinds.has(word));
}
