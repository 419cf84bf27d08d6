import { SentinelConnector, type SentinelConnectionOptions } from 'ioredis';
import { StandaloneConnector } from 'ioredis/built/connectors/index.js';

type Stream = Awaited<ReturnType<StandaloneConnector['connect']>>;

/**
 * ioredis listens for the first error of a connection only. TLS can report a second one, such as the alert of a server whose certificate was
 * refused; without a listener, it would end the process.
 */
function listenToEveryError(stream: Stream): Stream {
  return stream.on('error', () => undefined);
}

export class LastingConnector extends StandaloneConnector {
  constructor(options: unknown) {
    // ioredis hands its own options to a connector as `unknown`.
    super(options as ConstructorParameters<typeof StandaloneConnector>[0]);
  }

  override async connect(...given: Parameters<StandaloneConnector['connect']>): Promise<Stream> {
    return listenToEveryError(await super.connect(...given));
  }
}

/**
 * Stops the failover detector of the last connection before it makes the next one. In ioredis the detector keeps listening. If it receives the
 * message about the failover while ioredis reconnects, it aborts that attempt, and ioredis never tries again.
 */
export class LastingSentinelConnector extends SentinelConnector {
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
    // A private method of ioredis, which makes the connections to the sentinels themselves.
    const connectToSentinel: unknown = Reflect.get(SentinelConnector.prototype, 'connectToSentinel');
    if (typeof connectToSentinel !== 'function') throw new Error('ioredis connects to sentinels in another way');
    Reflect.set(this, 'connectToSentinel', (endpoint: unknown, own: object = {}) => {
      const client: unknown = Reflect.apply(connectToSentinel, this, [
        endpoint,
        { ...own, Connector: LastingConnector },
      ]);
      return client;
    });
  }

  override async connect(...given: Parameters<SentinelConnector['connect']>): Promise<Stream> {
    this.disconnect();
    return listenToEveryError(await super.connect(...given));
  }
}
