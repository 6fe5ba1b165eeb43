import { readMonth } from '#contract/insights/months.ts';
import { formatDate } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { ArchiveButton } from './ArchiveButton.tsx';
import { MonthChoices } from './MonthChoices.tsx';
import styles from './DocumentList.module.css';

/** Shows what a month lacks, below it what is there, and its archive when all is there. `count`: the number of its documents. */
export function MonthPanel({ month, count }: { month: string; count: number }) {
  const steps = useRead(readMonth, { params: { month } }).data?.data;
  if (!steps) return null;
  const missing = steps.filter(({ done }) => !done);
  const present = steps.filter(({ done }) => done);
  const isComplete = missing.length === 0;
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
        {missing.map(({ key, title, href }) => (
          <li key={key}>
            <TextLink to={href}>{title}</TextLink>
          </li>
        ))}
        {present.length > 0 && (
          <li>
            <StatusLabel tone="go">{present.map(({ title }) => title).join(' · ')}</StatusLabel>
          </li>
        )}
        {steps.some(({ key }) => key === 'mileage' || key === 'waybills') && (
          <li>
            <Disclosure summary="Чего компания не ведёт">
              <MonthChoices />
            </Disclosure>
          </li>
        )}
      </ul>
    </Panel>
  );
}
