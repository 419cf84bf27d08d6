import { z } from 'zod';
import { captureSources, claimSigns } from '../../domain/capture/capture.ts';
import { labelClasses } from '../../domain/capture/camera-evidence.ts';
import { cameraSigns, findCameraSigns, recordedFramesOf } from '../../domain/capture/judge-camera.ts';
import type { ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { Upload } from '../../domain/media/media.ts';
import type { DecodedRecording } from '../../domain/ports/faces/recording-decoder.ts';
import type { Check } from '../../domain/verifications/check.ts';

const count = z.number().int().min(0).max(10_000_000);
const ms = z.number().min(0).max(86_400_000);
const share = z.number().min(0).max(1);
const pixels = z.number().int().min(0).max(20_000);

const cameraModeSchema = z.object({
  widthPx: pixels,
  heightPx: pixels,
  framesPerSecond: z.number().min(0).max(1_000).nullable(),
});

const browserCameraSchema = z.object({
  kind: z.literal('browser'),
  labelClass: z.enum(labelClasses),
  track: z.enum(['device', 'drawn']),
  listed: z.boolean().nullable(),
  refusesImpossible: z.boolean().nullable(),
  settings: cameraModeSchema.nullable(),
  whenSmall: cameraModeSchema.nullable(),
  equalShare: share.nullable(),
});

/** The device's description of the camera of a recording, and the recording's own properties: facts, so that they can be judged again. */
export const cameraFactsSchema = z.object({
  capture: z
    .object({
      source: z.enum(captureSources),
      session: z
        .object({
          id: z.string().max(64),
          openMs: ms,
          frames: count,
          frameMs: ms.nullable(),
          jitterMs: ms.nullable(),
          widthPx: pixels,
          heightPx: pixels,
        })
        .nullable(),
      camera: browserCameraSchema.optional(),
      byBrowser: z.boolean(),
      signs: z.array(z.enum(claimSigns)).max(10),
    })
    .nullable(),
  recorded: z
    .object({
      widthPx: pixels,
      heightPx: pixels,
      count,
      durationMs: ms,
      frameMs: ms.nullable(),
      jitterMs: ms.nullable(),
      equalShare: share.nullable(),
    })
    .nullable(),
});
export type CameraFacts = z.output<typeof cameraFactsSchema>;

export function cameraFactsOf({ capture }: Pick<Upload, 'capture'>, recording: DecodedRecording): CameraFacts {
  const hasPictures = recording.widthPx > 0;
  return { capture, recorded: hasPictures ? recordedFramesOf(recording, recording.changes) : null };
}

/** The data of the check `camera`. */
export const cameraData = z.object({
  source: z.enum(captureSources),
  signs: z
    .array(z.enum(cameraSigns))
    .max(20)
    .meta({ description: 'Signs that no live camera made the recording. An empty list does not prove that one did.' }),
  labelClass: z.enum(labelClasses).nullable().meta({
    description: '`virtual`: the camera has the name of a virtual-camera program. The service does not keep the name.',
  }),
  claimedFrameMs: ms.nullable().meta({ description: 'Median time between two pictures, as the device saw them.' }),
  recordedFrameMs: ms.nullable().meta({ description: 'Median time between two pictures in the recording.' }),
  claimedJitterMs: ms.nullable().meta({ description: 'Median deviation from that time, as the device saw it.' }),
  recordedJitterMs: ms
    .nullable()
    .meta({ description: 'Median deviation from that time in the recording. For information: no rule uses it.' }),
  equalShare: share.nullable().meta({
    description: 'Share of the pixels that were equal in two pictures of the camera, as the device measured it.',
  }),
  recordedEqualShare: share.nullable().meta({
    description: 'Share of the recording’s pictures that are equal to the one before.',
  }),
});

/**
 * Whether anything contradicts that a camera made the recording. The device's claims can only raise a doubt, because a program can claim
 * the same. No check when the client describes no camera and is not the web SDK, and for results from before cameras were described.
 */
export function judgeCamera(facts: CameraFacts | null | undefined, code: ReasonCode): Check[] {
  const { capture = null, recorded = null } = facts ?? {};
  const signs = findCameraSigns(capture, recorded);
  if (capture === null || signs === null) return [];
  const { camera = null, session } = capture;
  const data: z.output<typeof cameraData> = {
    source: capture.source,
    signs,
    labelClass: camera?.labelClass ?? null,
    claimedFrameMs: session?.frameMs ?? null,
    recordedFrameMs: recorded?.frameMs ?? null,
    claimedJitterMs: session?.jitterMs ?? null,
    recordedJitterMs: recorded?.jitterMs ?? null,
    equalShare: camera?.equalShare ?? null,
    recordedEqualShare: recorded?.equalShare ?? null,
  };
  const check = { id: 'camera', data, durationMs: 0 };
  return signs.length > 0 ? [{ ...check, outcome: 'warning', code }] : [{ ...check, outcome: 'passed', code: null }];
}
