import type { previewDunningRule } from '#contract/backoffice/dunning.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { counted } from '#contract/values/counted.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { formatStep } from './format-rule.ts';
import styles from './Dunning.module.css';

type Preview = EndpointData<typeof previewDunningRule>;
type Met = Preview['steps'][number]['today'];

const TITLE = 'Кого коснётся';
const DEBTORS = ['должника', 'должников', 'должников'] as const;
/** Number of clients that are named beside the count. */
const MAX_NAMED = 4;

/** Shows whom each step would meet today and tomorrow, with sums. */
export function RulePreview({ preview, message }: { preview: Preview | null; message: string | null }) {
  if (!preview)
    return (
      <section className={styles.preview} aria-label={TITLE}>
        <h3 className={styles.title}>{TITLE}</h3>
        <p className="ink-2">{message ?? 'Считаем…'}</p>
      </section>
    );
  return (
    <section className={styles.preview} aria-label={TITLE}>
      <h3 className={styles.title}>{TITLE}</h3>
      <p className="ink-2">
        {preview.clients === 0
          ? 'Должников, которых касается правило, сейчас нет.'
          : `Правило касается ${counted(preview.clients, DEBTORS)}. Ничего не произойдёт, пока правило не включат двое.`}
      </p>
      <ol className={styles.met}>
        {preview.steps.map((step) => (
          <li key={`${step.action}:${step.day}`}>
            <strong>{formatStep(step)}</strong>
            {step.today.length + step.tomorrow.length === 0 ? (
              <p className="ink-2">Сегодня и завтра: никого</p>
            ) : (
              <>
                <MetClients when="Сегодня" met={step.today} />
                <MetClients when="Завтра" met={step.tomorrow} />
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function MetClients({ when, met }: { when: string; met: Met }) {
  if (met.length === 0) return <p className="ink-2">{when}: никого</p>;
  const more = met.length - MAX_NAMED;
  return (
    <>
      <p className="ink-2">
        {when}: {formatNumber(met.length)}
      </p>
      <ul className={styles.clients} aria-label={when}>
        {met.slice(0, MAX_NAMED).map(({ company, sum }) => (
          <li key={company.id}>
            <span>{company.title}</span>
            <Money value={sum} />
          </li>
        ))}
        {more > 0 && <li className="ink-2">и ещё {formatNumber(more)}</li>}
      </ul>
    </>
  );
}
