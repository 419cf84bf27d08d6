import { describe, expect, test } from 'vitest';
import { createRandom } from '../../specimens/drawing/create-random.ts';
import { createRecordingDecoder } from '../../src/adapters/native/recordings/recording-decoder.ts';
import {
  encodeInParts,
  encodeRecording,
  encodeWithIndexLast,
  type MadeUpRecording,
  type RecordingPictures,
} from '../../specimens/captures/encode-recording.ts';

/**
 * The service knows when each part of a film arrived, and compares that with the moments in it. A sender must not be able to choose later
 * what an earlier part shows.
 */

const decoder = createRecordingDecoder();
const seconds = 4;
const random = createRandom(3);
const pictures: RecordingPictures = {
  widthPx: 160,
  heightPx: 120,
  framesPerSecond: 10,
  // As hard to compress as a camera's.
  pictures: Array.from({ length: 10 * seconds }, () =>
    Uint8Array.from({ length: 160 * 120 * 3 }, () => random.integer(0, 255)),
  ),
};
const recorders = [
  ['webm', 'video/webm'],
  ['mp4', 'video/mp4'],
] as const satisfies [MadeUpRecording['container'], string][];

const measure = (film: Buffer, contentType: string, ends: readonly number[]) =>
  decoder.measure(film, { form: 'video', contentType, ends });

/** Where quarters of a film end, in bytes. */
const quarters = ({ length }: Buffer) => [1, 2, 3, 4].map((quarter) => Math.round((quarter * length) / 4));

/** What was said about the parts before the last one: the moments in them, or that the film cannot be used. */
async function saidBeforeTheEnd(film: Buffer, ends: readonly number[]) {
  const measured = await measure(film, 'video/mp4', ends);
  return 'fault' in measured ? measured.fault : measured.parts.slice(0, -1).filter((part) => part !== null);
}

async function faultOf(film: Buffer): Promise<string | null> {
  const frames = { everyMs: 200, windows: [], longSidePx: 160 };
  const decoded = await decoder.decode(film, { form: 'video', contentType: 'video/mp4', frames, sound: false });
  return 'fault' in decoded ? decoded.fault : null;
}

interface Box {
  type: string;
  start: number;
  bytes: Buffer;
}

/** The outermost boxes of an mp4. */
function boxesOf(film: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let start = 0; start < film.length;) {
    const bytes = film.subarray(start, start + film.readUInt32BE(start));
    boxes.push({ type: bytes.toString('latin1', 4, 8), start, bytes });
    start += bytes.length;
  }
  return boxes;
}

/** A film in fragments, with the index of every fragment behind all pictures. */
function withFragmentsIndexedLast(film: Buffer): Buffer {
  const boxes = boxesOf(film);
  const of = (...types: string[]) => boxes.filter(({ type }) => types.includes(type));
  const data = of('mdat');
  const order = [...of('ftyp', 'moov'), ...data, ...of('moof')];
  const startOf = (wanted: Box) =>
    order.slice(0, order.indexOf(wanted)).reduce((sum, { bytes }) => sum + bytes.length, 0);
  const moved = order.map((box) => {
    const bytes = Buffer.from(box.bytes);
    const run = bytes.indexOf('trun');
    const own = data[of('moof').indexOf(box)];
    if (box.type !== 'moof' || run < 0 || own === undefined) return bytes;
    // Counted from the start of the fragment's index (ISO/IEC 14496-12, `default-base-is-moof`).
    const shift = startOf(own) - startOf(box) - (own.start - box.start);
    bytes.writeInt32BE(bytes.readInt32BE(run + 12) + shift, run + 12);
    return bytes;
  });
  return Buffer.concat(moved);
}

/**
 * A film in fragments whose pictures are shown later than they are decoded: by nothing at first and by two seconds from the middle on, and
 * every second picture a little later, so that a decoder trusts the times of decoding more.
 */
function withPicturesShownLater(film: Buffer): Buffer {
  const unitsPerSecond = film.readUInt32BE(film.indexOf('mdhd') + 16);
  let picture = 0;
  const parts = boxesOf(film).map(({ type, bytes }) => {
    const run = bytes.indexOf('trun');
    if (type !== 'moof' || run < 0) return bytes;
    const flags = bytes.readUIntBE(run + 5, 3);
    const count = bytes.readUInt32BE(run + 8);
    const head = run + 12 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
    const each = [0x100, 0x200, 0x400].filter((flag) => flags & flag).length * 4;
    const samples = Array.from({ length: count }, (_, index) => {
      const shownLater = Buffer.alloc(4);
      const later = (picture >= (10 * seconds) / 2 ? 2 : 0) + (picture % 2 === 0 ? 0.15 : 0);
      shownLater.writeInt32BE(Math.round(later * unitsPerSecond));
      picture += 1;
      return Buffer.concat([bytes.subarray(head + index * each, head + (index + 1) * each), shownLater]);
    });
    const changed = Buffer.concat([bytes.subarray(0, head), ...samples, bytes.subarray(head + count * each)]);
    // Version 1, and `sample-composition-time-offsets-present`.
    changed.writeUInt32BE((0x01000000 | flags | 0x800) >>> 0, run + 4);
    if (flags & 0x1) changed.writeInt32BE(changed.readInt32BE(run + 12) + 4 * count, run + 12);
    for (const start of [run - 4, changed.indexOf('traf') - 4, 0]) {
      changed.writeUInt32BE(changed.readUInt32BE(start) + 4 * count, start);
    }
    return changed;
  });
  return Buffer.concat(parts);
}

