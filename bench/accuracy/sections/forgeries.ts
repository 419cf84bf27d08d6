import { parseArgs } from 'node:util';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import { createFaceAnalyser } from '../../../src/adapters/native/faces/face-analyser.ts';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import { createPortraitInsertionFinder } from '../../../src/adapters/native/surface/portrait-insertion.ts';
import { createSurfaceInspector } from '../../../src/adapters/native/surface/surface-inspector.ts';
import { createTextDetector } from '../../../src/adapters/native/text/text-detector.ts';
import { openSampleFaces } from '../faces/face-set.ts';
import { drawnPages, givenPages } from '../forgeries/base-pages.ts';
import { forgedSamples } from '../forgeries/forged-set.ts';
import { judgeSample, type JudgedSample } from '../forgeries/judge-sample.ts';
import { tabulateForgeries } from '../forgeries/report-forgeries.ts';
import { writeTrainingPages } from '../forgeries/write-training-pages.ts';
import { UsageFault, type AccuracySection } from '../section.ts';

/** Faces and values that we forged, and honest copies of the same pages. */
export const forgeries: AccuracySection = {
  name: 'forgeries',
  page: 'tampering',
  usage: [
    '--set DIR         real pages, each with a portrait, added to the drawn ones',
    '--setting PREFIX  files of DIR that begin so are those on which limits may be set; the others are held out',
    '--seed N          of the drawn pages and of what is done to all, in place of 1',
    '--training DIR    writes the pages that training/tamper learns from, and measures nothing',
    '--pages N         stops after so many pages: a sample, which is printed and not written',
  ],
  async measure(args, say) {
    const { set, setting, seed, pages, training } = readOptions(args);
    const models = createModelStore({ catalogue: readModelCatalogue({ modelsDir: process.env.MODELS_DIR }) });
    const analyser = await createFaceAnalyser({ models });
    const detector = createTextDetector(await models.load('pp-ocr-v4-text-detector'));
    const inspectSurface = createSurfaceInspector(
      createPortraitInsertionFinder(await models.load('portrait-insertion')),
    );
    const faces = (await openSampleFaces(analyser)).map(({ jpeg }) => jpeg);
    const donors = {
      forSetting: faces.filter((_, index) => index % 2 === 0),
      forJudging: faces.filter((_, index) => index % 2 === 1),
    };
    if (training !== undefined) {
      const count = await writeTrainingPages(training, { faces: donors.forSetting, detector });
      return { title: 'Forgeries', facts: [`${count} pages for training written`], tables: [], complete: false };
    }
    const tools = { analyser, detector };
    const judged: JudgedSample[] = [];
    let count = 0;
    const sources = [
      ...(set === undefined ? [] : [givenPages(set, (file) => file.startsWith(setting), tools)]),
      drawnPages(donors.forSetting, seed, tools),
    ];
    for (const source of sources) {
      for await (const page of source) {
        if (count >= pages) break;
        count += 1;
        for await (const sample of forgedSamples(page, donors, seed * 777 + count))
          judged.push(await judgeSample(sample, inspectSurface));
        say(`${count}  ${page.label}: ${judged.length} pictures`);
      }
    }
    const times = judged.map(({ surfaceMs }) => surfaceMs).sort((one, other) => one - other);
    return {
      title: 'Forgeries',
      facts: [
        `${judged.length} pictures of ${count} pages: kinds of the catalogue drawn with a photographed face, seed ${seed}, and photographed by a synthetic phone${set === undefined ? '' : '; real pages of a folder'}`,
        'Drawn pages prove that the code runs. We made the forgeries ourselves: a careful forger does better',
        `Time to judge the compression: median ${(times[times.length >> 1] ?? 0).toFixed(0)} ms a page`,
      ],
      tables: tabulateForgeries(judged),
      complete: pages === Infinity && set !== undefined,
    };
  },
};

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { set: text, setting: text, seed: text, pages: text, training: text },
    });
    return {
      set: values.set,
      training: values.training,
      setting: values.setting ?? 'setting',
      seed: Number(values.seed ?? 1),
      pages: values.pages === undefined ? Infinity : Number(values.pages),
    };
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
}
