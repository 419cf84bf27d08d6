/**
 * How hot statements are shared: by all that came in one turn of the event loop, since a trip to the database costs the process
 * more than its rows do; and while a batch hangs on a broken connection another may run.
 */
export const sharing = { lanes: 2, openLaneAfterMs: 20, fromNextTurn: true } as const;
