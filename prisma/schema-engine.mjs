#!/usr/bin/env node
/**
 * Replaces Prisma's native schema engine, which its command line would download from Prisma's host. The same
 * engine comes as WebAssembly inside npm; this program speaks the native one's protocol around it: JSON-RPC, one message a
 * line, on standard input and output. prisma.config.ts selects it with PRISMA_SCHEMA_ENGINE_BINARY.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg';
import { adapterFactory } from './schema-engine/adapter.mjs';
import { createDatabase, databaseVersion, tryToConnect } from './schema-engine/database.mjs';
import { describeError, logLine } from './schema-engine/errors.mjs';

const require = createRequire(import.meta.url);
const flags = process.argv.slice(2);
const valuesOf = (name) => flags.flatMap((flag, index) => (flag === name ? [flags[index + 1]] : []));
/** One engine for each database, by its address: `migrate diff` may involve two. */
const engines = new Map();
let nextPrintId = 1;
const { url } = JSON.parse(valuesOf('--datasource')[0] ?? '{}');

if (flags.includes('--version') || flags.includes('-V')) {
  const { version } = require('@prisma/engines-version/package.json');
  console.log(`schema-engine-wasm ${version.split('.').pop()}`);
} else if (flags.includes('cli')) {
  await runCommand(flags[flags.indexOf('cli') + 1]);
} else {
  await serve();
}

/** The engine's two one-shot commands; failures go to standard error in the engine's log format. */
async function runCommand(command) {
  try {
    if (command === 'can-connect-to-database') await tryToConnect(url);
    else if (command === 'create-database') await createDatabase(url);
    else throw new Error(`Not supported by the WebAssembly schema engine: ${command}`);
  } catch (error) {
    process.stderr.write(logLine(describeError(error, url)));
    process.exitCode = 1;
  }
}

async function serve() {
  // How Prisma recognises the engine's own panics.
  process.on('uncaughtException', (error) => {
    console.error(error);
    process.exit(101);
  });
  await loadWasm();
  // One after the other, as the native engine does. Prisma ends the conversation by closing standard input.
  for await (const line of createInterface({ input: process.stdin })) {
    const message = line.trim() === '' ? {} : JSON.parse(line);
    if (message.method !== undefined) await answer(message);
  }
  // Connection pools would keep the process alive; what was written to a pipe is out by now.
  process.exit(0);
}

async function loadWasm() {
  const glue = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = readFileSync(join(dirname(glue), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': wasm });
  wasm.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start?.();
  // The engine looks this up by name to leave the text of a panic.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    message: '',
    set_message(message) {
      this.message = message;
      process.stderr.write(`PANIC ${message}\n`);
    },
  };
}

/** Answers one request with the engine's result or, in the shape that Prisma expects, its error. */
async function answer({ id, method, params }) {
  const target = targetOf(method, params);
  let errors;
  try {
    const outside = answerWithoutEngine(method, params);
    if (outside !== undefined) return send({ id, result: await outside });
    const { factory, engine } = engineFor(target);
    errors = factory.errorRegistry;
    const result = await (await engine)[method](params);
    // The native engine prints a diff by calling the command line back; this one returns it.
    if (method === 'diff' && result?.stdout != null) {
      send({ id: nextPrintId++, method: 'print', params: { content: result.stdout } });
    }
    send({ id, result: result ?? {} });
  } catch (error) {
    // Errors of the database wait in the adapter under a number; only that number passes through the engine.
    const original = typeof error?.id === 'number' ? errors?.consumeError?.(error.id)?.error : undefined;
    const { code, message } = describeError(original ?? error, target);
    const data = { is_panic: false, message, error_code: code, meta: error?.meta ?? null };
    send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } });
  }
}

/** Three requests that the WebAssembly engine lacks because it has no separate connection, and one that it cannot do. */
function answerWithoutEngine(method, params) {
  if (method === 'createDatabase') return createDatabase(params.datasource?.url ?? url);
  if (method === 'ensureConnectionValidity') return tryToConnect(params.datasource?.url ?? url);
  if (method === 'getDatabaseVersion') return databaseVersion(url);
  if (method === 'introspectSql') throw new Error('generate --sql needs the native schema engine; use $queryRaw');
  return undefined;
}

/** The database that a request is about: the configured one, unless the request brings another. */
function targetOf(method, params) {
  if (method === 'dbExecute' && params?.datasourceType?.tag === 'url') return params.datasourceType.url;
  if (method === 'diff') return [params.to, params.from].find((side) => side?.tag === 'url')?.url ?? url;
  return url;
}

function engineFor(target) {
  const known = engines.get(target);
  if (known !== undefined) return known;
  const factory = adapterFactory(target);
  const models = valuesOf('--datamodels').map((file) => [file, readFileSync(resolve(file), 'utf8')]);
  const options = { datamodels: models.length > 0 ? models : undefined };
  const made = { factory, engine: wasm.SchemaEngine.new(options, () => undefined, factory) };
  engines.set(target, made);
  return made;
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
