import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The folders of the catalogue and our own weights, and of converted and downloaded ones. */
export const shippedModelsDir = fileURLToPath(new URL('../../models/', import.meta.url));

const fileName = z
  .string()
  .max(200)
  .regex(/^(?!.*\.\.)[\w@./-]+$/);

/** How a file of a package becomes a model: `convert-tfjs-graph.ts`, `convert-dlib-face.ts`. */
export const conversions = ['tfjs-graph', 'dlib-face'] as const;

const sourceSchema = z.union([
  /** Made from a package's file by `npm run models`. */
  z.strictObject({ npm: z.string().max(200), file: fileName, convert: z.enum(conversions), to: fileName }),
  z.strictObject({ npm: z.string().max(200), file: fileName }),
  /** Downloaded by `npm run models`. */
  z.strictObject({ url: z.url({ protocol: /^https$/ }).max(500), to: fileName }),
  z.strictObject({ file: fileName }),
]);

export type ModelSource = z.infer<typeof sourceSchema>;

/** An anti-spoofing net's input and output: what differs from one family of nets to the next. */
const antiSpoofingContractSchema = z
  .strictObject({
    /** The side of its square input: float32 [n,3,inputPx,inputPx]. */
    inputPx: z.number().int().min(16).max(1024),
    /**
     * `square`: a square around the face, mirrored beyond the picture's edge. `box`: the proportions of the face's own box, shrunk and
     * moved until it fits into the picture, then squeezed into the net's square.
     */
    cropShape: z.enum(['square', 'box']).default('square'),
    /**
     * The size of the crop around the face, relative to the longer side of the smallest box around the face mesh, or to the box's own
     * sides.
     */
    cropScale: z.number().min(0.5).max(8),
    /** The crops of a face whose scores are averaged: as in the training, slightly closer or wider, or mirrored left to right. */
    crops: z
      .array(z.enum(['plain', 'closer', 'wider', 'mirrored']))
      .min(1)
      .max(4)
      .default(['plain', 'closer', 'wider']),
    /** Whether one run takes all crops at once; exports with a fixed shape take one. */
    batched: z.boolean().default(true),
    channels: z.enum(['rgb', 'bgr']),
    /** The divisor of the values 0..255. */
    divisor: z.number().positive(),
    classCount: z.number().int().min(2).max(20),
    realClass: z.number().int().min(0),
    /** Each model has its own scale, so the limits of one never apply to another. */
    calibration: z.strictObject({ live: z.number(), spoof: z.number() }),
    /**
     * Limits of this score times `weight` plus the score of another model: two families that both find an attack just live enough are
     * seldom wrong together. They apply in addition to the limits of each.
     */
    agreement: z
      .strictObject({ with: z.string().max(100), weight: z.number().positive(), live: z.number(), spoof: z.number() })
      .optional(),
    /** The net's output for `knownPattern`, which is compared when the net is loaded. */
    knownAnswer: z.array(z.number()).max(20).optional(),
  })
  .refine(({ realClass, classCount }) => realClass < classCount, { path: ['realClass'] })
  .refine(({ calibration }) => calibration.spoof <= calibration.live, { path: ['calibration'] });

export type AntiSpoofingContract = z.infer<typeof antiSpoofingContractSchema>;

/** The same weights in another file, such as another export. */
const buildSchema = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), origin: z.string().max(300) });

const catalogueEntrySchema = z.strictObject({
  name: z.string().max(100),
  job: z.string().max(100),
  source: sourceSchema,
  /** SHA-256 of the file from the source. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Other files, by their hashes, that may be used instead, such as one in `MODELS_DIR`. Nothing else is accepted. */
  otherBuilds: z.array(buildSchema).max(5).default([]),
  licence: z.string().max(300),
  inputContract: z.string().max(1000),
  /** Threads inside one run of the net, when the process's own number does not suit it. */
  threads: z.number().int().min(1).max(64).optional(),
  /** Whether the arithmetic between its convolutions is folded into their weights when it is opened (`onnx/fold-arithmetic.ts`). */
  foldsArithmetic: z.boolean().optional(),
  /** Whether it is opened with operations that suit the blocks in which onnxruntime keeps values (`onnx/suit-blocks.ts`). */
  suitsBlocks: z.boolean().optional(),
  /** Whether its runs are done in a separate thread, so that the calling one and other models work meanwhile. */
  ownThread: z.boolean().optional(),
  /** Whether runs use the memory of earlier runs again, which therefore stays with the process. Not for inputs of any size. */
  reusesMemory: z.boolean().optional(),
  antiSpoofing: antiSpoofingContractSchema.optional(),
});

