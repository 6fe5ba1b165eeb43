import type { EndpointData } from '#contract/endpoint.ts';
import type { previewStations } from '#contract/programme/staff-programme.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import styles from './StationChanges.module.css';

type Found = EndpointData<typeof previewStations>;

const KINDS = [
  { key: 'added', words: 'Добавятся' },
  { key: 'changed', words: 'Изменятся' },
  { key: 'removed', words: 'Исчезнут' },
] as const;

/** Shows what a file would change, counted and by name. */
export function StationChanges({ found }: { found: Found }) {
  return (
    <div className={styles.changes} role="status">
      <p>
        В файле станций: {formatNumber(found.stations)}. Без изменений останутся {formatNumber(found.same)}.
      </p>
      {found.unknown_brands.length > 0 && (
        <Notice title="Таких марок нет ни у одной сети">
          Станции будут отнесены к «Другим АЗС»:{' '}
          {found.unknown_brands
            .map(({ brand, stations }) => `«${brand}» (${formatNumber(stations)})`)
            .join(', ')}
          . Если марка написана с ошибкой, исправьте файл.
        </Notice>
      )}
      {KINDS.map(({ key, words }) => (
        <Disclosure key={key} summary={`${words}: ${formatNumber(found[key])}`}>
          {found.examples[key].length === 0 ? (
            <p className={styles.quiet}>Таких станций нет.</p>
          ) : (
            <ul className={styles.problems}>
              {found.examples[key].map((example, index) => (
                <li key={index}>
                  {example.title}
                  <span className={styles.quiet}>{[example.place, ...example.changes].join('. ')}</span>
                </li>
              ))}
              {found[key] > found.examples[key].length && (
                <li className={styles.quiet}>
                  И ещё {formatNumber(found[key] - found.examples[key].length)}
                </li>
              )}
            </ul>
          )}
        </Disclosure>
      ))}
    </div>
  );
}
