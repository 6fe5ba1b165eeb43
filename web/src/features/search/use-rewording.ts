import { useState } from 'react';
import type { DataOf } from '#contract/endpoint.ts';
import { rewordQuestion } from '#contract/questions.ts';
import { SEARCH_MAX } from '#contract/search.ts';
import { call, type CallFailed } from '../../server/client.ts';
import { useAction } from '../../state/use-action.ts';
import { useOperator } from '../../state/use-operator.ts';
import type { Entry, Group } from './entry.ts';

export type Rewording = DataOf<typeof rewordQuestion>;

/** Fewer say nothing that a model could understand better. */
const FEWEST_WORDS = 2;
export const REWORD = 'reword';

/**
 * Asks the operator's language model what a sentence means, where there is one and only when it is chosen; what it has said
 * counts for the sentence that stands in the field.
 */
export function useRewording(text: string) {
  const [heard, setHeard] = useState<{ typed: string; said: Rewording } | null>(null);
  const { questionModel } = useOperator();
  const asked = text.trim().slice(0, SEARCH_MAX);
  const action = useAction<Rewording, CallFailed, string>({
    mutationFn: async (q) => (await call(rewordQuestion, { body: { q } })).data,
    onSuccess: (said, typed) => setHeard({ typed, said }),
  });
  const said = heard?.typed === asked ? heard.said : null;
  const isOf = action.variables === asked;
  const isWorth = questionModel && said === null && asked.split(/\s+/).length >= FEWEST_WORDS;
  return {
    /** What is read instead of the text; the text itself where nothing was understood. */
    sentence: said?.sentence ?? text,
    said,
    offered: isWorth ? OFFERED : [],
    ask: () => action.mutate(asked),
    awaited: isOf && action.isPending,
    failed: isOf && action.isError ? action.error : null,
  };
}

const ENTRY: Entry = {
  key: REWORD,
  kind: 'answer',
  title: 'Спросить другими словами',
  note: 'фраза уйдёт языковой модели, ваши данные нет',
};
const OFFERED: readonly Group[] = [{ title: 'Не то?', entries: [ENTRY] }];
