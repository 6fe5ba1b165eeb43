import { disconnectTelematics, readTelematics, setTelematics } from '#contract/fleet/telematics.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { ConnectWialon } from './ConnectWialon.tsx';
import type { Connection } from './telematics-state.ts';

type Props = { connection: Connection; mayChange: boolean };

/** A connected Wialon: its state, whether fillings are sent there, and how to disconnect it. */
export function WialonConnection({ connection, mayChange }: Props) {
  const { show, dialog } = useDialogs();
  const { problem, refused, heard_at: checkedAt, hands_over_since: since } = connection;
  const action = useEndpointAction(setTelematics, {
    refresh: [readTelematics],
    left: { failed: 'Передача заправок не изменена' },
  });
  return (
    <Stack>
      <Row>
        <StatusLabel tone={refused ? 'stop' : problem ? 'wait' : 'go'}>
          {refused ? 'Токен не подходит' : problem ? 'Есть ошибка' : 'Подключён'}
        </StatusLabel>
        <span className="ink-2">
          {checkedAt ? (
            <>
              Последний обмен <DateText value={checkedAt} style="datetime" />
            </>
          ) : (
            'Обмена ещё не было'
          )}
          . Подключил {connection.connected_by}
        </span>
      </Row>
      {problem && <Notice tone="warn">{problem}</Notice>}
      {action.error && <Notice tone="error">{action.error.message}</Notice>}
      <Checkbox
        label="Передавать заправки в Wialon"
        help={
          since ? (
            <>
              Каждая заправка с <DateText value={since} style="datetime" /> регистрируется один раз.
            </>
          ) : (
            'Каждая новая заправка зарегистрируется у своей машины: литры, сумма, АЗС.'
          )
        }
        checked={since !== null}
        disabled={!mayChange || action.isPending}
        onChange={(next) => action.mutate({ body: { hands_over: next } })}
      />
      {mayChange && (
        <Row gap="2">
          <Button onClick={() => show((onClose) => <NewToken onClose={onClose} />)}>
            Сверить номера и сменить токен
          </Button>
          <Button variant="quiet" onClick={() => show((onClose) => <Disconnect onClose={onClose} />)}>
            Отключить
          </Button>
        </Row>
      )}
      {dialog}
    </Stack>
  );
}

function NewToken({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Новый токен Wialon">
      <ConnectWialon onDone={onClose} />
    </Modal>
  );
}

function Disconnect({ onClose }: { onClose: () => void }) {
  const action = useEndpointAction(disconnectTelematics, {
    refresh: [readTelematics],
    left: { failed: 'Wialon не отключён' },
  });
  return (
    <Modal opened onClose={onClose} title="Отключить Wialon" busy={action.isPending}>
      <FormShell
        submitLabel="Отключить"
        action={action}
        onSubmit={() => action.mutate({}, { onSuccess: onClose })}
      >
        <p>
          Портал забудет токен и соответствие машин. Правило «Машина далеко от АЗС» перестанет работать,
          заправки передаваться не будут. То, что уже передано, останется в Wialon.
        </p>
      </FormShell>
    </Modal>
  );
}
