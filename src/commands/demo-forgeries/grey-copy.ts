import { pictureOfCopy } from '../../../specimens/captures/picture-of-copy.ts';
import { drawTruePassport, submitPicture } from './draw-true-passport.ts';
import type { Forgery } from './forgery.ts';

/** Photographs a black-and-white photocopy in white light. */
export const greyCopy: Forgery = {
  word: 'copy',
  document: 'passport',
  description: 'a black-and-white copy of the page, photographed in white light',
  async make({ seed, dir, portrait }) {
    const { jpeg, submit } = await drawTruePassport({ seed, portrait });
    return submitPicture('copy', dir, {
      bytes: await pictureOfCopy(jpeg),
      submit,
      changed: 'the page is a grey copy',
      caughtBy: ['document.black_and_white_copy'],
    });
  },
};
