import type { z } from 'zod';
import type { answerRow } from '#contract/papers/objections.ts';
import { Money } from '../../../ui/text/Money.tsx';
import styles from './DocumentList.module.css';

type Row = z.infer<typeof answerRow>;

/** Shows the differences between a file and the document, a line each. */
export function AnswerRows({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className={styles.lines} aria-label="Строки файла">
      {rows.map((row, index) => (
        // Two rows may have the very same text.
        <li key={index}>
          {row.title}
          <AnswerSum word="дебет" sum={row.debit} />
          <AnswerSum word="кредит" sum={row.credit} />
          <AnswerSum word="расхождение" sum={row.difference} />
          {row.note && <p className={styles.quiet}>{row.note}</p>}
        </li>
      ))}
    </ul>
  );
}

function AnswerSum({ word: label, sum }: { word: string; sum: number | null }) {
  if (sum === null) return null;
  return (
    <>
      , {label} <Money value={sum} />
    </>
  );
}
