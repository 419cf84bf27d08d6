import { relative } from 'node:path';
import { networkInterfaces } from 'node:os';
import type { EmbeddedSettings } from '../embedded-settings.ts';
import { isLoopbackListener } from '../domain/hosts.ts';
import { setUpLinkOf } from '../services/operators/prepare-set-up.ts';
import { demoFileIn, type DemoFile } from './demo/demo-file.ts';

export interface Announced extends Pick<EmbeddedSettings, 'dir' | 'host' | 'port' | 'localWebhooks'> {
  /** Null: request logs go to standard output, so the output may be collected. */
  logFile: string | null;
}

/**
 * The output of `npm start` once everything runs. Tokens are for a person at a terminal: when the output is collected, only the file with
 * the tokens is named.
 */
export function announce(demo: DemoFile, { logFile, ...settings }: Announced, say: (line: string) => void): void {
  say('');
  say(`Verify is ready at ${demo.baseUrl}`);
  say('');
  say(`  demo page             ${demo.baseUrl}/demo`);
  say(`  dashboard             ${demo.baseUrl}/dashboard`);
  say(`  API reference         ${demo.baseUrl}/docs`);
  say(`  client (test mode)    ${demo.clientId}`);
  for (const [name, flowId] of Object.entries(demo.flows)) say(`  flow ${name.padEnd(17)}${flowId}`);
  if (logFile === null) {
    const holds = demo.setUpToken === undefined ? 'the API token' : 'the API token and the set-up token';
    say(`  secrets               ${relative('', demoFileIn(settings.dir))} has ${holds}; only you can read it`);
  } else {
    say(`  API token             ${demo.apiToken}`);
    if (demo.setUpToken !== undefined) {
      say(`  set-up token          ${demo.setUpToken}   (makes the first owner, once)`);
      say(`  become the owner      ${setUpLinkOf(demo.baseUrl, demo.setUpToken)}`);
    }
    say(`  log                   ${relative('', logFile)}`);
  }
  say('');
  say('  Try a whole verification:   npm run demo');
  say('  Look an identity up:');
  say(
    `    curl -H "Authorization: Bearer ${logFile === null ? '<API token>' : demo.apiToken}" ${demo.baseUrl}/v2/identities/<identityId>`,
  );
  say('');
  for (const line of exposureOf(settings)) say(`  ${line}`);
  if (settings.localWebhooks) {
    say(
      '  Webhooks may reach this machine (127.0.0.0/8 and ::1), so that you can try them. WEBHOOK_ALLOW_CIDRS changes that.',
    );
  }
  say('');
  say('  Ctrl-C stops everything.');
}

/** Sentences about who can reach the service. */
export function exposureOf({ host, port }: Pick<EmbeddedSettings, 'host' | 'port'>): string[] {
  if (isLoopbackListener(host)) return ['Only this machine can reach it. HOST=0.0.0.0 opens it to the network.'];
  const everywhere = host === '0.0.0.0' || host === '::';
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const addresses = everywhere ? own.filter(({ internal }) => !internal).map(({ address }) => address) : [host];
  const urls = addresses.map((address) => `http://${address.includes(':') ? `[${address}]` : address}:${port}`);
  return [
    `OPEN TO THE NETWORK, without TLS: ${urls.join(' ')}`,
    'Everyone on the network can reach the dashboard, the API, the pages for people and the API reference.',
    'The demo page and the metrics answer only requests from this machine.',
  ];
}
