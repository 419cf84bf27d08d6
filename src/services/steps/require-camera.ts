import type { CaptureSource } from '../../domain/capture/capture.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { mediaFormOf } from '../../domain/media/media-kind.ts';
import type { Origin } from '../../domain/media/media.ts';
import type { StepInSession } from './step-in-session.ts';

/**
 * A step that requires the camera refuses a file that is known to come from elsewhere: by its sender, by what the device says, or by its
 * type, since our SDK's camera sends JPEG. This stops honest devices only; the check of the file's origin looks for forged claims.
 * @throws Problem `step.camera_required`
 */
export function requireCamera(
  { step, flowStep }: Pick<StepInSession, 'step' | 'flowStep'>,
  { origin, source, contentType }: { origin: Origin; source: CaptureSource | null; contentType?: string },
): void {
  if (!step.requiresCamera(flowStep.config)) return;
  const takesPdf = step.pdfPagesAtMost(flowStep.config) > 0;
  // The file's type is known only once it begins to arrive.
  if (takesPdf && (contentType === undefined || source === 'pdf')) return;
  // No gallery holds a film that answers a challenge.
  const isTaken = contentType === undefined || contentType === 'image/jpeg' || mediaFormOf(contentType) === 'video';
  if (origin === 'server' || source !== 'camera' || !isTaken) throw new Problem('step.camera_required');
}
