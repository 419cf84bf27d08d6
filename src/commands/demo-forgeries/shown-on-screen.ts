import { pictureOfScreen } from '../../../specimens/captures/picture-of-screen.ts';
import { drawTruePassport, submitPicture } from './draw-true-passport.ts';
import type { Forgery } from './forgery.ts';

/** Shows a picture of the page on a screen and photographs the screen. */
export const shownOnScreen: Forgery = {
  word: 'screen',
  document: 'passport',
  description: 'the page photographed from a screen with coarse pixels',
  async make({ seed, dir, portrait }) {
    const { jpeg, submit } = await drawTruePassport({ seed, portrait });
    return submitPicture('screen', dir, {
      bytes: await pictureOfScreen(jpeg, { degrees: 3, widthPx: 1700, blur: 0.5 }),
      submit,
      changed: 'the camera saw a screen',
      caughtBy: ['document.picture_of_screen'],
    });
  },
};
