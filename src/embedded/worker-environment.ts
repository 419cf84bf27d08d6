/**
 * Settings of the C library (glibc; others ignore them) for a process that runs models. Tensors are large, short-lived and of all sizes:
 * with one heap per thread, they leave fragments that only grow. With one heap, a worker needs some 200 MB less, and reads as quickly. Do
 * not lower the thresholds for mapping and returning memory: measured over four pages, that saves another 150 MB and makes reading three to
 * eight times slower.
 */
export const workerEnvironment = { MALLOC_ARENA_MAX: '1' } as const;