const webmIds = { segment: 0x18538067, cluster: 0x1f43b675, block: 0xa3 };

interface Element {
  id: number;
  bytes: Buffer;
  data: Buffer;
}

/** The elements of a webm, one after the other (RFC 8794). Those whose size is not known end where the next cluster begins. */
function* elementsOf(film: Buffer): Generator<Element> {
  for (let at = 0; at < film.length;) {
    const idBytes = Math.clz32(film[at] ?? 0) - 23;
    const sizeBytes = Math.clz32(film[at + idBytes] ?? 0) - 23;
    const start = at + idBytes + sizeBytes;
    const size = film.subarray(at + idBytes, start);
    const isUnknown = size.every((byte, index) => byte === (index === 0 ? 0xff >> (sizeBytes - 1) : 0xff));
    const next = film.indexOf(Buffer.from('1f43b675', 'hex'), start);
    const length = Number(BigInt(`0x${size.toString('hex')}`) & ((1n << BigInt(7 * sizeBytes)) - 1n));
    const end = isUnknown ? (next < 0 ? film.length : next) : start + length;
    yield { id: film.readUIntBE(at, idBytes), bytes: film.subarray(at, end), data: film.subarray(start, end) };
    at = end;
  }
}

function element(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(id);
  head.writeBigUInt64BE((1n << 56n) | BigInt(data.length), 4);
  return Buffer.concat([head, data]);
}

/** A webm whose first track's blocks all come before those of the other one, with the times that they had. */
function withSoundLast(film: Buffer): Buffer {
  const elements = [...elementsOf(film)].flatMap((one) =>
    one.id === webmIds.segment ? [one, ...elementsOf(one.data)] : [one],
  );
  const isSound = ({ id, data }: Element) => id === webmIds.block && data[0] === 0x82;
  const isPicture = ({ id, data }: Element) => id === webmIds.block && data[0] === 0x81;
  const clusters = elements.filter(({ id }) => id === webmIds.cluster);
  const first = clusters[0]?.bytes ?? film;
  const without = (drop: (one: Element) => boolean) =>
    clusters.map(({ data }) =>
      element(
        webmIds.cluster,
        Buffer.concat([...elementsOf(data)].filter((one) => !drop(one)).map(({ bytes }) => bytes)),
      ),
    );
  return Buffer.concat([film.subarray(0, film.indexOf(first)), ...without(isSound), ...without(isPicture)]);
}

/** A film whose first picture, on which the pictures of its first second depend, cannot be decoded. */
function withoutFirstKeyPicture(film: Buffer): Buffer {
  const changed = Buffer.from(film);
  // Every key picture of VP8 has this start code (RFC 6386, 9.1).
  changed.fill(0, film.indexOf(Buffer.from('9d012a', 'hex')), film.indexOf(Buffer.from('9d012a', 'hex')) + 3);
  return changed;
}

async function decodeFilm(film: Buffer, { sound = false } = {}) {
  const frames = { everyMs: 100, windows: [], longSidePx: 160 };
  const decoded = await decoder.decode(film, {
    form: 'video',
    contentType: 'video/webm',
    frames,
    sound,
    ends: quarters(film),
  });
  if ('fault' in decoded) throw new Error(decoded.fault);
  const held = (decoded.parts ?? []).flatMap((part) => part ?? []);
  return { ...decoded, firstMs: held[0]?.fromMs, lastMs: held.at(-1)?.toMs, held };
}

