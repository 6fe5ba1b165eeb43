import { useState } from 'react';
import { disconnectTelematics, readTelematics, setTelematics } from '#contract/telematics.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { ConnectWialon } from './ConnectWialon.tsx';
import type { Connection } from './telematics-words.ts';

type Props = { connection: Connection; mayChange: boolean };

/** A connected Wialon: how it does, whether fillings go there, and its end. */
export function WialonConnection({ connection, mayChange }: Props) {
  const [opened, setOpened] = useState<'token' | 'end' | null>(null);
  const { problem, refused, heard_at: heardAt, hands_over_since: since } = connection;
  const deed = useDeed(setTelematics, {
    refresh: [readTelematics],
    left: { failed: 'Передача заправок не изменена' },
  });
  return (
    <Stack>
      <Row>
        <StatusWord tone={refused ? 'stop' : problem ? 'wait' : 'go'}>
          {refused ? 'Токен не подходит' : problem ? 'Есть сложность' : 'Подключён'}
        </StatusWord>
        <span className="ink-2">
          {heardAt ? (
            <>
              Последний обмен <DateText value={heardAt} style="datetime" />
            </>
          ) : (
            'Обмена ещё не было'
          )}
          . Подключил {connection.connected_by}
        </span>
      </Row>
      {problem && <Notice tone="warn">{problem}</Notice>}
      {deed.error && <Notice tone="error">{deed.error.message}</Notice>}
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
        disabled={!mayChange || deed.isPending}
        onChange={(next) => deed.mutate({ body: { hands_over: next } })}
      />
      {mayChange && (
        <Row gap="2">
          <Button onClick={() => setOpened('token')}>Сверить номера и сменить токен</Button>
          <Button variant="quiet" onClick={() => setOpened('end')}>
            Отключить
          </Button>
        </Row>
      )}
      {opened === 'token' && (
        <Modal opened onClose={() => setOpened(null)} title="Новый токен Wialon">
          <ConnectWialon onDone={() => setOpened(null)} />
        </Modal>
      )}
      {opened === 'end' && <Disconnect onClose={() => setOpened(null)} />}
    </Stack>
  );
}

function Disconnect({ onClose }: { onClose: () => void }) {
  const deed = useDeed(disconnectTelematics, {
    refresh: [readTelematics],
    left: { failed: 'Wialon не отключён' },
  });
  return (
    <Modal opened onClose={onClose} title="Отключить Wialon" busy={deed.isPending}>
      <FormShell
        submitLabel="Отключить"
        loading={deed.isPending}
        error={deed.error}
        onSubmit={() => deed.mutate({}, { onSuccess: onClose })}
      >
        <p>
          Портал забудет токен и соответствие машин. Правило «Карта и машина порознь» замолчит, заправки
          передаваться не будут. То, что уже передано, останется в Wialon.
        </p>
      </FormShell>
    </Modal>
  );
}
