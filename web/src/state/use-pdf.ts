import { useState } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { useHiddenFrame, type PrintTimes } from '../lib/use-hidden-frame.ts';
import { failureOfFrame, type CallInput } from '../server/client.ts';
import { printFile, saveFile, ticketUrl } from '../server/download.ts';
import { useAction } from './use-action.ts';

type PdfRequest<E extends AnyEndpoint> = {
  endpoint: E;
  input: CallInput<E>;
  /** The same with `print=1` (spec section 7). */
  toPrint: CallInput<E>;
  /** Times of the hidden frames (spec section 9). */
  times: PrintTimes;
  /** Whether it is downloaded through such a frame, too. */
  frameDownloads: boolean;
};

export type PdfActions = {
  save: () => void;
  saving: boolean;
  print: () => void;
  printing: boolean;
  /** Reason why there was no PDF, as text for the user. */
  problem: string | null;
};

/** Downloads or prints a PDF. Nothing is printed but the PDF itself. */
export function usePdf<E extends AnyEndpoint>({
  endpoint,
  input,
  toPrint,
  times,
  frameDownloads,
}: PdfRequest<E>): PdfActions {
  const frame = useHiddenFrame();
  const [problem, setProblem] = useState<string | null>(null);
  const handlers = {
    onMutate: () => setProblem(null),
    onError: (failure: Error) => setProblem(failure.message),
  };
  const save = useAction({
    ...handlers,
    mutationFn: async () => {
      if (!frameDownloads) return saveFile(endpoint, input);
      const url = await ticketUrl(endpoint, input);
      frame.download(url, times, (answer) => setProblem(failureOfFrame(answer).message));
    },
  });
  const print = useAction({
    ...handlers,
    mutationFn: () => printFile(endpoint, toPrint, (pdf) => frame.print(pdf, times)),
  });
  return {
    save: () => save.mutate(),
    saving: save.isPending,
    print: () => print.mutate(),
    printing: print.isPending,
    problem: save.isIdle && print.isIdle ? null : problem,
  };
}
