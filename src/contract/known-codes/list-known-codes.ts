import { faultCodes } from '../../domain/faults/fault-codes.ts';
import { problemTable, type ProblemCode } from '../../domain/faults/problem-table.ts';
import { reasonCodes, reasonTable } from '../../domain/faults/reason-codes.ts';
import { flowWarnings } from '../flow-warnings/flow-warnings.ts';
import { deviceCodes } from './device-codes.ts';
import { faultExplanations } from './fault-explanations.ts';
import { problemRemedies } from './problem-remedies.ts';
import { remedyOfReason } from './reason-remedies.ts';

/**
 * The areas of codes. `problem`: the `code` of a response. `fault`: `errors[].code` of one. `reason`: of a check or a retake. `device`:
 * shown by the SDK. `flowWarning`: of a flow document.
 */
export const codeAreas = ['problem', 'fault', 'reason', 'device', 'flowWarning'] as const;
export type CodeArea = (typeof codeAreas)[number];

export interface KnownCode {
  area: CodeArea;
  code: string;
  cause: string;
  remedy: string;
}

/** Every code, area by area. A code can occur in two areas. */
export function listKnownCodes(): KnownCode[] {
  const problems = Object.keys(problemTable) as ProblemCode[]; // Object.keys widens to string.
  return [
    ...problems.map((code) => knownCode('problem', code, problemTable[code].text, problemRemedies[code])),
    ...faultCodes.map((code) =>
      knownCode('fault', code, faultExplanations[code].cause, faultExplanations[code].remedy),
    ),
    ...reasonCodes.map((code) => knownCode('reason', code, reasonTable[code].text, remedyOfReason(code))),
    ...Object.entries(deviceCodes).map(([code, { cause, remedy }]) => knownCode('device', code, cause, remedy)),
    ...flowWarnings.map(({ code, cause, remedy }) => knownCode('flowWarning', code, cause, remedy)),
  ];
}

const knownCode = (area: CodeArea, code: string, cause: string, remedy: string): KnownCode => ({
  area,
  code,
  cause,
  remedy,
});
