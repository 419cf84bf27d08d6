import { restrictSharp } from '../rasters/restrict-sharp.ts';
import { reencodePicture, flatAreasOf } from './decode-picture.ts';
import { serveDecoder } from './serve-decoder.ts';

/** The process that decodes untrusted pictures. It has no environment, and its parent kills it when it breaks a limit. */
restrictSharp(['jpeg', 'png', 'webp']);
serveDecoder(async ({ ask }, picture) => {
  if (ask === 'measure-flat-areas') return { message: { answer: 'flat-areas', areas: await flatAreasOf(picture) } };
  const decoded = await reencodePicture(picture);
  if ('fault' in decoded) return { message: { answer: 'fault', fault: decoded.fault } };
  return { message: { answer: 'picture', ...decoded.from }, payload: decoded.jpeg };
});
