// What the image does not need: other platforms' binaries, optional peers, what only a person or a compiler reads.
// --delete removes it; --list names it; without either, the bytes of a production install (by package-lock.json) are counted, with and without it.
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = process.cwd();
const [platform, arch] = ['linux', process.arch];

/** Bytes of a file or of everything below a folder, without following links. */
function bytesOf(path) {
  const seen = lstatSync(path, { throwIfNoEntry: false });
  if (seen === undefined) return 0;
  if (!seen.isDirectory()) return seen.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

const below = (folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []);

/** Where a package, asked for from a folder of the lock file, is found: in the nearest `node_modules`. */
function findPackage(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
    if (!folder.includes('/node_modules/')) folder = '';
  }
}

/**
 * Packages that npm installs for production and no package of production asks for: optional peers, such as Prisma's command line for
 * its client, and what those need.
 */
function optionalPeers() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const needed = new Set();
  const open = [''];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path];
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = findPackage(packages, path, name);
      if (found === null || needed.has(found)) continue;
      needed.add(found);
      open.push(found);
    }
  }
  return Object.keys(packages).filter((path) => path !== '' && packages[path].dev !== true && !needed.has(path));
}

/** Paths below the root that no process of the image opens. */
function pruned() {
  const paths = optionalPeers();
  for (const napi of below('node_modules/onnxruntime-node/bin')) {
    const versions = `node_modules/onnxruntime-node/bin/${napi}`;
    for (const os of below(versions)) {
      if (os !== platform) paths.push(`${versions}/${os}`);
      else for (const cpu of below(`${versions}/${os}`)) if (cpu !== arch) paths.push(`${versions}/${os}/${cpu}`);
    }
  }
  // Providers for graphics cards, which are loaded only when asked for.
  for (const napi of below('node_modules/onnxruntime-node/bin')) {
    const own = `node_modules/onnxruntime-node/bin/${napi}/${platform}/${arch}`;
    for (const name of below(own)) if (/providers_(cuda|tensorrt)/.test(name)) paths.push(`${own}/${name}`);
  }
  const runtime = 'node_modules/@prisma/client/runtime';
  for (const name of below(runtime))
    if (/\.(sqlserver|cockroachdb|mysql|sqlite)\./.test(name)) paths.push(`${runtime}/${name}`);
  // Packages for another system, if the installation included them: their names end in that system's name.
  const systems =
    /(^|[-/])(darwin|win32|linuxmusl|linux|freebsd|android)[-_]?(x64|arm64|arm|ia32|s390x|ppc64|riscv64)?/;
  for (const scope of ['@img', '@seydx', '@node-rs', '@msgpackr-extract'])
    for (const name of below(`node_modules/${scope}`)) {
      const system = systems.exec(name);
      if (system === null) continue;
      const fits = name.includes(`${platform}-${arch}`) && !name.includes('musl');
      if (!fits) paths.push(`node_modules/${scope}/${name}`);
    }
  return paths.filter((path) => existsSync(join(root, path)));
}

/** Files that only a person or a compiler reads. */
const unread = /\.(map|md|markdown|tsbuildinfo|d\.[mc]?ts)$/;

/** Such files below a folder, leaving out folders that go as a whole. */
function unreadBelow(folder, gone) {
  if (gone.has(folder)) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return unreadBelow(path, gone);
    return entry.isFile() && unread.test(entry.name) && !gone.has(path) ? [path] : [];
  });
}

function measure() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const production = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  // A package's folder holds the packages nested in it; those are counted once, with it.
  const outermost = production.map(([path]) => path).filter((path) => path.lastIndexOf('node_modules/') === 0);
  const installedBytes = outermost.reduce((sum, path) => sum + bytesOf(join(root, path)), 0);
  const gone = pruned().filter((path) =>
    outermost.some((one) => path === one || path.startsWith(`${one}/`) || one.startsWith(`${path}/`)),
  );
  const set = new Set(gone);
  const files = outermost.filter((path) => existsSync(join(root, path))).flatMap((path) => unreadBelow(path, set));
  const prunedBytes = [...gone, ...files].reduce((sum, path) => sum + bytesOf(join(root, path)), 0);
  const ownBytes = ['src', 'workers', 'prisma', 'models', 'openapi'].reduce(
    (sum, path) => sum + bytesOf(join(root, path)),
    0,
  );
  return { installedBytes, prunedBytes, ownBytes, packages: outermost.length };
}

if (process.argv.includes('--delete')) {
  for (const path of pruned()) rmSync(join(root, path), { recursive: true, force: true });
  for (const path of unreadBelow('node_modules', new Set())) rmSync(join(root, path));
} else if (process.argv.includes('--list')) {
  process.stdout.write(`${JSON.stringify(pruned())}\n`);
} else {
  const { installedBytes, prunedBytes, ownBytes, packages } = measure();
  const all = { installedBytes, prunedBytes, ownBytes, packages, totalBytes: installedBytes - prunedBytes + ownBytes };
  process.stdout.write(`${JSON.stringify(all)}\n`);
}
