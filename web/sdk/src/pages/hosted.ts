import { openBridge } from '../bridge/open-bridge.ts';
import { readAddress } from '../bridge/read-address.ts';
import { presentFlow } from '../present-flow.tsx';

const { bridge: hostVersion, ...address } = readAddress(location);
void openBridge(hostVersion)
  .then(async ({ additions, closed }) => {
    await presentFlow({ ...address, baseUrl: location.origin, started: () => {}, ...additions });
    closed();
  })
  .catch(reportError);
// Another link pasted over this one differs only after the `#`, which loads nothing by itself.
addEventListener('hashchange', () => location.reload());
