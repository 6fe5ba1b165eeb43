import { readMonth } from '#contract/insights/months.ts';
import { formatDate } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { ArchiveButton } from './ArchiveButton.tsx';
import styles from './DocumentList.module.css';

/** Steps of a month with what lacks, and its archive when all is there. `count` is the number of its documents. */
export function MonthPanel({ month, count }: { month: string; count: number }) {
  const steps = useRead(readMonth, { params: { month } }).data?.data;
  if (!steps) return null;
  const isComplete = steps.every(({ done }) => done);
  const name = formatDate(month, 'month');
  return (
    <Panel
      title={isComplete ? `Месяц собран: ${name}` : `Чего не хватает за ${name}`}
      variant="flush"
      action={
        isComplete && count > 0 && <ArchiveButton of={{ month }} count={count} text="Скачать архив месяца" />
      }
    >
      <ul className={styles.steps}>
        {steps.map(({ key, title, done, href }) => (
          <li key={key}>
            <StatusLabel tone={done ? 'go' : 'wait'}>{done ? 'Есть' : 'Не хватает'}</StatusLabel>
            {done ? <span>{title}</span> : <TextLink to={href}>{title}</TextLink>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
