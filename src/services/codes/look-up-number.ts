import {
  numberQuestions,
  type NumberFacts,
  type NumberLookup,
  type NumberQuestion,
} from '../../domain/ports/messages/number-lookup.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { testNumbers } from '../../domain/codes/test-values.ts';

const ordinary: NumberFacts = { lineType: null, simSwapped: null, smsPumpingRisk: null, unanswered: [] };
const factsOfTestNumbers: Readonly<Record<string, NumberFacts>> = {
  [testNumbers.voip]: { ...ordinary, lineType: 'voip' },
  [testNumbers.premium]: { ...ordinary, lineType: 'premium' },
  [testNumbers.simSwapped]: { ...ordinary, simSwapped: true },
  [testNumbers.smsPumping]: { ...ordinary, smsPumpingRisk: 95 },
};

/** Asks the provider about a number. For clients in test mode, numbers of the test range carry their own answer. */
export function createLookUpNumber({
  db,
  numberLookup,
}: {
  db: Pick<Database, 'clients' | 'verifications'>;
  /** Null: not configured. */
  numberLookup: NumberLookup | null;
}) {
  return async function lookUpNumber({
    phoneNumber,
    verificationId,
  }: {
    phoneNumber: string;
    verificationId: string;
  }): Promise<{ asked: boolean; notAsked: NumberQuestion[]; facts: NumberFacts | null }> {
    const { clientId } = await db.verifications.get(verificationId);
    const client = await db.clients.find(clientId);
    if (client?.mode === 'test') {
      return { asked: true, notAsked: [], facts: factsOfTestNumbers[phoneNumber] ?? ordinary };
    }
    if (numberLookup === null) return { asked: false, notAsked: [...numberQuestions], facts: null };
    const notAsked = numberQuestions.filter((question) => !numberLookup.asks.includes(question));
    return { asked: true, notAsked, facts: await numberLookup.lookUp(phoneNumber) };
  };
}
