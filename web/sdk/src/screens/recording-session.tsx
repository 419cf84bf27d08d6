import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CameraClaim, CaptureSession, Challenge, RecordingProgress, StepOf } from '../api/contract.ts';
import { describeCamera } from '../device/describe-camera.ts';
import { openCamera, openMicrophone } from '../device/open-camera.ts';
import { openLevelMeter, startRecording } from '../device/record.ts';
import { createChunkSender, type ChunkSender } from '../device/send-while-recording.ts';
import { useMedia } from '../device/use-media.ts';
import type { FrameWatch } from '../device/watch-frames.ts';
import { faultOf, type Fault } from '../flow/fault.ts';
import { momentAt, type HeardColour, type HeardPrompt, type RecordingMoment } from '../flow/recording-plan.ts';
import { useSurroundings } from '../ui/flow-context.ts';
import { RecordingStage } from '../ui/recording-stage.tsx';

/** The recording, and the sender that uploaded it while it was made. */
export interface FinishedRecording {
  sender: ChunkSender;
  challengeId: string;
  session: CaptureSession | null;
  camera: CameraClaim | null;
}

const tickEveryMs = 100;
/** A tilt and the return, after the last prompt. */
const tiltMs = 2_400;
/** A chunk that waits longer will not arrive in the time that the server allows. */
const slowAfterMs = 2_500;

export function RecordingSession({
  step,
  filmed,
  light,
  thrifty,
  onTooSlow,
  onDone,
  onFault,
}: {
  step: StepOf<'active-liveness'> | StepOf<'voice-liveness'> | StepOf<'document'>;
  filmed: boolean;
  /** Colours follow the prompts, where the flow has them. */
  light: boolean;
  thrifty: boolean;
  onTooSlow: () => void;
  onDone: (finished: FinishedRecording) => Promise<void>;
  onFault: (fault: Fault) => void;
}): JSX.Element {
  const { flow } = useSurroundings();
  const sound = step.type === 'voice-liveness';
  const ofDocument = step.type === 'document';
  const facing = ofDocument ? 'environment' : 'user';
  const purpose = thrifty ? 'thrifty-recording' : 'recording';
  const open = () => (filmed ? openCamera({ facing, sound, purpose }) : openMicrophone());
  const stream = useMedia(open, onFault);
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [moment, setMoment] = useState<RecordingMoment>({ prompt: null, colour: null, share: 0, over: false });
  const [level, setLevel] = useState(0);
  const finish = useRef<() => void>(() => {});
  const watch = useRef<FrameWatch | null>(null);

  useEffect(() => {
    if (stream === null) return;
    let gone = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const leaving = new AbortController();
    const meter = sound ? openLevelMeter(stream) : null;

    const record = async () => {
      // The camera or the microphone is ready before a challenge is drawn.
      const drawn = await flow.api.drawChallenge(step.id, { light });
      if (gone) return;
      // From the moment that the challenge can be seen: words over it would hide what to do.
      flow.setUndisturbed(true);
      setChallenge(drawn);
      const { challengeId } = drawn;
      const promptCount = 'promptCount' in drawn ? drawn.promptCount : 0;
      const drawnLight = 'light' in drawn ? drawn.light : null;
      const live = sendLive(challengeId, promptCount);
      const recording = await startRecording(stream, { thrifty, onPart: live.sender.add });
      live.listen(recording.startedAt);
      const mostMs = (flow.getState().session?.limits.maxRecordingMs ?? 20_000) - 500;
      const promptTimeoutMs = step.type === 'active-liveness' ? step.config.promptTimeoutMs : ofDocument ? tiltMs : 0;
      const end = async () => {
        clearInterval(timer);
        if (gone) return;
        gone = true;
        // Nothing disturbs the person before the recorder has stopped and its screen is gone, which ends this effect.
        try {
          const session = watch.current?.describe() ?? null;
          await recording.finish();
          // Only now, because requests to the camera change its pictures.
          const camera = filmed ? await describeCamera(stream, watch.current?.video ?? null) : null;
          await onDone({ sender: live.sender, challengeId, session, camera });
        } catch (error) {
          onFault(faultOf(error));
        }
      };
      finish.current = () => void end();
      timer = setInterval(() => {
        // Only films can be recorded smaller.
        if (filmed && !thrifty && live.sender.lagMs() > slowAfterMs) {
          onTooSlow();
          return;
        }
        const lit = drawnLight && { ...drawnLight, colours: live.colours };
        const plan = { promptCount, promptTimeoutMs, mostMs, light: lit };
        const now = momentAt(live.heard, performance.now() - recording.startedAt, plan);
        setMoment(now);
        if (meter !== null) setLevel(meter.level());
        if (now.over || live.failed()) void end();
      }, tickEveryMs);
    };

    /**
     * Prompts and colours come over the socket, with the answer to each chunk, and to a request that waits for them: the first one counts.
     */
    const sendLive = (challengeId: string, promptCount: number) => {
      const heard: HeardPrompt[] = [];
      let startedAt: number | null = null;
      let failed = false;
      const colours: HeardColour[] = [];
      const hearPrompt = ({ promptIndex, action }: RecordingProgress['prompts'][number]) => {
        if (promptIndex === heard.length && startedAt !== null) {
          heard.push({ action, atMs: performance.now() - startedAt });
        }
      };
      const hearColour = (colour: string, colourIndex: number) => {
        if (colourIndex === colours.length && startedAt !== null) {
          colours.push({ colour, atMs: performance.now() - startedAt });
        }
      };
      const hearAll = (progress: RecordingProgress) => {
        progress.prompts.forEach(hearPrompt);
        progress.colours.forEach(hearColour);
      };
      const sender = createChunkSender(async (index, bytes) => {
        try {
          hearAll(await flow.api.sendChunk(step.id, { challengeId, index, bytes }, leaving.signal));
        } catch (error) {
          failed = true;
          throw error;
        }
      });
      const stopListening = flow.onPrompt((message) => {
        if (message.challengeId !== challengeId) return;
        if (message.type === 'challenge.prompt') hearPrompt(message);
        else hearColour(message.colour, message.colourIndex);
      });
      leaving.signal.addEventListener('abort', stopListening);
      const poll = async () => {
        while (!gone) {
          const known = { challengeId, known: heard.length + colours.length };
          hearAll(await flow.api.waitForPrompts(step.id, known, leaving.signal));
        }
      };
      return {
        heard,
        colours,
        sender,
        failed: () => failed,
        listen(at: number) {
          startedAt = at;
          // The chunks say the same, so its result does not matter.
          if (promptCount > 0) poll().catch(() => {});
        },
      };
    };

    record().catch((error: unknown) => {
      const fault = faultOf(error);
      if (fault.code.startsWith('recording.')) onFault(fault);
      else flow.fail(fault);
    });
    return () => {
      // A finished recording is still being sent: nothing of it is cancelled.
      if (!gone) leaving.abort();
      gone = true;
      flow.setUndisturbed(false);
      clearInterval(timer);
      meter?.close();
    };
  }, [stream]);

  return (
    <RecordingStage
      watch={watch}
      stream={stream}
      filmed={filmed}
      ofDocument={ofDocument}
      challenge={challenge}
      moment={moment}
      level={sound ? level : null}
      onFinish={sound && challenge !== null && moment.share > 0.1 ? () => finish.current() : null}
    />
  );
}
