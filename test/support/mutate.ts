import type { Random } from '../../specimens/drawing/create-random.ts';

/** Damages a file on purpose: bits, bytes, lengths, order, and pieces of other files. The same seed gives the same damage. */
export function mutate(file: Buffer, random: Random, other: Buffer): Buffer {
  let mutated: Buffer = Buffer.from(file);
  for (let times = random.integer(1, 4); times > 0; times--) mutated = mutateOnce(mutated, random, other);
  return mutated;
}

const interesting = [0, 1, 0x7f, 0x80, 0xff, 0xd8, 0xd9, 0xda, 0xc4] as const;

function mutateOnce(file: Buffer, random: Random, other: Buffer): Buffer {
  const place = () => random.integer(0, Math.max(0, file.length - 1));
  switch (random.integer(0, 7)) {
    case 0: {
      const at = place();
      file[at] = (file[at] ?? 0) ^ (1 << random.integer(0, 7));
      return file;
    }
    case 1:
      file[place()] = random.pick(interesting);
      return file;
    case 2: {
      // Headers and tables are at the start; a length there has far-reaching effects.
      const at = random.integer(0, Math.min(600, Math.max(0, file.length - 5)));
      if (file.length > 5) file.writeUInt32BE(random.pick([0, 1, 0x7fffffff, 0xffffffff, 0x00ffffff]), at);
      return file;
    }
    case 3:
      return file.subarray(0, place());
    case 4: {
      const at = place();
      return Buffer.concat([file.subarray(0, at), file.subarray(Math.min(file.length, at + random.integer(1, 2000)))]);
    }
    case 5: {
      const at = place();
      const from = random.integer(0, Math.max(0, other.length - 1));
      return Buffer.concat([
        file.subarray(0, at),
        other.subarray(from, from + random.integer(1, 4000)),
        file.subarray(at),
      ]);
    }
    case 6: {
      const at = place();
      const piece = file.subarray(at, at + random.integer(1, 3000));
      return Buffer.concat([file.subarray(0, at), piece, piece, file.subarray(at)]);
    }
    default:
      return Buffer.concat([file, other.subarray(0, random.integer(0, other.length))]);
  }
}
