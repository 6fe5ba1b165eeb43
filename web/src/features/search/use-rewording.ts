import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { rewordQuestion } from '#contract/questions.ts';
import { SEARCH_MAX } from '#contract/search.ts';
import { call, type CallFailed } from '../../server/client.ts';
import { useAction } from '../../state/use-action.ts';
import { useOperator } from '../../state/use-operator.ts';
import type { Entry, Group } from './entry.ts';

export type Rewording = EndpointData<typeof rewordQuestion>;

/** A text with fewer words has nothing that a model could understand better. */
const MIN_WORDS = 2;
export const REWORD = 'reword';

/**
 * Asks the operator's language model what a sentence means, if there is one and only on the user's choice. The answer
 * counts for the sentence in the field at that time.
 */
export function useRewording(text: string) {
  const [reworded, setReworded] = useState<{ typed: string; said: Rewording } | null>(null);
  const { questionModel } = useOperator();
  const asked = text.trim().slice(0, SEARCH_MAX);
  const action = useAction<Rewording, CallFailed, string>({
    mutationFn: async (q) => (await call(rewordQuestion, { body: { q } })).data,
    onSuccess: (input, typed) => setReworded({ typed, said: input }),
  });
  const rewording = reworded?.typed === asked ? reworded.said : null;
  const isCurrent = action.variables === asked;
  const isWorth = questionModel && rewording === null && asked.split(/\s+/).length >= MIN_WORDS;
  return {
    /** Sentence that is read instead of the text, or the text itself if nothing was understood. */
    sentence: rewording?.sentence ?? text,
    said: rewording,
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
