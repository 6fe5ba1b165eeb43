import { LoadError } from '../../ui/LoadError.tsx';
import styles from './CommandPalette.module.css';
import { WHO_MAY } from './prepared-deeds.ts';
import type { useRewording } from './use-rewording.ts';

type Props = { rewording: ReturnType<typeof useRewording> };

/** By which sentence it was understood, or that it was not and what would be. */
export function RewordedLine({ rewording: { said, awaited, failed, ask } }: Props) {
  if (awaited) return <p className={styles.awaited}>Спрашиваем языковую модель…</p>;
  if (failed)
    return (
      <div className={styles.failed}>
        <LoadError message={`Спросить не удалось. ${failed.message}`} onReload={ask} />
      </div>
    );
  if (!said) return null;
  const text = said.sentence === null ? missed(said) : `Понято как: «${said.sentence}»`;
  return (
    <p role="status" className={styles.awaited}>
      {text}
    </p>
  );
}

function missed({ why, examples }: NonNullable<Props['rewording']['said']>): string {
  if (why === 'not-allowed') return WHO_MAY;
  const reason = why === 'unavailable' ? 'Языковая модель сейчас не отвечает.' : 'Не понял.';
  return `${reason} Спросите так: ${examples.map((one) => `«${one}»`).join(', ')}`;
}
