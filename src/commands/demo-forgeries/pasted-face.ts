import { otherPortrait, pastePortrait } from '../../../specimens/captures/paste-portrait.ts';
import { drawTruePassport, submitPicture } from './draw-true-passport.ts';
import type { Forgery } from './forgery.ts';

/** Opens a photo of the page in an editor and lays another portrait over the printed one. */
export const pastedFace: Forgery = {
  word: 'face',
  document: 'passport',
  description: 'another portrait laid over the printed one in a JPEG of the page, saved more finely',
  async make({ seed, dir, portrait }) {
    const { jpeg, submit } = await drawTruePassport({ seed, portrait });
    if (portrait === undefined) throw new Error('a face can only be pasted over a portrait');
    const { jpeg: withOther } = await drawTruePassport({ seed, portrait: await otherPortrait(portrait) });
    const bytes = await pastePortrait(jpeg, withOther);
    return submitPicture('face', dir, {
      bytes,
      submit,
      changed: 'another portrait lies over the printed one',
      caughtBy: ['document.recompressed_area', 'document.portrait_edges'],
    });
  },
};
