import {
  AtSign,
  FileText,
  Fingerprint,
  MapPin,
  Mic,
  Phone,
  ScanFace,
  ShieldCheck,
  UserRound,
  Video,
  type LucideIcon,
} from 'lucide-react';
import type { StepRecord } from '../../api/schema.ts';

interface StepText {
  name: string;
  about: string;
  Icon: LucideIcon;
}

/** A type of the contract without a text is a compile error. */
const steps: Readonly<Record<StepRecord['type'], StepText>> = {
  document: {
    name: 'Document',
    about: 'Photos or a PDF of an identity document or a proof of residency.',
    Icon: FileText,
  },
  selfie: { name: 'Selfie', about: 'One photo of the face, compared with the document’s portrait.', Icon: UserRound },
  'passive-liveness': {
    name: 'Passive liveness',
    about: 'Distinguishes a person from a print, a screen or a mask, in one photo.',
    Icon: ScanFace,
  },
  'active-liveness': {
    name: 'Active liveness',
    about: 'A short video in which the person follows random prompts.',
    Icon: Video,
  },
  'voice-liveness': { name: 'Voice liveness', about: 'The person reads random digits aloud.', Icon: Mic },
  'enhanced-liveness': {
    name: 'Enhanced liveness',
    about: 'Your provider runs the check; the server fetches the result.',
    Icon: ShieldCheck,
  },
  phone: { name: 'Phone', about: 'A number, confirmed with a code by text message.', Icon: Phone },
  email: { name: 'Email', about: 'An address, confirmed with a code.', Icon: AtSign },
  location: { name: 'Location', about: 'The location of the device and its network.', Icon: MapPin },
};

/** A page that was loaded before an update of the service may see a type that it does not know. */
export function stepText(type: string): StepText {
  return isKnown(type) ? steps[type] : { name: type, about: '', Icon: Fingerprint };
}

function isKnown(type: string): type is StepRecord['type'] {
  return Object.hasOwn(steps, type);
}
