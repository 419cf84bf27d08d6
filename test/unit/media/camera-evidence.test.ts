import { describe, expect, test } from 'vitest';
import { captureClaimSchema } from '../../../src/contract/sessions/capture-claim.ts';
import { captureOf, type CaptureClaim } from '../../../src/domain/capture/capture.ts';
import { cameraEvidenceOf, type CameraClaim } from '../../../src/domain/capture/camera-evidence.ts';
import { findCameraSigns, recordedFramesOf, type RecordedFrames } from '../../../src/domain/capture/judge-camera.ts';
import { cameraFactsSchema, judgeCamera } from '../../../src/steps/recordings/camera-facts.ts';

const session = { id: 'a', openMs: 12_000, frames: 280, frameMs: 41.7, jitterMs: 1, widthPx: 640, heightPx: 480 };
const camera: CameraClaim = {
  kind: 'browser',
  label: 'FaceTime HD Camera',
  track: 'device',
  listed: true,
  refusesImpossible: true,
  settings: { widthPx: 640, heightPx: 480, framesPerSecond: 24 },
  whenSmall: { widthPx: 320, heightPx: 240, framesPerSecond: 10 },
  equalShare: 0.12,
};
const recorded: RecordedFrames = {
  widthPx: 640,
  heightPx: 480,
  count: 260,
  durationMs: 11_000,
  frameMs: 42,
  jitterMs: 1,
  equalShare: 0,
};

function signs(
  claim: Partial<CaptureClaim> | null,
  film: Partial<RecordedFrames> = {},
  platform: string | null = 'web',
): string[] | null {
  const capture = captureOf({
    claim: claim && { source: 'camera', session, camera, ...claim },
    origin: 'sdk',
    form: 'video',
    platform,
    sinceStartMs: 60_000,
  });
  return findCameraSigns(capture, { ...recorded, ...film });
}
const ofCamera = (changed: Partial<CameraClaim>) => signs({ camera: { ...camera, ...changed } });

describe('what a browser says about the camera of a recording', () => {
  test('is no doubt when the recording agrees with it, whichever way the phone is held', () => {
    expect(signs({})).toEqual([]);
    expect(signs({}, { widthPx: 480, heightPx: 640 })).toEqual([]);
    // A camera in a dark room, and a browser that says little.
    expect(signs({}, { frameMs: 83 })).toEqual([]);
    expect(ofCamera({ label: null, listed: null, refusesImpossible: null, whenSmall: null, equalShare: null })).toEqual(
      [],
    );
  });

  test.each([
    'OBS Virtual Camera',
    'OBS-Camera',
    'ManyCam Virtual Webcam',
    'Dummy video device (0x0000)',
    'e2eSoft VCam',
    'DroidCam Source 3',
    'Snap Camera',
    'fake_device_0',
    'NDI Video',
    '/tmp/camera.y4m',
  ])('is a doubt with the name of a virtual camera: %s', (label) => {
    expect(ofCamera({ label })).toEqual(['virtual-camera']);
  });

  test.each([
    'Integrated Webcam',
    'HD Pro Webcam C920',
    'camera2 1, facing front',
    'Front Camera',
    'Obsbot Tiny 2',
    'Câmera frontal',
  ])('is no doubt with the name of a real camera: %s', (label) => {
    expect(ofCamera({ label })).toEqual([]);
  });

  test.each<[string, Partial<CameraClaim>, string]>([
    ['a track that a script draws', { track: 'drawn' }, 'not-a-device'],
    ['a camera that the browser does not list', { listed: false }, 'not-a-device'],
    ['a camera that takes a size which none has', { refusesImpossible: false }, 'not-a-device'],
    [
      'frames of another size than the camera’s',
      { settings: { widthPx: 1280, heightPx: 720, framesPerSecond: 24 } },
      'settings-differ',
    ],
    ['two equal pictures', { equalShare: 1 }, 'no-noise'],
  ])('is a doubt with %s', (_what, changed, sign) => {
    expect(ofCamera(changed)).toEqual([sign]);
  });

  test.each<[string, Partial<RecordedFrames>, string]>([
    ['is larger than its frames', { widthPx: 1280, heightPx: 720 }, 'recorded-size'],
    ['has more pictures in a second than the camera delivers', { frameMs: 16 }, 'recorded-rate'],
    ['has more pictures than the camera delivered', { count: 900 }, 'recorded-rate'],
    ['is longer than the camera was open', { durationMs: 15_000 }, 'recorded-length'],
    ['shows one picture all the time', { equalShare: 0.97 }, 'recorded-still'],
  ])('is contradicted by a recording that %s', (_what, film, sign) => {
    expect(signs({}, film)).toEqual([sign]);
  });

  test('is reported missing if the web SDK must have sent it, and not required of other clients', () => {
    expect(signs({ camera: null })).toEqual(['not-reported']);
    expect(signs(null)).toEqual(['not-reported']);
    expect(signs({ source: 'gallery' })).toEqual(['not-reported']);
    expect(signs(null, {}, 'test')).toBeNull();
  });

  test('is kept without the camera’s name, which may be a person’s', () => {
    const kept = cameraEvidenceOf({ ...camera, label: 'Ana’s iPhone Camera' });
    expect(JSON.stringify(kept)).not.toContain('Ana');
    expect(kept.labelClass).toBe('other');
  });

  test('must match the contract’s schema', () => {
    const claim = { source: 'camera', session, camera };
    expect(captureClaimSchema.safeParse(claim).success).toBe(true);
    expect(captureClaimSchema.safeParse({ ...claim, camera: { ...camera, kind: 'trusted-hardware' } }).success).toBe(
      false,
    );
    expect(captureClaimSchema.safeParse({ ...claim, camera: { ...camera, equalShare: 2 } }).success).toBe(false);
  });
});

describe('the check on the camera', () => {
  const capture = captureOf({
    claim: { source: 'camera', session, camera },
    origin: 'sdk',
    form: 'video',
    platform: 'web',
    sinceStartMs: 60_000,
  });
  const code = 'active_liveness.camera_doubtful';

  test('warns and never refuses, whatever is found', () => {
    const facts = cameraFactsSchema.parse({
      capture,
      recorded: { ...recorded, widthPx: 10, count: 9_000, equalShare: 1 },
    });
    const [check, ...more] = judgeCamera(facts, code);
    expect(more).toEqual([]);
    expect(check).toMatchObject({ id: 'camera', outcome: 'warning', code });
  });

  test('passes if nothing is found, and is absent for results from before cameras were described', () => {
    expect(judgeCamera(cameraFactsSchema.parse({ capture, recorded }), code)).toMatchObject([{ outcome: 'passed' }]);
    expect(judgeCamera(undefined, code)).toEqual([]);
    expect(judgeCamera({ capture: null, recorded }, code)).toEqual([]);
  });
});

test('the clock of a recording is read from the timestamps of its pictures', () => {
  const changes = [0, 40, 81, 120, 160].map((atMs, index) => ({ atMs: atMs + 40, difference: index === 2 ? 0 : 0.01 }));
  expect(recordedFramesOf({ widthPx: 640, heightPx: 480, durationMs: 200 }, changes)).toEqual({
    widthPx: 640,
    heightPx: 480,
    durationMs: 200,
    count: 6,
    frameMs: 40,
    jitterMs: 1,
    equalShare: 0.2,
  });
  expect(recordedFramesOf({ widthPx: 640, heightPx: 480, durationMs: 0 }, [])).toMatchObject({
    frameMs: null,
    equalShare: null,
  });
});
