import type { RegisteredRouter } from '@tanstack/react-router';

/** The first page asks for its data meanwhile. */
const firstPageMs = 1_000;

/** Safari has no idle callback. */
const untilIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 200);
  });

/**
 * Fetches the code of all pages, one after the other, while the browser is idle, so that an operator who opens a page later waits only for
 * its data. A page whose code does not arrive is fetched again when it is opened.
 */
export async function loadPagesWhenIdle(
  router: Pick<RegisteredRouter, 'routesById' | 'loadRouteChunk'>,
): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, firstPageMs));
  for (const route of Object.values(router.routesById)) {
    await untilIdle();
    await Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined);
  }
}
