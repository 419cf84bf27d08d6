/**
 * What a process that runs models needs of its C library (glibc; others ignore it). Tensors are large, short-lived and of all
 * sizes: kept in the heaps of many threads they leave it in pieces that only grow. Mapped one by one, and given back at
 * once, a worker stays some 200 MB smaller.
 */
export const workerEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '1048576',
} as const;
