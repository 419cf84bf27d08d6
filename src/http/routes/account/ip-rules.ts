import { getIpRulesRoute, setIpRulesRoute } from '../../../contract/routes/account.ts';
import type { createReadIpRules, createSetIpRules } from '../../../services/clients/ip-rules.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGetIpRules(readIpRules: ReturnType<typeof createReadIpRules>) {
  return bindRoute(getIpRulesRoute, async ({ caller }) => respond(200, await readIpRules(caller)));
}

export function bindSetIpRules(setIpRules: ReturnType<typeof createSetIpRules>) {
  return bindRoute(setIpRulesRoute, async ({ caller, input: { body } }) =>
    respond(200, await setIpRules(caller, body)),
  );
}
