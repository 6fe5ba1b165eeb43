import { Session } from 'node:inspector';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
const OURS = ['api/src/', 'contract/src/'].map((folder) => `file://${path.join(ROOT, folder)}`);
const NOT_READERS = 'fuzz-targets';

/** Which pieces of the readers were reached, and roughly how often, since the last query. */
export interface ReachedCode {
  take(): string[];
}

/** V8 counts each block of code itself; its inspector reports the counts. */
export function watchReachedCode(): ReachedCode {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    take() {
      const reached: string[] = [];
      session.post('Profiler.takePreciseCoverage', (error, input) => {
        if (error) throw error;
        for (const { url, functions } of input.result) {
          if (!OURS.some((folder) => url.startsWith(folder)) || url.includes(NOT_READERS)) continue;
          for (const { ranges } of functions)
            for (const { startOffset, endOffset, count } of ranges)
              if (count > 0)
                reached.push(
                  `${url}:${startOffset}-${endOffset}:${Math.min(4, Math.floor(Math.log2(count)))}`,
                );
        }
      });
      return reached;
    },
  };
}
