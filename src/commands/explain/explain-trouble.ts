import { ApiProblem } from '../../../openapi/client/api-problem.ts';
import { ConfigInvalid } from '../../environment.ts';
import { ServiceRefused } from '../patiently.ts';
import { explainFileFault } from './explain-file-fault.ts';

/** The problem of a command that talks to the service, in one plain sentence with the next step. */
export function explainTrouble(error: unknown): string {
  if (error instanceof ServiceRefused || error instanceof ApiProblem || error instanceof ConfigInvalid)
    return error.message;
  const ofFile = explainFileFault(error);
  if (ofFile !== null) return ofFile;
  if (error instanceof TypeError) return 'The server does not answer. Is it running? npm start';
  return error instanceof Error ? error.message : String(error);
}
