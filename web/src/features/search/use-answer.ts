import { answerQuestion } from '#contract/questions.ts';
import { readQuestion } from '#contract/read-question.ts';
import { SEARCH_MAX } from '#contract/search.ts';
import { useRead } from '../../state/use-call.ts';
import { usePaused } from './use-found.ts';

/** Requests the server's answer when the text is a question. Only the answer to the current text counts. */
export function useAnswer(text: string, today: string) {
  const asked = text.trim().slice(0, SEARCH_MAX);
  const isCurrent = usePaused(asked) === asked;
  const asks = readQuestion(asked, today) !== null;
  const read = useRead(answerQuestion, { query: { q: asked } }, { enabled: asks && isCurrent });
  return {
    answer: asks && isCurrent ? read.data?.data : undefined,
    awaited: asks && (!isCurrent || read.isPending) && !read.isError,
    failed: asks && isCurrent && read.isError ? read.error : null,
    again: () => void read.refetch(),
  };
}
