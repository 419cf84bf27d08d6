import { networkInterfaces } from 'node:os';
import { ZodError } from 'zod';
import { ConfigInvalid } from './environment.ts';

/**
 * Does a part of a process's start. If a setting cannot be used, prints its name, its fault and the next step on standard error, without a
 * stack, and exits with 1.
 */
export async function startProcess<T>(start: () => T | Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

/**
 * Does what a setting asks for, such as reading the file that it names.
 * @throws ConfigInvalid with the setting's name
 */
export async function withSetting<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ConfigInvalid([{ name, fault: fileFaultOf(error) }]);
  }
}

/** What is wrong with a file or folder that a setting names. */
export function fileFaultOf(error: unknown): string {
  const place = error instanceof Error && 'path' in error ? ` (${String(error.path)})` : '';
  const known = fileFaults[codeOf(error)];
  if (known !== undefined) return `${known}${place}`;
  if (error instanceof SyntaxError) return 'names a file that is not JSON';
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    return `names a file with a faulty value at ${issue?.path.join('.') ?? 'its root'}: ${issue?.message ?? 'unknown'}`;
  }
  return error instanceof Error ? error.message : String(error);
}

const fileFaults: Readonly<Partial<Record<string, string>>> = {
  ENOENT: 'names a file or folder that does not exist',
  ENOTDIR: 'names a folder, but a part of its path is a file',
  EEXIST: 'names a folder, but a file is there',
  EISDIR: 'names a file, but a folder is there',
  EACCES: 'names a place that this user may not use',
  EPERM: 'names a place that this user may not use',
  EROFS: 'names a place on a disk that is read-only',
  ENOSPC: 'names a place on a disk that is full',
};

export interface Listener {
  host: string;
  port: number;
  /** The setting that names the port. */
  portSetting: 'PORT' | 'METRICS_PORT';
}

/**
 * Opens a server.
 * @throws ConfigInvalid when its host or port cannot be used
 */
export async function listen(listener: Listener, open: () => Promise<unknown>): Promise<void> {
  try {
    await open();
  } catch (error) {
    throw listenFaultOf(error, listener) ?? error;
  }
}

/** The setting that keeps a server from listening; null for any other error. */
export function listenFaultOf(error: unknown, { host, port, portSetting }: Listener): ConfigInvalid | null {
  const fault = (name: string, text: string) => new ConfigInvalid([{ name, fault: text }]);
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return fault(
        portSetting,
        `another program uses port ${port}; stop it, or choose another port, such as ${port + 1}`,
      );
    case 'EACCES':
      return fault(portSetting, `this user may not listen on port ${port}; choose one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return fault('HOST', `this machine has no address ${host}; use ${choices()}`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fault('HOST', `the name ${host} leads to no address; use ${choices()}`);
    default:
      return null;
  }
}

function choices(): string {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const others = own.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address);
  return `${['127.0.0.1 for this machine alone', ...others].join(', ')} or 0.0.0.0 for every address`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
