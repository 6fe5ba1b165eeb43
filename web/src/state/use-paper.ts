import { useState } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { useHiddenFrame, type PrintTimes } from '../lib/use-hidden-frame.ts';
import { failureOfFrame, type CallSaid } from '../server/client.ts';
import { printFile, saveFile, ticketUrl } from '../server/download.ts';
import { useAction } from './use-action.ts';

type Paper<E extends AnyEndpoint> = {
  endpoint: E;
  said: CallSaid<E>;
  /** The same with `print=1` (spec section 7). */
  toPrint: CallSaid<E>;
  /** Of the hidden frames (spec section 9). */
  times: PrintTimes;
  /** Whether it is downloaded through such a frame, too. */
  frameDownloads: boolean;
};

export type PaperDeeds = {
  save: () => void;
  saving: boolean;
  print: () => void;
  printing: boolean;
  /** Why there was no paper, in words for the person. */
  problem: string | null;
};

/** Downloads or prints a PDF. Nothing is printed but the PDF itself. */
export function usePaper<E extends AnyEndpoint>({
  endpoint,
  said,
  toPrint,
  times,
  frameDownloads,
}: Paper<E>): PaperDeeds {
  const frame = useHiddenFrame();
  const [problem, setProblem] = useState<string | null>(null);
  const told = {
    onMutate: () => setProblem(null),
    onError: (failure: Error) => setProblem(failure.message),
  };
  const save = useAction({
    ...told,
    mutationFn: async () => {
      if (!frameDownloads) return saveFile(endpoint, said);
      const url = await ticketUrl(endpoint, said);
      frame.download(url, times, (answer) => setProblem(failureOfFrame(answer).message));
    },
  });
  const print = useAction({
    ...told,
    mutationFn: () => printFile(endpoint, toPrint, (paper) => frame.print(paper, times)),
  });
  return {
    save: () => save.mutate(),
    saving: save.isPending,
    print: () => print.mutate(),
    printing: print.isPending,
    problem: save.isIdle && print.isIdle ? null : problem,
  };
}
