import { useEffect, useRef, useState } from 'preact/hooks';
import { faultOf, type Fault } from '../flow/fault.ts';
import { stopMedia } from './open-camera.ts';

/** A stream for as long as its screen is shown; opened again when the device took it away (the phone was asleep). */
export function useMedia(open: () => Promise<MediaStream>, onFault: (fault: Fault) => void): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const current = useRef<MediaStream | null>(null);
  useEffect(() => {
    let gone = false;
    const begin = async () => {
      try {
        const opened = await open();
        if (gone) {
          stopMedia(opened);
          return;
        }
        current.current = opened;
        setStream(opened);
      } catch (error) {
        if (!gone) onFault(faultOf(error));
      }
    };
    const wake = () => {
      const ended = current.current?.getTracks().some(({ readyState }) => readyState === 'ended') ?? false;
      if (document.hidden || !ended) return;
      stopMedia(current.current);
      void begin();
    };
    void begin();
    document.addEventListener('visibilitychange', wake);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', wake);
      stopMedia(current.current);
    };
  }, []);
  return stream;
}
