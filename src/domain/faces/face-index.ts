/** A face close to another. */
export interface NearFace {
  identityId: string;
  distance: number;
}

/** Rows are added in blocks, so that a growing index is rarely copied. */
const leastCapacity = 256;

/** Faces of one client and one model in memory, searched linearly: exact, and 100,000 of them take some 20 ms. */
export class FaceIndex {
  readonly #dimensions: number;
  #values: Float32Array;
  readonly #identityIds: string[] = [];
  readonly #rows = new Map<string, number>();

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#values = new Float32Array(leastCapacity * dimensions);
  }

  get size(): number {
    return this.#identityIds.length;
  }

  /** Adds an identity's face, or replaces its older one. */
  put(identityId: string, embedding: Float32Array): void {
    if (embedding.length !== this.#dimensions) throw new Error('a face of another model');
    const row = this.#rows.get(identityId) ?? this.#identityIds.length;
    if (row === this.#identityIds.length) {
      this.#identityIds.push(identityId);
      this.#rows.set(identityId, row);
      this.#grow();
    }
    this.#values.set(embedding, row * this.#dimensions);
  }

  /** Removes every identity except these. */
  keepOnly(identityIds: ReadonlySet<string>): void {
    for (const identityId of [...this.#identityIds]) {
      if (!identityIds.has(identityId)) this.#remove(identityId);
    }
  }

  /** The faces within this Euclidean distance, nearest first, without that of `except`. */
  nearest(embedding: Float32Array, options: { within: number; limit: number; except: string }): NearFace[] {
    const found: NearFace[] = [];
    const bound = options.within ** 2;
    for (let row = 0; row < this.#identityIds.length; row++) {
      const squared = this.#squaredDistance(row, embedding, bound);
      const identityId = this.#identityIds[row];
      if (squared > bound || identityId === undefined || identityId === options.except) continue;
      found.push({ identityId, distance: Math.sqrt(squared) });
    }
    return found.sort((a, b) => a.distance - b.distance).slice(0, options.limit);
  }

  /** Stops early once a face is too far away. Compares 16 values at a time. */
  #squaredDistance(row: number, embedding: Float32Array, bound: number): number {
    const values = this.#values;
    const start = row * this.#dimensions;
    let sum = 0;
    for (let from = 0; from < this.#dimensions && sum <= bound; from += 16) {
      const to = Math.min(from + 16, this.#dimensions);
      for (let i = from; i < to; i++) {
        const difference = (values[start + i] ?? 0) - (embedding[i] ?? 0);
        sum += difference * difference;
      }
    }
    return sum;
  }

  #remove(identityId: string): void {
    const row = this.#rows.get(identityId);
    const last = this.#identityIds.length - 1;
    const lastId = this.#identityIds[last];
    if (row === undefined || lastId === undefined) return;
    // The last row moves into the gap.
    this.#values.copyWithin(row * this.#dimensions, last * this.#dimensions, (last + 1) * this.#dimensions);
    this.#values.fill(0, last * this.#dimensions, (last + 1) * this.#dimensions);
    this.#identityIds[row] = lastId;
    this.#rows.set(lastId, row);
    this.#identityIds.pop();
    this.#rows.delete(identityId);
  }

  #grow(): void {
    const needed = this.#identityIds.length * this.#dimensions;
    if (needed <= this.#values.length) return;
    const larger = new Float32Array(this.#values.length * 2);
    larger.set(this.#values);
    this.#values = larger;
  }
}
