import { consent } from './consent.ts';
import { presentations, rooms, skinTones, type Presentation, type Room } from './recording-set.ts';

const presentationNames: Readonly<Record<Presentation, string>> = {
  genuine: 'Me, in front of the camera',
  screen: 'A screen that shows a face, held up',
  print: 'A printed face, held up',
  mask: 'A mask, worn or held up',
};
const roomNames: Readonly<Record<Room, string>> = {
  'evening-lamp': 'A room lit by a lamp',
  office: 'An office or a bright room',
  window: 'By a window in daylight',
  outdoors: 'Outdoors',
  dark: 'A dark room',
};
/** Swatches of the Monk Skin Tone Scale, from 1 to 10. */
const swatches = [
  '#f6ede4',
  '#f3e7db',
  '#f7ead0',
  '#eadaba',
  '#d7bd96',
  '#a07e56',
  '#825c43',
  '#604134',
  '#3a312a',
  '#292420',
];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const optionsOf = (names: Readonly<Record<string, string>>, values: readonly string[]) =>
  values.map((value) => `<option value="${value}">${escaped(names[value] ?? value)}</option>`).join('');

const style = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
  label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
  input[type=text], select { width: 100%; padding: .5rem; font: inherit; box-sizing: border-box; }
  fieldset { border: 0; padding: 0; margin: 1rem 0; } legend { font-weight: 600; }
  .tones label { display: inline-block; margin: .25rem; font-weight: 400; }
  .tones span { display: inline-block; width: 2rem; height: 2rem; border: 1px solid #777; vertical-align: middle; }
  .consent { white-space: pre-line; border: 1px solid #777; padding: 1rem; }
  button { font: inherit; padding: .6rem 1.2rem; margin: 1rem .5rem 0 0; }
`;

/** The page runs in the browser as it is, without a build. The form keeps its values for the person's next recording. */
const script = ({ serviceUrl, clientId, flowId }: RecordPageOptions) => `
  import { Verify, VerifyButtonResult } from '${serviceUrl}/sdk/verify.js';
  const form = document.querySelector('form');
  const said = document.querySelector('#said');
  const say = (text) => { said.textContent = text; };
  const about = () => {
    const given = new FormData(form);
    const text = (name) => String(given.get(name) ?? '').trim();
    const isGenuine = text('presentation') === 'genuine';
    return {
      person: text('person').toLowerCase(),
      presentation: text('presentation'),
      attackNote: isGenuine || text('attackNote') === '' ? null : text('attackNote'),
      device: text('device'),
      room: text('room'),
      skinTone: text('skinTone') === '' ? null : Number(text('skinTone')),
    };
  };
  const send = async (method, body) => {
    const answer = await fetch('/recordings', {
      method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
    const { message } = await answer.json();
    say(message);
  };
  let asked = null;
  VerifyButtonResult.shared.delegate = {
    verificationSuccess: (identityId, verificationId) => send('POST', { verificationId, about: asked }),
    verificationCancelled: () => say('Nothing was recorded.'),
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    asked = about();
    say('');
    Verify.shared.showVerifyFlow({ clientId: '${clientId}', flowId: '${flowId}', baseUrl: '${serviceUrl}' });
  });
  document.querySelector('#forget').addEventListener('click', () => {
    const { person } = about();
    if (person !== '' && confirm('Delete all films of ' + person + '?')) send('DELETE', { person });
  });
  const attack = document.querySelector('#attack');
  form.elements.presentation.addEventListener('change', ({ target }) => { attack.hidden = target.value === 'genuine'; });
`;

export interface RecordPageOptions {
  /** The address at which the browser reaches the service. */
  serviceUrl: string;
  clientId: string;
  flowId: string;
}

/** The page on which a team records itself. */
export function recordPage(options: RecordPageOptions): string {
  const tones = skinTones.map(
    (tone) =>
      `<label><input type="radio" name="skinTone" value="${tone}"> <span style="background:${swatches[tone - 1]}"></span> ${tone}</label>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Record films for active liveness</title><style>${style}</style>
<h1>Record films for active liveness</h1>
<p class="consent">${escaped(consent.text)}</p>
<form>
  <label><input type="checkbox" name="consent" required> I have read this, and I agree.</label>
  <label for="person">Your pseudonym, the same each time (a–z, 0–9, -)</label>
  <input type="text" id="person" name="person" pattern="[A-Za-z0-9\\-]{1,40}" required>
  <label for="presentation">What is in front of the camera?</label>
  <select id="presentation" name="presentation">${optionsOf(presentationNames, presentations)}</select>
  <div id="attack" hidden>
    <label for="attackNote">What do you hold up? For example “tablet, 11 inch” or “paper mask with eye holes”</label>
    <input type="text" id="attackNote" name="attackNote" maxlength="100">
  </div>
  <label for="device">Device and browser</label>
  <input type="text" id="device" name="device" maxlength="100" required>
  <label for="room">Where are you?</label>
  <select id="room" name="room">${optionsOf(roomNames, rooms)}</select>
  <fieldset class="tones"><legend>Skin tone, if you want to say (Monk Skin Tone Scale)</legend>${tones.join(' ')}
    <label><input type="radio" name="skinTone" value="" checked> I’d rather not say</label></fieldset>
  <button>Record</button><button type="button" id="forget">Delete my films</button>
</form>
<p id="said" role="status"></p>
<script type="module">${script(options)}</script></html>`;
}
