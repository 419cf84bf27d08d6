import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { sizeOfOwnForm } from '../../src/adapters/native/decoding/own-form.ts';
import { saveOptionsOf } from '../../src/adapters/native/rasters/save-options.ts';

const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
const drawn = { create: { width: 97, height: 61, channels: 3, background: '#c02020', noise } } as const;
const size = { widthPx: 97, heightPx: 61 };
let own: Buffer;

beforeAll(async () => {
  own = await sharp(drawn).jpeg(saveOptionsOf(1)).toBuffer();
});

test('accepts a picture as the service saves it, small and large', async () => {
  expect(sizeOfOwnForm(own)).toEqual(size);
  expect(sizeOfOwnForm(await sharp(drawn).jpeg(saveOptionsOf(40_000_000)).toBuffer())).toEqual(size);
});

test.each([
  ['progressive', () => sharp(drawn).jpeg({ ...saveOptionsOf(1), progressive: true })],
  ['of smaller colours', () => sharp(drawn).jpeg({ quality: 95, chromaSubsampling: '4:2:0' })],
  ['grey', () => sharp(drawn).toColourspace('b-w').jpeg(saveOptionsOf(1))],
  [
    'with EXIF',
    () =>
      sharp(drawn)
        .jpeg(saveOptionsOf(1))
        .withExif({ IFD0: { Artist: 'Somebody' } }),
  ],
  ['with a colour profile', () => sharp(drawn).jpeg(saveOptionsOf(1)).withIccProfile('p3')],
  ['that is a PNG', () => sharp(drawn).png()],
  ['that is a WebP', () => sharp(drawn).webp()],
] as const)('refuses one %s', async (_what, make) => {
  expect(sizeOfOwnForm(await make().toBuffer())).toBeNull();
});

test('refuses a picture that is cut off, continues after its end, or holds another marker', () => {
  expect(sizeOfOwnForm(Buffer.alloc(0))).toBeNull();
  expect(sizeOfOwnForm(own.subarray(0, -2))).toBeNull();
  expect(sizeOfOwnForm(Buffer.concat([own, Buffer.from('behind')]))).toBeNull();
  const restarted = Buffer.from(own);
  restarted.set([0xff, 0xd0], own.length - 40);
  expect(sizeOfOwnForm(restarted)).toBeNull();
});

test('refuses code tables that declare more codes than exist, a second frame and a quantisation step of zero', () => {
  const codes = own.indexOf(Buffer.from([0xff, 0xc4]));
  const crowded = Buffer.from(own);
  crowded.fill(255, codes + 5, codes + 21);
  expect(sizeOfOwnForm(crowded)).toBeNull();

  const frame = own.indexOf(Buffer.from([0xff, 0xc0]));
  const segment = own.subarray(frame, frame + 19);
  expect(sizeOfOwnForm(Buffer.concat([own.subarray(0, frame), segment, own.subarray(frame)]))).toBeNull();

  const steps = Buffer.from(own);
  steps[own.indexOf(Buffer.from([0xff, 0xdb])) + 9] = 0;
  expect(sizeOfOwnForm(steps)).toBeNull();
});
