import { CheckBox } from '../../ui/Checkbox.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { GROUP_TITLES, listGroups, type Choices, type Choose, type KindChoice } from './choices.ts';
import styles from './ChoiceMatrix.module.css';

/** Kinds down, channels across. */
export function ChoiceMatrix({ choices, onChoose }: { choices: Choices; onChoose: Choose }) {
  const { channels, kinds } = choices;
  return (
    <Panel variant="flush" aria-label="Что и куда присылать">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Событие</th>
            {channels.map((channel) => (
              <th key={channel.channel} scope="col" className={styles.cell}>
                {channel.title}
              </th>
            ))}
          </tr>
        </thead>
        {listGroups(choices).map((group) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={channels.length + 1} className={styles.group}>
                {GROUP_TITLES[group]}
              </th>
            </tr>
            {kinds
              .filter((kind) => kind.group === group)
              .map((kind) => (
                <tr key={kind.kind}>
                  <th scope="row" className={styles.kind}>
                    {kind.title}
                  </th>
                  {channels.map((channel) => (
                    <td key={channel.channel} className={styles.cell}>
                      <Cell kind={kind} channel={channel} onChoose={onChoose} />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </Panel>
  );
}

type CellProps = { kind: KindChoice; channel: Choices['channels'][number]; onChoose: Choose };

function Cell({ kind, channel, onChoose }: CellProps) {
  const cell = kind.channels.find((item) => item.channel === channel.channel);
  if (!cell)
    return (
      <span className="ink-2">
        <span aria-hidden="true">–</span>
        <VisuallyHidden>не приходит</VisuallyHidden>
      </span>
    );
  if (cell.locked) return <span className={styles.always}>всегда</span>;
  return (
    <CheckBox
      label={`${kind.title}: ${channel.title}`}
      checked={cell.wanted}
      onChange={(wanted) => onChoose(kind.kind, cell.channel, wanted)}
    />
  );
}
