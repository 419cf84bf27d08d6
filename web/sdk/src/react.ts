import { useEffect, useRef } from 'react';
import { VerifyButtonResult } from './button-result.ts';

export interface VerifyDelegateObserverProps {
  success?: (identityId?: string, verificationID?: string) => void;
  cancelled?: (identityId?: string, verificationId?: string) => void;
}

/** Draws nothing; calls the closures when a flow ends. Confirm the result over REST: a device can be made to report anything. */
export function VerifyDelegateObserver(props: VerifyDelegateObserverProps): null {
  const latest = useRef(props);
  latest.current = props;
  useEffect(
    () =>
      VerifyButtonResult.shared.observe({
        verificationSuccess: (...ids) => latest.current.success?.(...ids),
        verificationCancelled: (...ids) => latest.current.cancelled?.(...ids),
      }),
    [],
  );
  return null;
}
