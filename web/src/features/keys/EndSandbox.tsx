import { useState } from 'react';
import { deleteSandbox, readSandbox, resetSandbox } from '#contract/sandbox.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/Modal.tsx';
import { Row } from '../../ui/Stack.tsx';
import styles from './Keys.module.css';

const ASKED = {
  reset: {
    deed: resetSandbox,
    label: 'Создать заново',
    title: 'Создать песочницу заново?',
    text: 'Карты, деньги, операции и часы будут новыми. Ключи и вебхуки прежней песочницы перестанут работать: создайте новые.',
    failed: 'Песочница не создана заново',
  },
  delete: {
    deed: deleteSandbox,
    label: 'Удалить песочницу',
    title: 'Удалить песочницу?',
    text: 'Её ключи и вебхуки сразу перестанут работать. Новую можно создать в любое время.',
    failed: 'Песочница не удалена',
  },
} as const;
type Asked = keyof typeof ASKED;

/** Begins the sandbox anew or takes it away, with its keys. */
export function EndSandbox() {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Row className={styles.ends}>
      {(['reset', 'delete'] as const).map((item) => (
        <Button key={item} variant="quiet" size="small" onClick={() => setAsked(item)}>
          {ASKED[item].label}
        </Button>
      ))}
      {asked && <Confirm asked={asked} onClose={() => setAsked(null)} />}
    </Row>
  );
}

function Confirm({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { deed: endpoint, label, title, text, failed } = ASKED[asked];
  const action = useEndpointAction(endpoint, {
    refresh: [readSandbox],
    refreshAfter: ({ code }) => code === 404,
    left: { failed },
  });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={title}
      confirmLabel={label}
      danger
      pending={action.isPending}
      error={action.error?.message ?? null}
      onConfirm={() => action.mutate({}, { onSuccess: onClose })}
    >
      <p>{text}</p>
    </ConfirmModal>
  );
}
