import { existsSync } from 'node:fs';
import type { PhotographedPerson } from '../../../specimens/captures/photograph-person.ts';
import { documentTypes } from '../../domain/documents/document-type.ts';
import type { ForgeryRequest } from '../demo-forgeries/forgery.ts';
import { forgeries } from '../demo-forgeries/index.ts';
import type { SdkClient, Session } from '../sdk-client.ts';
import { drawDemoFiles, readOwnFiles, type SubmittedFile } from './demo-files.ts';
import { findDemoKind } from './demo-kinds.ts';
import { say } from './say.ts';

/** The submitted files, and the person's statement about the document. */
export interface Paper {
  files: SubmittedFile[];
  submit: { documentType: string; country?: string; subtype?: string };
  /** For a forged document: the change. */
  changed?: string;
  /** Codes of the checks that notice the forgery. */
  caughtBy?: readonly string[];
}

/** What the command line says. */
export interface DemoChoice {
  kind?: string;
  seed?: string;
  file?: string;
  back?: string;
  type?: string;
  forge?: string;
  flow?: string;
  attack?: boolean;
  json?: boolean;
}

const usualKind = 'passport';
const usualType = 'passport';

/** Options that mean nothing together with another one: they would be ignored without a word. */
const excludes: Readonly<
  Partial<Record<keyof DemoChoice, { others: readonly (keyof DemoChoice)[]; because: string }>>
> = {
  attack: {
    others: ['kind', 'seed', 'file', 'back', 'type', 'forge', 'flow', 'json'],
    because: '--attack chooses everything itself',
  },
  file: { others: ['kind', 'seed', 'forge'], because: '--file sends your own picture' },
  forge: { others: ['kind'], because: '--forge chooses the document itself' },
};

/** The mistake in the choice, in plain words, or null. Asked before a session starts, so that a typing error leaves no attempt behind. */
export function mistakeIn(choice: DemoChoice): string | null {
  const { kind = usualKind, seed, file, back, type, forge } = choice;
  const isGiven = (name: keyof DemoChoice) => choice[name] !== undefined && choice[name] !== false;
  for (const [name, { others, because }] of Object.entries(excludes)) {
    const other = others.find(isGiven);
    if (isGiven(name as keyof DemoChoice) && other !== undefined) return `${because}, so it takes no --${other}.`;
  }
  const ofDocument = (['kind', 'seed', 'file', 'forge'] as const).find(isGiven);
  if (choice.flow === 'contact' && ofDocument !== undefined)
    return `The flow contact asks for no document, so it takes no --${ofDocument}.`;
  if (type !== undefined && file === undefined) return '--type says what your own picture shows, so it needs --file.';
  if (type !== undefined && documentTypes.every((known) => known !== type))
    return `--type is one of: ${documentTypes.join(', ')}`;
  if (seed !== undefined && !/^\d{1,9}$/.test(seed)) return '--seed takes a whole number of at most nine digits.';
  if (forge !== undefined && forgeries.every(({ word }) => word !== forge))
    return `--forge is one of: ${forgeries.map(({ word }) => word).join(', ')}`;
  if (findDemoKind(kind) === undefined) return `There is no kind ${kind}. All kinds: npm run demo -- --kinds`;
  if (file === undefined && back !== undefined) return '--back needs --file, the picture of the front.';
  const missing = [file, back].find((name) => name !== undefined && !existsSync(name));
  return missing === undefined ? null : `There is no file ${missing}.`;
}

/** Whether the document that is drawn or forged shows the made-up person's face. */
export function showsPortrait({ kind = usualKind, file, forge }: DemoChoice): boolean {
  if (file !== undefined) return false;
  if (forge !== undefined) return forgeries.find(({ word }) => word === forge)?.document === 'passport';
  return findDemoKind(kind)?.kind.type !== 'proof-of-residency';
}

/**
 * Reads the files that the command line names, forges or draws a document. Returns null for a choice that `mistakeIn` refuses.
 */
export async function choosePaper(
  { kind: word = usualKind, seed, file, back, type = usualType, forge }: DemoChoice,
  dir: string,
  person: PhotographedPerson | null,
): Promise<Paper | null> {
  if (file !== undefined) {
    return { files: readOwnFiles(file, back), submit: { documentType: type } };
  }
  const drawnBy = seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(seed);
  if (forge !== undefined) return forgePaper(forge, { seed: drawnBy, dir, portrait: person?.portrait });
  const entry = findDemoKind(word);
  if (entry === undefined) return null;
  const { files, truth } = await drawDemoFiles(entry, drawnBy, dir, person?.portrait);
  const { givenNames, surname, country } = truth.holder;
  say(`drew a fictitious document (${entry.kind.name}, seed ${drawnBy}): ${givenNames} ${surname}`);
  for (const drawn of files) say(`look at it: ${drawn.path}`);
  const { type: documentType, subtype } = entry.kind;
  return { files, submit: { documentType, country, ...(subtype !== null && { subtype }) } };
}

async function forgePaper(word: string, request: ForgeryRequest): Promise<Paper | null> {
  const forgery = forgeries.find((candidate) => candidate.word === word);
  if (forgery === undefined) return null;
  const paper = await forgery.make(request);
  say(`forged a fictitious ${forgery.document} (seed ${request.seed}): ${paper.changed}`);
  for (const { path: file } of paper.files) say(`look at it: ${file}`);
  return paper;
}

/** Uploads the files and submits the step. */
export async function submitPaper(
  client: SdkClient,
  session: Session,
  stepId: string,
  { files, submit }: Paper,
): Promise<void> {
  for (const { kind, bytes } of files) {
    const { quality } = await client.upload(session.sessionToken, stepId, { kind, bytes });
    say(`${kind} uploaded: ${qualityOf(quality)}`);
  }
  await client.submit(session.sessionToken, stepId, submit);
  say('submitted; the workers are reading it');
}

function qualityOf({ acceptable, codes }: { acceptable: boolean | null; codes: readonly string[] }): string {
  if (acceptable === null) return 'its quality is still being looked at';
  return acceptable ? 'good enough to read' : `should be taken again (${codes.join(', ')})`;
}
