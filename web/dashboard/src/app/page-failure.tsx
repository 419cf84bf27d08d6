import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failure } from '../ui/states.tsx';

/** A page that broke, or whose code could not be loaded: after an update of the server a reload brings the new one. */
export function PageFailure({ error }: ErrorComponentProps) {
  return <Failure error={error} onRetry={() => location.reload()} />;
}
