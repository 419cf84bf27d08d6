import type { HandOver, Session } from '../api/contract.ts';
import { describeDevice } from '../flow/start-request.ts';
import type { FlowParts } from './flow-parts.ts';

/** Moves the session to another device, and back. */
export function createHandOver(
  { options, api, store, live, reporter, showFault }: FlowParts,
  enter: (session: Session) => Promise<void>,
) {
  const about = describeDevice(options);
  return {
    /** Takes over the session of a link on this device. */
    async takeOver(): Promise<void> {
      try {
        await enter(await api.openHandOver(options.handOverToken ?? '', about));
      } catch (error) {
        showFault(error);
      }
    },

    /** Makes the link for another device, and remembers how to watch it. */
    async offerHandOver(): Promise<HandOver> {
      const link = await api.createHandOver();
      store.change({ type: 'handOverOffered', watchToken: link.watchToken });
      return link;
    },

    /** Ends the session on the other device and continues here. */
    async takeBack(): Promise<void> {
      const { watchToken, begun, session: old } = store.getState();
      if (watchToken === null) return;
      try {
        const taken = await api.takeBack(watchToken, about);
        // The return address is the one that this device gave at its start.
        const session = { ...taken, returnTo: old?.returnTo ?? null };
        api.useToken(session.sessionToken);
        live.stop();
        // A choice made here may not fit what the other device has submitted.
        store.setDrafts({});
        store.prepare({ type: 'started', session }, { type: 'read', state: await api.readState() });
        store.change(begun ? { type: 'begun' } : { type: 'faultCleared' });
        store.keep();
        if (store.getState().ending === null) live.follow();
        options.entered?.(session);
        reporter.report('action', 'handOver.takenBack');
      } catch (error) {
        showFault(error);
      }
    },
  };
}
