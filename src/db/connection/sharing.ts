/**
 * How hot statements are shared: by all calls of one turn of the event loop, because a round trip costs the process more than its rows do.
 * While one batch hangs on a broken connection, another may run.
 */
export const sharing = { maxConcurrency: 2, startAnotherAfterMs: 20, fromNextTurn: true } as const;
