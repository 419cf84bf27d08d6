import type { Explanation } from './fault-explanations.ts';

const explain = (cause: string, remedy: string): Explanation => ({ cause, remedy });

/** Codes that the SDK itself shows, because only a device can detect them. Their texts are in the SDK's bundle. */
export const deviceCodes: Readonly<Record<string, Explanation>> = {
  'network.offline': explain(
    'The device has no connection to the service.',
    'The person reconnects. No input is lost.',
  ),
  'wait.too_long': explain(
    'A response took longer than the SDK waits.',
    'The person tries again; check `/health/ready` if it happens often.',
  ),
  'camera.denied': explain(
    'The person or the browser denied access to the camera.',
    'The person allows it; the page needs https and `allow="camera"` in a frame.',
  ),
  'camera.missing': explain('The device has no camera.', 'The person continues on another device.'),
  'camera.in_use': explain('Another app is using the camera.', 'The person closes the other app.'),
  'camera.failed': explain(
    'The camera did not start, or it stopped.',
    'The person tries again or restarts the browser.',
  ),
  'microphone.denied': explain(
    'The person or the browser denied access to the microphone.',
    'The person allows it; a frame needs `allow="microphone"`.',
  ),
  'microphone.missing': explain('The device has no microphone.', 'The person continues on another device.'),
  'recording.unsupported': explain(
    'The browser cannot record in a format that the service takes.',
    'The person continues in a current browser.',
  ),
  'recording.failed': explain('The recording was interrupted.', 'The person records again.'),
  'picture.unreadable': explain('The browser cannot open the chosen picture.', 'The person chooses another picture.'),
  'location.denied': explain(
    'The person or the browser denied access to the location.',
    'The person allows it, or skips the step where the flow lets them.',
  ),
  'location.unavailable': explain('The device cannot determine its location.', 'The person tries again outdoors.'),
  'step.not_supported': explain(
    'This version of the SDK does not know a step of the flow.',
    'Update the SDK to the service’s version.',
  ),
  'sdk.failed': explain(
    'The SDK had an internal error.',
    'The person tries again; the browser’s console has the detail.',
  ),
};
