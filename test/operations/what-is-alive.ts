import { AsyncResource, createHook } from 'node:async_hooks';
import { PerformanceObserver } from 'node:perf_hooks';
import { register } from 'prom-client';

/** Resources that have to be closed. Node ends promises, ticks and single requests itself. */
const handles = new Set([
  'Timeout',
  'TCPWRAP',
  'TCPSERVERWRAP',
  'PIPEWRAP',
  'PIPESERVERWRAP',
  'TLSWRAP',
  'UDPWRAP',
  'DNSCHANNEL',
  'PROCESSWRAP',
  'SIGNALWRAP',
  'FSEVENTWRAP',
  'STATWATCHER',
  'FILEHANDLE',
  'MESSAGEPORT',
  'WORKER',
]);

/**
 * Counts what code leaves alive in this process, by name: timers (also those that do not keep the process running), sockets, servers, child
 * processes, observers of performance, listeners of the process, metrics of the default registry, and stores of `AsyncLocalStorage`.
 */
export function watchWhatIsAlive() {
  const made = new Map<number, string>();
  const hook = createHook({
    init: (id, type) => {
      if (handles.has(type)) made.set(id, type);
    },
    destroy: (id) => void made.delete(id),
  }).enable();
  const observing = new Set<PerformanceObserver>();
  const { observe, disconnect } = PerformanceObserver.prototype;
  PerformanceObserver.prototype.observe = function (this: PerformanceObserver, options) {
    observing.add(this);
    observe.call(this, options);
  };
  PerformanceObserver.prototype.disconnect = function (this: PerformanceObserver) {
    observing.delete(this);
    disconnect.call(this);
  };
  return {
    count(): Map<string, number> {
      const counts = new Map<string, number>();
      const add = (name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);
      for (const type of made.values()) add(`open ${type}`);
      for (const type of process.getActiveResourcesInfo()) add(`active ${type}`);
      for (const event of process.eventNames()) add(`listener of ${String(event)}`, process.listenerCount(event));
      add('PerformanceObserver', observing.size);
      add('metric', register.getMetricsAsArray().length);
      add('store of AsyncLocalStorage', countStores());
      return counts;
    },
    stop() {
      hook.disable();
      Object.assign(PerformanceObserver.prototype, { observe, disconnect });
    },
  };
}

/** Node 20 and 22 attach every store in use to each new resource, under a symbol; newer versions do not pass stores on. */
function countStores(): number {
  return Object.getOwnPropertySymbols(new AsyncResource('count')).filter(
    ({ description }) => description === 'kResourceStore',
  ).length;
}