describe('a part of a film', () => {
  test.each(recorders)(
    'of a recorder (%s) has the moments that were recorded until then',
    async (container, contentType) => {
      const parts = [...encodeInParts({ container, videos: [pictures], sound: null })].filter(
        ({ bytes }) => bytes.length,
      );
      const ends = parts.map((_, index) => parts.slice(0, index + 1).reduce((sum, { bytes }) => sum + bytes.length, 0));
      const measured = await measure(Buffer.concat(parts.map(({ bytes }) => bytes)), contentType, ends);
      if ('fault' in measured) throw new Error(measured.fault);
      const held = measured.parts.flatMap((part, index) =>
        part === null ? [] : [{ ...part, atMs: parts[index]?.atMs ?? 0 }],
      );
      expect(held.length).toBeGreaterThan(2);
      for (const { fromMs, toMs, atMs } of held) {
        expect(toMs).toBeGreaterThanOrEqual(fromMs);
        expect(toMs).toBeLessThanOrEqual(atMs);
      }
      expect(held.map(({ fromMs }) => fromMs)).toEqual(held.map(({ fromMs }) => fromMs).sort((a, b) => a - b));
      expect(held[0]?.fromMs).toBe(0);
      expect(held.at(-1)?.toMs).toBe(1_000 * seconds - 100);
    },
  );

  test('has no moment that only the end of the film defines: an index that comes last', async () => {
    const film = encodeWithIndexLast({ videos: [pictures], sound: null });
    expect(
      boxesOf(film)
        .map(({ type }) => type)
        .at(-1),
    ).toBe('moov');
    expect(await saidBeforeTheEnd(film, quarters(film))).toBe('file.unreadable_video');
    expect(await faultOf(film)).toBe('file.unreadable_video');
  });

  test('nor one that an index of fragments at the end defines', async () => {
    const recorded = [...encodeInParts({ container: 'mp4', videos: [pictures], sound: null })].map(
      ({ bytes }) => bytes,
    );
    const film = withFragmentsIndexedLast(Buffer.concat(recorded));
    const pictureBytes = boxesOf(film).findLast(({ type }) => type === 'mdat');
    const lastPicture = (pictureBytes?.start ?? 0) + (pictureBytes?.bytes.length ?? 0);
    const said = await saidBeforeTheEnd(film, [Math.round(lastPicture / 2), lastPicture, film.length]);
    expect(['file.unreadable_video', []]).toContainEqual(said);
  });

  test('belongs to the part that was needed to read it, however a sender cuts the film', async () => {
    const film = [...encodeInParts({ container: 'webm', videos: [pictures], sound: null })].map(({ bytes }) => bytes);
    const whole = Buffer.concat(film);
    for (const end of [1, whole.length - 1]) {
      const measured = await measure(whole, 'video/webm', [end, whole.length]);
      if ('fault' in measured) throw new Error(measured.fault);
      expect(measured.parts.map((part) => part !== null)).toEqual([end > 1, true]);
    }
  });

  test('has the times at which its pictures are shown, as the judged pictures have them', async () => {
    const recorded = [...encodeInParts({ container: 'mp4', videos: [pictures], sound: null })].map(
      ({ bytes }) => bytes,
    );
    const film = withPicturesShownLater(Buffer.concat(recorded));
    const measured = await measure(film, 'video/mp4', [film.length]);
    const frames = { everyMs: 100, windows: [], longSidePx: 160 };
    const decoded = await decoder.decode(film, { form: 'video', contentType: 'video/mp4', frames, sound: false });
    if ('fault' in measured || 'fault' in decoded) throw new Error('unreadable');
    expect(measured.durationMs).toBeGreaterThan(1_000 * (seconds + 1.5));
    expect(Math.abs(decoded.durationMs - measured.durationMs)).toBeLessThan(100);
  });

  test('and its pictures count their moments from the same one, although the first ones cannot be decoded', async () => {
    const whole = encodeRecording({ container: 'webm', videos: [pictures], sound: null });
    const film = await decodeFilm(withoutFirstKeyPicture(whole));
    expect(film.firstMs).toBe(0);
    expect(film.frames[0]?.atMs).toBe(1_000);
    expect(film.frames.at(-1)?.atMs).toBe(film.lastMs);
  });

  test('and its pictures count their moments from the same one, although a sound that is not judged begins earlier', async () => {
    const later = { ...pictures, begins: 20 };
    const film = await decodeFilm(
      encodeRecording({ container: 'webm', videos: [later], sound: new Float32Array(48_000 * 5) }),
    );
    expect(film.firstMs).toBeGreaterThan(1_950);
    expect(Math.abs((film.frames[0]?.atMs ?? 0) - (film.firstMs ?? 0))).toBeLessThan(2);
    expect(Math.abs((film.frames.at(-1)?.atMs ?? 0) - (film.lastMs ?? 0))).toBeLessThan(2);
  });

  test('has the moments of its sound, where the sound is judged: it cannot be added behind the pictures', async () => {
    const sound = Float32Array.from({ length: 48_000 * seconds }, (_, index) => Math.sin(index / 20) / 2);
    const whole = withSoundLast(encodeRecording({ container: 'webm', videos: [pictures], sound }));
    const silent = await decodeFilm(whole);
    expect(silent.held.at(-1)?.fromMs).toBeGreaterThan(2_000);
    const spoken = await decodeFilm(whole, { sound: true });
    expect(spoken.sound?.length).toBeGreaterThan(16_000 * (seconds - 0.5));
    expect(spoken.held.at(-1)?.fromMs).toBeLessThan(100);
  });

  test('has whole pictures: of a picture in two halves, the second could arrive later', async () => {
    const film = encodeRecording({ container: 'mp4', videos: [{ ...pictures, interlaced: true }], sound: null });
    expect(await faultOf(film)).toBe('file.unreadable_video');
    expect(await faultOf(encodeRecording({ container: 'mp4', videos: [pictures], sound: null }))).toBeNull();
  });
});
