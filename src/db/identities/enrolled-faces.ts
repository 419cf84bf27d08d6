import { embeddingsOf, toFloats } from '../../domain/faces/compare-faces.ts';
import { open, type SealedPlace } from '../../domain/encryption/encryption.ts';
import { FaceIndex } from '../../domain/faces/face-index.ts';
import type {
  DescribedFaces,
  EnrolledFaceRepository,
  KeptFace,
} from '../../domain/repositories/enrolled-face-repository.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { Connection } from '../connection/connection.ts';
import type { DataKeys } from '../keys/keys.ts';
import { openedJson, sealedJson } from '../keys/sealed.ts';

/** Revisions are assigned before their transaction commits, so this many before the last one are read again. */
const revisionOverlap = 1_000n;
/** Distinguishes this advisory lock from others. */
const searchLock = 1_178_682_181;
/** How many faces are read and decrypted at a time while an index is built. */
const readAtOnce = 2_000;

/** Whether it is doubtful is sealed with it. */
type StoredTemplate = FaceTemplate & { isDoubtful?: true };

interface ClientIndex {
  faces: FaceIndex;
  revision: bigint;
}

/** This process's indexes, one per client and model, built on first use. The templates in them are not encrypted. */
export class FaceIndexes {
  readonly #known = new Map<string, ClientIndex>();

  of(clientId: string, modelSha256: string, dimensions: number): ClientIndex {
    const key = `${clientId}/${modelSha256}`;
    const known = this.#known.get(key) ?? { faces: new FaceIndex(dimensions), revision: 0n };
    this.#known.set(key, known);
    return known;
  }
}

