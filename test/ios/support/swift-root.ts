import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** Debian 13 is the first release with Swift. Its root is outside every repository, and all checkouts share it. */
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'verify-swift');
const root = join(cache, 'root');
const ready = join(cache, 'ready');
const release = 'trixie';
const packages = ['swiftlang', 'libstdc++-14-dev'];

export interface Ran {
  status: number;
  output: string;
}

/** Null: Swift is available. Otherwise the reason why it is not. */
export function missingSwift(): string | null {
  return existsSync(ready) ? null : (whyNot() ?? 'the Debian 13 root was not made: run `npm run test:ios`');
}

function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'making a Debian 13 root needs the rights of root';
  const { ID } = readRelease();
  return ID === 'debian' ? null : 'this is not Debian, whose debootstrap makes the root';
}

function readRelease(): Record<string, string> {
  if (!existsSync('/etc/os-release')) return {};
  const lines = readFileSync('/etc/os-release', 'utf8').split('\n');
  return Object.fromEntries(lines.map((line) => line.replaceAll('"', '').split('=', 2) as [string, string]));
}

/** Makes the root if it is missing: two to ten minutes, 2 GB. Reports each step. @returns why it could not be made, or null */
export async function prepareSwift(say: (line: string) => void): Promise<string | null> {
  const reason = existsSync(ready) ? null : whyNot();
  if (reason !== null) return reason;
  if (existsSync(ready)) {
    say(`Swift: using the Debian 13 root in ${root}`);
    return null;
  }
  mkdirSync(cache, { recursive: true });
  say('Swift: installing debootstrap');
  const tools = await installPackages(['debootstrap']);
  if (tools !== null) return tools;
  if (!existsSync(join(root, 'usr/bin/apt-get'))) {
    // A root that was left incomplete is made again.
    rmSync(`${root}.part`, { recursive: true, force: true });
    rmSync(root, { recursive: true, force: true });
    say(`Swift: making a Debian 13 root in ${root} (some two minutes)`);
    const made = await run('debootstrap', ['--variant=minbase', release, `${root}.part`]);
    if (made.status !== 0) return `debootstrap failed: ${lastLine(made)}`;
    renameSync(`${root}.part`, root);
  }
  say('Swift: installing the compiler into it (some three minutes, 2 GB)');
  const installed = await runInRoot(`apt-get install -y --no-install-recommends ${packages.join(' ')}`, '/');
  if (installed.status !== 0) return `the compiler could not be installed: ${lastLine(installed)}`;
  writeFileSync(ready, '');
  return null;
}

const lastLine = ({ output }: Ran) => output.trim().split('\n').at(-1) ?? 'no reason given';

/** Installs missing Debian packages. @returns why they are not available, or null */
export async function installPackages(names: readonly string[]): Promise<string | null> {
  const install = () =>
    run('apt-get', ['install', '-y', '--no-install-recommends', ...names], { DEBIAN_FRONTEND: 'noninteractive' });
  let installed = await install();
  if (installed.status !== 0) {
    await run('apt-get', ['update']);
    installed = await install();
  }
  return installed.status === 0 ? null : `${names.join(' ')} could not be installed: ${lastLine(installed)}`;
}

/** Copies what the Swift tests need into the root, under a folder of this checkout. @returns the folder as the root sees it */
export function copyIntoRoot(): string {
  const folder = `/src/${createHash('sha256').update(repository).digest('hex').slice(0, 12)}`;
  for (const [from, to] of [
    ['ios', 'ios'],
    ['test/ios/stubs', 'stubs'],
    ['test/ios/check-ui-layer.sh', 'check-ui-layer.sh'],
  ] as const) {
    const target = join(root, folder, to);
    // The previous build stays: only changes are compiled.
    for (const part of to === 'ios' ? ['Sources', 'Tests', 'Example'] : ['']) {
      rmSync(join(target, part), { recursive: true, force: true });
    }
    cpSync(join(repository, from), target, { recursive: true, preserveTimestamps: true });
  }
  return folder;
}

/**
 * Runs a command of the shell in the root, with `/proc` and `/dev`, which Swift's tools need. They are mounted in a mount
 * namespace that ends with the command, so that nothing stays mounted and the folder can be deleted at any time.
 */
export function runInRoot(command: string, folder: string): Promise<Ran> {
  const inside = `cd ${folder} && export HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive && ${command}`;
  const script = 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && exec chroot "$1" /bin/sh -c "$2"';
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  return run('unshare', [...namespaces, '/bin/sh', '-c', script, 'sh', root, inside]);
}

export const readFromRoot = (path: string) => readFileSync(join(root, path), 'utf8');

function run(program: string, args: readonly string[], more: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...more } });
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ status: 127, output: error.message }));
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });
}

/** The system's Python with WebKitGTK and a virtual display. Null: both are available. */
export function missingWebKit(): string | null {
  const probe = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";
  try {
    execFileSync('/usr/bin/python3', ['-c', probe], { stdio: 'ignore' });
    execFileSync('which', ['xvfb-run', 'xauth'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'WebKitGTK, its Python bindings or xvfb are missing';
  }
}
