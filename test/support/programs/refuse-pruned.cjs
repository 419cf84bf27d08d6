// Loaded before a process of the image: what deploy/prune-image.mjs removes cannot be required.
const Module = require('node:module');
const path = require('node:path');

const root = path.resolve(__dirname, '../../..');
const pruned = JSON.parse(process.env.PRUNED).map((one) => path.join(root, one) + path.sep);
const resolveFilename = Module._resolveFilename;

Module._resolveFilename = function (request, ...rest) {
  const found = resolveFilename.call(this, request, ...rest);
  if (!pruned.some((folder) => found.startsWith(folder))) return found;
  throw Object.assign(new Error(`Cannot find module '${request}': the image has it not`), { code: 'MODULE_NOT_FOUND' });
};