export function createEnrolledFaceRepository(
  connection: Connection,
  keys: DataKeys,
  indexes: FaceIndexes,
): EnrolledFaceRepository {
  /** Brings the index up to date: reads new rows and removes deleted ones. */
  async function refresh(clientId: string, modelSha256: string, index: ClientIndex): Promise<void> {
    const where = describedBy(clientId, modelSha256);
    let after = index.revision > revisionOverlap ? index.revision - revisionOverlap : 0n;
    for (;;) {
      const rows = await connection.enrolledFace.findMany({
        where: { ...where, revision: { gt: after } },
        orderBy: { revision: 'asc' },
        take: readAtOnce,
        include: { identity: { select: { wrappedDataKey: true } } },
      });
      for (const { identityId, templateSealed, identity, revision } of rows) {
        after = revision;
        if (identity.wrappedDataKey === null) continue;
        const key = await keys.unwrap(clientId, identityId, identity.wrappedDataKey);
        const template = JSON.parse(
          open(key, templateSealed, templatePlace(clientId, identityId)).toString('utf8'),
        ) as FaceTemplate;
        const found = embeddingsOf(template).find((one) => one.modelSha256 === modelSha256);
        if (found !== undefined) index.faces.put(identityId, toFloats(found.embedding));
      }
      if (rows.length < readAtOnce) break;
    }
    index.revision = after > index.revision ? after : index.revision;
    if ((await connection.enrolledFace.count({ where })) === index.faces.size) return;
    const present = await connection.enrolledFace.findMany({ where, select: { identityId: true } });
    index.faces.keepOnly(new Set(present.map((row) => row.identityId)));
  }

  async function lockSearch(clientId: string): Promise<void> {
    await connection.$executeRaw`select pg_advisory_xact_lock(${searchLock}::int, hashtext(${clientId}))`;
  }

  async function read({ clientId, identityId }: { clientId: string; identityId: string }): Promise<KeptFace | null> {
    const row = await connection.enrolledFace.findUnique({ where: { identityId, clientId } });
    if (row === null) return null;
    const key = await keys.get(clientId, identityId);
    const stored = openedJson(key, row.templateSealed, templatePlace(clientId, identityId)) as StoredTemplate;
    const { isDoubtful = false, ...template } = stored;
    const { searchable, closedTo } = row;
    return { template: closedTo.length === 0 ? template : { ...template, closedTo }, searchable, isDoubtful };
  }

  return {
    lockSearch,
    read,

    async enrol({ clientId, identityId }, { template, searchable, isDoubtful = false }) {
      const key = await keys.get(clientId, identityId);
      const stored: StoredTemplate = isDoubtful ? { ...template, isDoubtful: true } : template;
      const templateSealed = sealedJson(key, stored, templatePlace(clientId, identityId));
      // A new row instead of a changed one, so that it gets a revision that every index has yet to read.
      await connection.enrolledFace.deleteMany({ where: { identityId, clientId } });
      const { modelSha256 } = template;
      const otherModels = (template.alternates ?? []).map((one) => one.modelSha256);
      await connection.enrolledFace.create({
        data: { identityId, clientId, templateSealed, modelSha256, otherModels, searchable },
      });
    },

    async remove({ clientId, identityId }) {
      await connection.enrolledFace.deleteMany({ where: { identityId, clientId } });
    },

    async setSearchable({ clientId, identityId }, searchable) {
      const row = await connection.enrolledFace.findUnique({ where: { identityId, clientId } });
      if (row === null) return;
      const { revision: _old, ...kept } = row;
      // A new row for the same reason as above.
      await connection.enrolledFace.deleteMany({ where: { identityId, clientId } });
      await connection.enrolledFace.create({ data: { ...kept, searchable } });
    },

    async find(owner) {
      const kept = await read(owner);
      return kept === null || kept.isDoubtful ? null : kept.template;
    },

    async listUndescribed(clientId, modelSha256, limit) {
      return connection.enrolledFace.findMany({
        where: {
          clientId,
          identity: { wrappedDataKey: { not: null } },
          NOT: [{ modelSha256 }, { otherModels: { has: modelSha256 } }, { closedTo: { has: modelSha256 } }],
        },
        orderBy: { revision: 'asc' },
        take: limit,
        select: { clientId: true, identityId: true, revision: true, searchable: true },
      });
    },

    async describe({ clientId, identityId, revision }, embedding) {
      const row = await connection.enrolledFace.findUnique({ where: { identityId, clientId, revision } });
      if (row === null) return;
      const { templateSealed, revision: _old, ...kept } = row;
      const key = await keys.get(clientId, identityId);
      const place = templatePlace(clientId, identityId);
      const template = openedJson(key, templateSealed, place) as FaceTemplate;
      const described = { ...template, alternates: [...(template.alternates ?? []), embedding] };
      // A new row for the same reason as above.
      const { count } = await connection.enrolledFace.deleteMany({ where: { identityId, clientId, revision } });
      if (count === 0) return;
      const otherModels = [...row.otherModels, embedding.modelSha256];
      await connection.enrolledFace.create({
        data: { ...kept, otherModels, templateSealed: sealedJson(key, described, place) },
      });
    },

    async close({ clientId, identityId, revision }, modelSha256) {
      await connection.enrolledFace.updateMany({
        where: { identityId, clientId, revision, NOT: { closedTo: { has: modelSha256 } } },
        data: { closedTo: { push: modelSha256 } },
      });
    },

    async reopen() {
      await connection.enrolledFace.updateMany({
        where: { NOT: { closedTo: { isEmpty: true } } },
        data: { closedTo: [] },
      });
    },

    async countByModel() {
      return connection.$queryRaw<DescribedFaces[]>`
        select model as "modelSha256", (count(*) filter (where not closed))::int as described,
               (count(*) filter (where closed))::int as closed, (select count(*) from enrolled_faces)::int as "all"
          from (select unnest(other_models || model_sha256) as model, false as closed from enrolled_faces
                union all select unnest(closed_to), true from enrolled_faces) as models
         group by model order by model`;
    },

    async listClients() {
      const rows = await connection.enrolledFace.findMany({
        distinct: ['clientId'],
        select: { clientId: true },
        orderBy: { clientId: 'asc' },
      });
      return rows.map(({ clientId }) => clientId);
    },

    async nearest({ clientId, identityId }, template, { within, limit }) {
      // Until the end of the transaction, which enrols the face if nothing was found: of two people with one face who are decided on at the
      // same time, the second one must see the first.
      await lockSearch(clientId);
      const embedding = toFloats(template.embedding);
      const index = indexes.of(clientId, template.modelSha256, embedding.length);
      await refresh(clientId, template.modelSha256, index);
      const hits = index.faces.nearest(embedding, { within, limit, except: identityId });
      const all = await connection.enrolledFace.count({ where: searchableOf(clientId) });
      return { searched: index.faces.size, unsearched: Math.max(0, all - index.faces.size), hits };
    },
  };
}

const searchableOf = (clientId: string) => ({
  clientId,
  searchable: true,
  identity: { wrappedDataKey: { not: null } },
});

const describedBy = (clientId: string, modelSha256: string) => ({
  ...searchableOf(clientId),
  OR: [{ modelSha256 }, { otherModels: { has: modelSha256 } }],
});

const templatePlace = (clientId: string, id: string): SealedPlace => ({
  clientId,
  object: 'enrolledFace',
  id,
  field: 'template',
});
