const everyAddress = ['0.0.0.0', '::'];
const thisMachine = ['127.0.0.1', '::1', 'localhost'];

/** The address at which this machine reaches the API: `localhost`, unless it listens on another address alone. */
export function baseUrlOf({ host, port }: { host: string; port: number }): string {
  const atLocalhost = [...everyAddress, ...thisMachine].includes(host);
  return `http://${atLocalhost ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
