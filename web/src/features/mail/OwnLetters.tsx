import { chooseLetter, readMail } from '#contract/letters.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { LetterChoices, type Choice } from './LetterChoices.tsx';

/** Which letters the person gets. */
export function OwnLetters({ choices }: { choices: readonly Choice[] }) {
  const choose = useDeed(chooseLetter, {
    refresh: [readMail],
    left: { failed: 'Выбор писем не сохранён' },
  });
  return (
    <LetterChoices
      choices={choices}
      sending={choose.isPending ? (choose.variables.body ?? null) : null}
      error={choose.error}
      onChoose={(kind, wanted) => choose.mutate({ body: { kind, wanted } })}
    />
  );
}
