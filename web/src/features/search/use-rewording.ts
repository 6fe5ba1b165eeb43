import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { rewordQuestion } from '#contract/questions.ts';
import { SEARCH_MAX } from '#contract/search.ts';
import { call, type CallFailed } from '../../server/client.ts';
import { useAction } from '../../state/use-action.ts';
import { useOperator } from '../../state/use-operator.ts';
import type { Entry, Group } from './entry.ts';

export type Rewording = EndpointData<typeof rewordQuestion>;

/** Fewer say nothing that a model could understand better. */
const MIN_WORDS = 2;
export const REWORD = 'reword';

/**
 * Asks the operator's language model what a sentence means, where there is one and only when it is chosen; what it has said
 * counts for the sentence that stands in the field.
 */
export function useRewording(text: string) {
  const [reworded, setReworded] = useState<{ typed: string; said: Rewording } | null>(null);
  const { questionModel } = useOperator();
  const asked = text.trim().slice(0, SEARCH_MAX);
  const action = useAction<Rewording, CallFailed, string>({
    mutationFn: async (q) => (await call(rewordQuestion, { body: { q } })).data,
    onSuccess: (input, typed) => setReworded({ typed, said: input }),
  });
  const said = reworded?.typed === asked ? reworded.said : null;
  const isCurrent = action.variables === asked;
  const isWorth = questionModel && said === null && asked.split(/\s+/).length >= MIN_WORDS;
  return {
    /** What is read instead of the text; the text itself where nothing was understood. */
    sentence: said?.sentence ?? text,
    said,
    offered: isWorth ? OFFERED : [],
    ask: () => action.mutate(asked),
    awaited: isCurrent && action.isPending,
    failed: isCurrent && action.isError ? action.error : null,
  };
}

const ENTRY: Entry = {
  key: REWORD,
  kind: 'answer',
  title: 'Спросить другими словами',
  note: 'фраза уйдёт языковой модели, ваши данные нет',
};
const OFFERED: readonly Group[] = [{ title: 'Не то?', entries: [ENTRY] }];
