import type { JSX } from 'preact';
import type { PublicStep, SessionStep } from '../api/contract.ts';
import { ContactStep } from './contact-step.tsx';
import { DocumentStep } from './document-step.tsx';
import { LocationStep } from './location-step.tsx';
import { ProviderStep } from './provider-step.tsx';
import { RecordingStep } from './recording-step.tsx';
import { SelfieStep } from './selfie-step.tsx';

/** The screens of a step, by its type. */
export function StepScreen({ step, progress }: { step: PublicStep; progress: SessionStep }): JSX.Element {
  switch (step.type) {
    case 'document':
      return <DocumentStep step={step} progress={progress} />;
    case 'selfie':
    case 'passive-liveness':
      return <SelfieStep step={step} progress={progress} />;
    case 'active-liveness':
    case 'voice-liveness':
      return <RecordingStep step={step} progress={progress} />;
    case 'enhanced-liveness':
      return <ProviderStep step={step} progress={progress} />;
    case 'phone':
    case 'email':
      return <ContactStep step={step} progress={progress} />;
    case 'location':
      return <LocationStep step={step} progress={progress} />;
  }
}
