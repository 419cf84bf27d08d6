import { databaseName } from './database.mjs';

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT'];
const wrongCredentials = ['28P01', '28000'];

/**
 * The error code and text that the command line knows: it creates a missing database, for instance, when it reads P1003.
 * Anything else keeps its own code and text.
 */
export function describeError(error, url) {
  const cause = error?.code ?? error?.cause?.code;
  const host = hostOf(url);
  if (cause === '3D000') {
    const message = `Database \`${databaseName(url)}\` does not exist on the database server at \`${host}\`.`;
    return { code: 'P1003', message };
  }
  if (wrongCredentials.includes(cause)) {
    const message = 'Authentication failed against database server, the provided database credentials are not valid.';
    return { code: 'P1000', message };
  }
  if (unreachable.includes(cause)) return { code: 'P1001', message: `Can't reach database server at \`${host}\`` };
  return { code: error?.error_code ?? error?.code ?? null, message: error?.message || String(error) };
}

/** A line as the native engine logs it; the command line reads the error from the last one. */
export function logLine({ code, message }) {
  const fields = { message, is_panic: false, error_code: code };
  const entry = { timestamp: new Date().toISOString(), level: 'ERROR', fields, target: 'schema_engine::logger' };
  return `\n${JSON.stringify(entry)}\n`;
}

function hostOf(url) {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}
