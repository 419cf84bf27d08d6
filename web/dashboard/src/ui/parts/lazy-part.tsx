import { createElement, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Failure, Loading } from '../states.tsx';
import { loadPart } from '../../../../shared/load-part.ts';
import { askServedVersion, reloadOnce } from './served-version.ts';

type LazyPart<Props> = ((props: Props) => ReactNode) & { preload: () => Promise<void> };

/**
 * A component whose code is loaded when it is first shown. Code that was lost on the network is fetched again when somebody opens it
 * again or presses "Try again"; code of a version that the server no longer has brings the new version. `preload` never disturbs the page
 * that is open.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = <Loading />,
): LazyPart<Props> {
  let part: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const fetchPart = () =>
    (loading ??= load()
      .then((loaded) => {
        part = loaded;
      })
      .finally(() => {
        loading = null;
      }));

  function Part(props: Props) {
    const [error, setError] = useState<unknown>(null);
    const [isLoaded, setLoaded] = useState(part !== null);
    const show = useCallback(async (isAsked: boolean) => {
      setError(null);
      try {
        await fetchPart();
        setLoaded(true);
      } catch (lost) {
        const served = await askServedVersion();
        // A part of this part may be what the browser refuses: after a reload it refuses nothing.
        if (served !== null && isAsked) location.reload();
        else if (served !== 'newer' || !reloadOnce()) setError(lost);
      }
    }, []);
    useEffect(() => {
      if (part === null) void show(false);
    }, [show]);
    if (error !== null) return <Failure error={error} onRetry={() => void show(true)} />;
    return isLoaded && part !== null ? createElement(part, props) : fallback;
  }
  Part.preload = () => fetchPart().catch(() => undefined);
  return Part;
}

/** A page, by its name in its module. Its type is not looked at: pages know their addresses from the router, which names them here. */
export function lazyPage<Module extends object>(load: () => Promise<Module>, name: keyof Module): LazyPart<object> {
  return lazyPart(async () => (await loadPart(load))[name] as ComponentType);
}
