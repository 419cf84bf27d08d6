import { ApiProblem } from '../../openapi/client/api-problem.ts';
import { ServiceRefused } from './patiently.ts';

/** The problem in one plain sentence, with the next step. */
export function explainTrouble(error: unknown): string {
  if (error instanceof ServiceRefused || error instanceof ApiProblem) return error.message;
  if (error instanceof Error && 'code' in error) {
    const code = String(error.code);
    if (code.startsWith('ERR_PARSE_ARGS'))
      return `${error.message.replace(/[^.]$/, '$&.')} All options: npm run demo -- --help`;
    if (code === 'ENOENT') return `There is no such file${'path' in error ? `: ${String(error.path)}` : ''}.`;
  }
  if (error instanceof TypeError) return 'The server does not answer. Is it running? npm start';
  return error instanceof Error ? error.message : String(error);
}
