import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { UsageFault } from '../section.ts';
import type { JudgedVideo } from './judge-video.ts';

/** A video of a run, by what it shows and from which seed. */
export interface KeptVideo extends JudgedVideo {
  kind: string;
  seed: number;
}

/** What has been judged so far; on disk when a file is named, so that an interrupted run continues. */
export interface KeptVideos {
  find(kind: string, seed: number): KeptVideo | undefined;
  keep(video: KeptVideo): void;
}

/** `about`: the facts that the videos and verdicts depend on. @throws UsageFault for a file of another run */
export function openKeptVideos(file: string | undefined, about: string): KeptVideos {
  const videos = new Map<string, KeptVideo>();
  const keyOf = (kind: string, seed: number) => `${seed} ${kind}`;
  if (file !== undefined && existsSync(file)) {
    const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
    if (head !== JSON.stringify(about)) throw new UsageFault(`${file} is of another run: ${head}`);
    for (const line of lines) {
      const video = JSON.parse(line) as KeptVideo; // Written by `keep`.
      videos.set(keyOf(video.kind, video.seed), video);
    }
  } else if (file !== undefined) {
    appendFileSync(file, `${JSON.stringify(about)}\n`);
  }
  return {
    find: (kind, seed) => videos.get(keyOf(kind, seed)),
    keep(video) {
      videos.set(keyOf(video.kind, video.seed), video);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(video)}\n`);
    },
  };
}
