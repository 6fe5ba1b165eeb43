import { LoadError } from '../../ui/LoadError.tsx';
import styles from './CommandPalette.module.css';
import { WHO_MAY } from './prepare-actions.ts';
import type { useRewording } from './use-rewording.ts';

type Props = { rewording: ReturnType<typeof useRewording> };

/** Shows the sentence by which the text was understood, or that it was not understood and what would be. */
export function RewordedLine({ rewording: { said: input, awaited, failed, ask } }: Props) {
  if (awaited) return <p className={styles.awaited}>Спрашиваем языковую модель…</p>;
  if (failed)
    return (
      <div className={styles.failed}>
        <LoadError message={`Спросить не удалось. ${failed.message}`} onReload={ask} />
      </div>
    );
  if (!input) return null;
  const text = input.sentence === null ? missed(input) : `Понято как: «${input.sentence}»`;
  return (
    <p role="status" className={styles.awaited}>
      {text}
    </p>
  );
}

function missed({ why, examples }: NonNullable<Props['rewording']['said']>): string {
  if (why === 'not-allowed') return WHO_MAY;
  const reason = why === 'unavailable' ? 'Языковая модель сейчас не отвечает.' : 'Не понял.';
  return `${reason} Спросите так: ${examples.map((example) => `«${example}»`).join(', ')}`;
}
