import { describe, expect, it } from 'vitest';
import { flowDocumentSchema, type FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import { findFlowWarnings, flowWarnings } from '../../../src/contract/flow-warnings/flow-warnings.ts';
import { everything, linesOf, ownPicture, passport, selfie } from './flow-parts.ts';

describe('a flow', () => {
  const voice = { id: 'voice', type: 'voice-liveness' as const, config: {} };
  const active = { id: 'active', type: 'active-liveness' as const, config: {} };
  const provider = { name: 'aws-rekognition' as const, region: 'eu-west-1' };
  const enhanced = { id: 'enhanced', type: 'enhanced-liveness' as const, config: { provider } };
  const aboutPresence = (flow: FlowDocumentInput, installed = everything) =>
    linesOf(flow, installed).filter((line) => line.includes('presence'));
  const byVoice = ['/steps flow.presence_by_voice_alone'];
  const byPicture = ['/steps flow.presence_by_picture_alone'];
  const byNothing = ['/steps flow.no_presence'];

  it.each<[string, FlowDocumentInput, string[]]>([
    ['a document and a voice', { steps: [passport, voice] }, byVoice],
    ['a selfie and a voice', { steps: [passport, selfie, voice] }, byVoice],
    ['a picture', { steps: [ownPicture] }, byPicture],
    ['two pictures', { steps: [ownPicture, { ...ownPicture, id: 'again' }] }, byPicture],
    ['a voice and a picture', { steps: [voice, ownPicture] }, byPicture],
    ['a picture and a film', { steps: [ownPicture, active] }, []],
    ['a picture and a provider', { steps: [ownPicture, enhanced] }, []],
    [
      'a picture and a film that is void',
      { steps: [ownPicture, active], policy: { 'active_liveness.not_live': 'accept' } },
      byPicture,
    ],
    ['a voice and a film', { steps: [voice, active] }, []],
    ['a voice and a provider', { steps: [voice, enhanced] }, []],
    [
      'a picture whose verdict is void',
      { steps: [voice, ownPicture], policy: { 'passive_liveness.not_live': 'accept' } },
      byVoice,
    ],
    [
      'a picture whose doubts are void',
      { steps: [voice, ownPicture], policy: { 'passive_liveness.doubtful': 'accept' } },
      byVoice,
    ],
    [
      'a film whose clock is void',
      { steps: [voice, active], policy: { 'active_liveness.recorded_too_early': 'accept' } },
      byVoice,
    ],
    [
      'a provider whose verdict is void',
      { steps: [voice, enhanced], policy: { 'enhanced_liveness.not_live': 'accept' } },
      byVoice,
    ],
    [
      'a film with a picture that is void',
      { steps: [voice, active, ownPicture], policy: { 'passive_liveness.not_live': 'accept' } },
      [],
    ],
    [
      'a voice that no engine has to understand',
      { steps: [voice], policy: { 'voice_liveness.no_speech_engine': 'accept' } },
      byNothing,
    ],
    [
      'pictures alone, and every verdict void',
      { steps: [ownPicture], policy: { 'passive_liveness.screen_or_print': 'accept' } },
      byNothing,
    ],
    ['a picture that may be blurred', { steps: [ownPicture], policy: { 'face.blurry': 'accept' } }, byPicture],
    ['doubts that go to review', { steps: [voice, active], policy: { 'active_liveness.not_live': 'review' } }, []],
  ])('with %s is warned of what it rests on', (_name, flow, warned) => {
    expect(aboutPresence(flow)).toEqual(warned);
    // The installed parts do not change which evidence the flow relies on.
    expect(aboutPresence(flow, { ...everything, speech: false, antiSpoofing: false })).toEqual(warned);
  });

  it('that relies on a picture says what else can pass as a person', () => {
    const flow = flowDocumentSchema.parse({ steps: [passport, ownPicture] });
    const [found] = findFlowWarnings(flow, everything);
    const cause = flowWarnings.find(({ code }) => code === found?.code)?.cause;
    for (const attack of [/mask/, /screen/, /generated face/]) {
      expect(found?.detail).toMatch(attack);
      expect(cause).toMatch(attack);
    }
    expect(cause).toMatch(/print/);
  });
});