const catalogueSchema = z.strictObject({
  models: z
    .array(
      catalogueEntrySchema.refine(
        ({ otherBuilds, antiSpoofing }) => otherBuilds.length === 0 || antiSpoofing?.knownAnswer !== undefined,
        { path: ['otherBuilds'], error: 'need a known answer, by which each build proves that it is the same net' },
      ),
    )
    .max(200),
});

export interface CatalogueEntry extends z.infer<typeof catalogueEntrySchema> {
  /** Where the file is expected. It may be missing. */
  path: string;
}

export interface ModelVerdict {
  name: string;
  sha256: string;
  /** `not_downloaded`: missing, and not part of the service's package. The service starts without it. */
  status: 'ok' | 'missing' | 'not_downloaded' | 'wrong_hash';
  path: string;
}

export interface ModelCatalogue {
  entries: readonly CatalogueEntry[];
  /**
   * The entry with that name.
   * @throws when the catalogue has none
   */
  getModel(name: string): CatalogueEntry;
  /** Hashes every file of the catalogue; reads some 50 MB, so call it at start and not per request. */
  verifyModels(): ModelVerdict[];
}

/**
 * Reads the catalogue of models and resolves the file of each entry. `modelsDir` is the operator's own folder: a file in it takes
 * precedence over the one shipped with the catalogue.
 * @throws when the catalogue itself is malformed
 */
export function readModelCatalogue(options: { modelsDir?: string | undefined } = {}): ModelCatalogue {
  const text = readFileSync(join(shippedModelsDir, 'catalogue.json'), 'utf8');
  const entries = catalogueSchema
    .parse(JSON.parse(text))
    .models.map((entry) => ({ ...entry, path: resolveSource(entry.source, options.modelsDir) }));

  return {
    entries,
    getModel(name) {
      const entry = entries.find((candidate) => candidate.name === name);
      if (entry === undefined) throw new Error(`The model catalogue has no entry '${name}'`);
      return entry;
    },
    verifyModels: () => entries.map(verifyModel),
  };
}

/** Compares a model's file with the hashes that the catalogue pins. Never throws because of the file. */
export function verifyModel(entry: CatalogueEntry): ModelVerdict {
  const file = readModelFile(entry);
  const { name, path, source } = entry;
  const sha256 = file.status === 'ok' ? file.sha256 : entry.sha256;
  return { name, sha256, path, status: file.status === 'missing' && 'url' in source ? 'not_downloaded' : file.status };
}

/** The bytes of a model and their hash, only if the catalogue pins that hash. */
export function readModelFile(
  entry: CatalogueEntry,
): { status: 'ok'; bytes: Buffer; sha256: string } | { status: 'missing' | 'wrong_hash' } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(entry.path);
  } catch {
    return { status: 'missing' };
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const isPinned = sha256 === entry.sha256 || entry.otherBuilds.some((build) => build.sha256 === sha256);
  return isPinned ? { status: 'ok', bytes, sha256 } : { status: 'wrong_hash' };
}

function resolveSource(source: ModelSource, modelsDir: string | undefined): string {
  if ('npm' in source && !('convert' in source)) return resolvePackageFile(source.npm, source.file);
  const file = 'to' in source ? source.to : source.file;
  const own = modelsDir === undefined ? undefined : join(modelsDir, file);
  return own !== undefined && existsSync(own) ? own : join(shippedModelsDir, file);
}

/** A package may not export the files inside it, so they are looked up in the folders that Node itself would search. */
export function resolvePackageFile(packageName: string, file: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(packageName) ?? [];
  const candidates = folders.map((folder) => join(folder, packageName, file));
  return candidates.find((path) => existsSync(path)) ?? join(packageName, file);
}
