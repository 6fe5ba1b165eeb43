import {
  changeProgramme,
  PROGRAMME_PART_TITLE,
  PROGRAMME_PARTS,
  readProgramme,
  type ProgrammePart,
  type ProgrammeValueState,
} from '#contract/programme/requisites.ts';
import { formatDate } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { ChangePartModal } from './ChangePartModal.tsx';
import { formatField, PART_FIELDS, type PartEntry } from './part-fields.ts';
import { StaleContracts } from './StaleContracts.tsx';
import styles from './ProgrammeParts.module.css';

/** Shows name, requisites, accounts, VAT and terms of the programme, what waits, and what counted earlier. */
export function ProgrammeParts() {
  const read = useRead(readProgramme);
  const proposals = useProposals('programme', 'staff.handleMoney');
  const { show, dialog } = useDialogs();
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <CardSkeleton count={3} />;
  const data = read.data.data;
  return (
    <Stack gap="3">
      <p className="ink-2">
        Каждое изменение подтверждает второй сотрудник. Документ берёт то, что действует в его день. Телефон и
        почта для клиентов меняются в разделе <TextLink to={paths.staffContacts}>«Контакты»</TextLink>.
      </p>
      <StaleContracts />
      {PROGRAMME_PARTS.map((part) => {
        const entries: readonly PartEntry[] = data[part];
        const current = entries.find(({ state }) => state === 'current');
        return (
          <Panel
            key={part}
            title={PROGRAMME_PART_TITLE[part]}
            aria-label={PROGRAMME_PART_TITLE[part]}
            action={
              <Button
                size="small"
                aria-label={`Изменить: ${PROGRAMME_PART_TITLE[part]}`}
                disabledReason={proposals.problem(changeProgramme, { part })}
                onClick={() =>
                  show((onClose) => <ChangePartModal part={part} current={current} onClose={onClose} />)
                }
              >
                Изменить
              </Button>
            }
          >
            <Stack>
              <WaitingApprovals approvals={proposals.waiting({ part }, changeProgramme)} />
              {current && <Facts part={part} entry={current} />}
              <Planned part={part} entries={entries} />
              <History part={part} entries={entries} />
            </Stack>
          </Panel>
        );
      })}
      {dialog}
    </Stack>
  );
}

function Facts({ part, entry }: { part: ProgrammePart; entry: PartEntry }) {
  return (
    <dl className={styles.facts}>
      {PART_FIELDS[part].map((field) => {
        const text = formatField(entry, field);
        if (text === '' && field.optional) return null;
        return (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>{text || 'Не указано'}</dd>
          </div>
        );
      })}
    </dl>
  );
}

type EntriesProps = { part: ProgrammePart; entries: readonly PartEntry[] };

function Planned({ part, entries }: EntriesProps) {
  return entries
    .filter(({ state }) => state === 'planned')
    .map((entry) => (
      <div key={entry.id} className={styles.entry}>
        <h3 className={styles.when}>{`Начнёт действовать ${formatDate(entry.first_day ?? '')}`}</h3>
        <Facts part={part} entry={entry} />
      </div>
    ));
}

const STATE_TITLE: Record<ProgrammeValueState, string> = {
  planned: 'ещё не действует',
  current: 'действует',
  past: 'действовало раньше',
  replaced: 'заменено до начала',
};

function History({ part, entries }: EntriesProps) {
  if (entries.length < 2) return null;
  return (
    <Disclosure summary={`История изменений: ${entries.length}`} wide>
      <ol className={styles.history}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <p className={styles.when}>
              {`${entry.first_day === null ? 'С начала' : `С ${formatDate(entry.first_day)}`}, ${STATE_TITLE[entry.state]}`}
            </p>
            <p className="ink-2 type-small">
              {entry.entered_by === null ? 'Из файла при первом запуске' : `Предложил ${entry.entered_by}`},{' '}
              <DateText value={entry.entered_at} style="datetime" />
              {entry.note && `. ${entry.note}`}
            </p>
            <Facts part={part} entry={entry} />
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
