/** How hot statements are shared: beside a batch that hangs on a broken connection another may run. */
export const sharing = { lanes: 2, openLaneAfterMs: 20 } as const;
