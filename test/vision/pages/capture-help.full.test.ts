import { expect, test } from 'vitest';
import { createDocumentInspector } from '../../../src/adapters/native/captures/document-inspector.ts';
import type { DocumentSide } from '../../../src/domain/document-kinds/document-kind.ts';
import { documentKinds } from '../../../src/domain/document-kinds/index.ts';
import type { MediaKind } from '../../../src/domain/media/media-kind.ts';
import { distort, distortions } from '../../../specimens/captures/distort.ts';
import { drawDocument } from '../../../specimens/documents/draw-document.ts';
import { sharedModels } from '../../support/shared-models.ts';

test(
  'the capture help has nothing against any side of any kind, nor against one that can still be read',
  { timeout: 900_000 },
  async () => {
    const inspector = await createDocumentInspector(sharedModels());
    const alarms: string[] = [];
    let count = 0;
    for (const [index, kind] of documentKinds.entries()) {
      const { sides } = await drawDocument(kind, { seed: index + 1 });
      // The table on the back of a European licence is not drawn, and an empty card is no document.
      const isPrinted = (side: DocumentSide) =>
        kind.marks[side] !== undefined || kind.mrz?.side === side || kind.fields.some((field) => field.side === side);
      for (const { side, jpeg } of sides.filter((each) => isPrinted(each.side))) {
        const distortion = distortions[index % distortions.length] ?? 'blur';
        for (const picture of [jpeg, await distort(jpeg, distortion, index)]) {
          const media = {
            kind: (kind.type === 'proof-of-residency' ? 'document-page' : `document-${side}`) as MediaKind,
          };
          const { codes } = await inspector.inspect(picture, { media, others: async () => [] });
          count++;
          if (codes.length > 0)
            alarms.push(`${kind.subtype} ${side} ${picture === jpeg ? 'clean' : distortion}: ${codes.join()}`);
        }
      }
    }
    console.info(`${alarms.length} false alarms on ${count} drawn pictures: ${alarms.join('; ')}`);
    expect(alarms).toEqual([]);
  },
);
