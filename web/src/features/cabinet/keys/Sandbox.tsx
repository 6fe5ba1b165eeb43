import type { z } from 'zod';
import {
  readSandbox,
  makeSandbox,
  SANDBOX_CARDS,
  type sandboxState,
  deleteSandbox,
  resetSandbox,
} from '#contract/companies/sandbox.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { paths } from '../../../paths.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { KeyLine } from './KeyLine.tsx';
import styles from './Keys.module.css';
import { MakeKeyModal } from './MakeKeyModal.tsx';
import { Row } from '../../../ui/Stack.tsx';

type State = z.infer<typeof sandboxState>;

/** «Песочница»: where the company's programmers try their program without real money. */
export function Sandbox() {
  const read = useRead(readSandbox);
  const { show, dialog } = useDialogs();
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <ListSkeleton count={1} label="Загружается песочница" />;
  const sandbox = read.data.data;
  if (!sandbox) return <NoSandbox />;
  return (
    <Panel
      title="Песочница"
      variant="flush"
      aria-label="Песочница"
      action={
        <Button onClick={() => show((onClose) => <MakeKeyModal isTest onClose={onClose} />)}>
          Создать ключ песочницы
        </Button>
      }
    >
      <Facts state={sandbox} />
      {sandbox.keys.length > 0 && (
        <ul className={styles.list} aria-label="Ключи песочницы">
          {sandbox.keys.map((key) => (
            <KeyLine key={key.id} line={key} isTest />
          ))}
        </ul>
      )}
      <EndSandbox />
      {dialog}
    </Panel>
  );
}

function NoSandbox() {
  const action = useEndpointAction(makeSandbox, {
    refresh: [readSandbox],
    refreshAfter: ({ code }) => code === 409,
    left: { failed: 'Песочница не создана' },
  });
  return (
    <Panel
      title="Песочница"
      aria-label="Песочница"
      action={
        <Button pending={action.isPending} onClick={() => action.mutate({})}>
          Создать песочницу
        </Button>
      }
    >
      <p className={styles.quiet}>
        Отдельная ненастоящая компания: {SANDBOX_CARDS} карты имитации сети, деньги и часы, которые вы
        переводите вперёд. Программа с ключом песочницы вызывает то же самое, а настоящих карт и денег не
        видит. <Guide />
      </p>
      {action.error && <Notice tone="error">{action.error.message}</Notice>}
    </Panel>
  );
}

/** The sandbox's clock, money and cards, as programs see them. */
function Facts({ state: { now, unallocated, silent, cards, made_at } }: { state: State }) {
  return (
    <div className={styles.facts}>
      <dl className={styles.figures}>
        <div>
          <dt>Часы песочницы</dt>
          <dd>
            <DateText value={now} style="datetime" />
          </dd>
        </div>
        <div>
          <dt>Нераспределённые средства</dt>
          <dd>
            <Money value={unallocated} />
          </dd>
        </div>
        <div>
          <dt>Сеть</dt>
          <dd>
            <StatusLabel tone={silent ? 'wait' : 'go'}>{silent ? 'Молчит' : 'Отвечает'}</StatusLabel>
          </dd>
        </div>
      </dl>
      <ul className={styles.testCards} aria-label="Карты песочницы">
        {cards.map(({ id, card_number: number, card_sum: sum }) => (
          <li key={id}>
            <span className="tabular">{number}</span>
            <Money value={sum} />
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>
        Создана <DateText value={made_at} />. Деньги и карты ненастоящие, в отчёты и документы они не
        попадают. <Guide />
      </p>
    </div>
  );
}

function Guide() {
  return <TextLink to={`${paths.developers}#sandbox`}>Что в ней можно попробовать</TextLink>;
}

type End = {
  label: string;
  title: string;
  text: string;
  call: typeof resetSandbox | typeof deleteSandbox;
  failed: string;
};

const ENDS: readonly End[] = [
  {
    call: resetSandbox,
    label: 'Создать заново',
    title: 'Создать песочницу заново?',
    text: 'Карты, деньги, операции и часы будут новыми. Ключи и вебхуки прежней песочницы перестанут работать: создайте новые.',
    failed: 'Песочница не создана заново',
  },
  {
    call: deleteSandbox,
    label: 'Удалить песочницу',
    title: 'Удалить песочницу?',
    text: 'Её ключи и вебхуки сразу перестанут работать. Новую можно создать в любое время.',
    failed: 'Песочница не удалена',
  },
];

const EndDialog = defineConfirmDialog({
  title: ({ title }: End) => title,
  confirmLabel: ({ label }) => label,
  text: ({ text }) => <p>{text}</p>,
  call: ({ call }) => call,
  input: () => ({}),
  refresh: [readSandbox],
  refreshAfter: ({ code }) => code === 404,
  failed: ({ failed }) => failed,
});

/** Begins the sandbox again or takes it away, with its keys. */
function EndSandbox() {
  const { open, dialog } = useDialogs();
  return (
    <Row className={styles.ends}>
      {ENDS.map((end) => (
        <Button key={end.label} variant="quiet" size="small" onClick={() => open(EndDialog, end)}>
          {end.label}
        </Button>
      ))}
      {dialog}
    </Row>
  );
}
