import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadPart } from '../../../shared/load-part.ts';
import { permissionPlaceOf } from '../device/permission-place.ts';
import type { Permission, PermissionSteps } from './permission-steps.tsx';

/**
 * How to allow what the person refused, in this browser on this system. The steps are loaded when they are needed: few people do.
 * Without them, and in browsers that are not known, the text of the fault is all.
 */
export function PermissionHelp({ part }: { part: Permission }): JSX.Element | null {
  const place = permissionPlaceOf(navigator);
  const [loaded, setLoaded] = useState<{ Steps: typeof PermissionSteps } | null>(null);
  useEffect(() => {
    if (place === null) return;
    const steps = loadPart(() => import('./permission-steps.tsx'));
    void steps.then(({ PermissionSteps: Steps }) => setLoaded({ Steps }), console.warn);
  }, [place]);
  return place === null || loaded === null ? null : <loaded.Steps part={part} place={place} />;
}
