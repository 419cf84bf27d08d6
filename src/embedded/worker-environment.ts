/**
 * What a process that runs models needs of its C library (glibc; others ignore it). Tensors are large, short-lived and of all
 * sizes: in a heap for each of many threads they leave pieces that only grow. In one heap a worker stays some 200 MB smaller,
 * and reads as quickly. Do not lower the thresholds from which memory is mapped or given back: measured over four pages, that
 * saves another 150 MB and makes reading three to eight times slower.
 */
export const workerEnvironment = { MALLOC_ARENA_MAX: '1' } as const;
