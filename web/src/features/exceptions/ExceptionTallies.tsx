import type { MetaOf } from '#contract/endpoint.ts';
import type { listExceptions } from '#contract/exceptions.ts';
import { Panel } from '../../ui/Panel.tsx';
import styles from './Exceptions.module.css';

type Tally = MetaOf<typeof listExceptions>['by_driver'];

/** Who asks how often, why, and how many of it was allowed. */
export function ExceptionTallies({ byDriver, byReason }: { byDriver: Tally; byReason: Tally }) {
  return (
    <div className={styles.tallies}>
      <Panel title="По водителям">
        <Counts of={byDriver} name="Водитель" none="К картам с просьбами водители не были прикреплены." />
      </Panel>
      <Panel title="По причинам">
        <Counts of={byReason} name="Причина" none="Причин пока нет." />
      </Panel>
    </div>
  );
}

function Counts({ of: counts, name, none }: { of: Tally; name: string; none: string }) {
  if (counts.length === 0) return <p className="ink-2">{none}</p>;
  return (
    <table className={styles.counts}>
      <thead>
        <tr>
          {[name, 'Просьб', 'Разрешено'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {counts.map((one) => (
          <tr key={one.name}>
            <td>{one.name}</td>
            <td>{one.asked}</td>
            <td>{one.approved}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
