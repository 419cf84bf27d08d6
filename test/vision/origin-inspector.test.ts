import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createOriginInspector } from '../../src/adapters/native/origin/origin-inspector.ts';
import { documentKinds } from '../../src/domain/document-kinds/index.ts';
import { drawDocument } from '../../specimens/documents/draw-document.ts';
import { photographPerson } from '../../specimens/captures/photograph-person.ts';
import { throughCamera } from '../../specimens/captures/through-camera.ts';
import { findRealFaces } from '../support/people/face-pictures.ts';
import { listRealSpecimens } from './real-specimens.ts';

const { inspect } = createOriginInspector();
const look = (picture: Buffer, byCamera = false) => inspect(picture, { safe: picture, byCamera });
/** A camera's picture, as the SDK sends it. */
const encoded = (picture: Buffer, quality: number) => sharp(picture).autoOrient().jpeg({ quality }).toBuffer();

describe('a look at an original upload', () => {
  test('doubts what a script drew, however it was saved', async () => {
    const kind = documentKinds.find(({ type, country }) => type === 'national-id' && country === 'FR');
    if (kind === undefined) throw new Error('no such kind');
    const { sides } = await drawDocument(kind, { seed: 3 });
    const drawing = sides[0]?.jpeg ?? Buffer.alloc(0);
    expect((await look(drawing)).signs).toEqual(['flat']);
    expect((await look(await encoded(drawing, 92), true)).signs).toEqual(['flat']);
    expect((await look(await sharp(drawing).png().toBuffer())).signs).toEqual(['flat']);
    expect((await look(await throughCamera(drawing), true)).signs).toEqual([]);
  });

  test('says what it could not tell', async () => {
    const tiny = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#777' } })
      .jpeg()
      .toBuffer();
    expect(await look(tiny)).toMatchObject({ couldNotTell: ['flat'], flatShare: null });
    const ofMetadata = ['editor', 'generated', 'screenshot'];
    expect(await look(Buffer.from('no picture'))).toMatchObject({ couldNotTell: [...ofMetadata, 'flat', 'blank'] });
    // A file whose metadata cannot be found names no program, which is no sign of a camera.
    const { selfie } = await photographPerson();
    const unread = Buffer.from('MM\0+ a TIFF with long offsets');
    expect(await inspect(unread, { safe: selfie, byCamera: false })).toMatchObject({ couldNotTell: ofMetadata });
  });

  test('looks at the safe copy if the original’s format is not decoded here', async () => {
    const { selfie } = await photographPerson();
    const foreign = Buffer.from('II*\0 a picture that this process does not open');
    expect(await inspect(foreign, { safe: selfie, byCamera: false })).toMatchObject({ signs: [], couldNotTell: [] });
  });

  test('does not doubt a face in front of a camera, as sent by browsers that encode like libjpeg', async () => {
    const readFace = findRealFaces();
    const { portrait, selfie } = await photographPerson();
    const live = readFace === null ? [] : [await readFace('image_T1')];
    for (const picture of [portrait, selfie, ...live]) {
      for (const quality of [92, 85, 75]) {
        expect((await look(await encoded(picture, quality), true)).signs, `quality ${quality}`).toEqual([]);
      }
    }
  });

  test('a large page that nothing is printed on is blank', async () => {
    const page = await sharp({ create: { width: 800, height: 1_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect((await look(page)).signs).toEqual(['blank']);
  });

  test('photographs of specimens are not doubted for their pixels', async () => {
    const specimens = listRealSpecimens();
    for (const { file, picture } of specimens) {
      const { signs } = await look(await encoded(picture, 92), true);
      expect(signs, file).toEqual([]);
    }
  });
});
