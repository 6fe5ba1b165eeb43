import { useState } from 'react';
import { readFactors, RECOVERY_CODES, renewRecoveryCodes } from '#contract/second-factor.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/Modal.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';

type Props = { left: number; onRenewed: (codes: readonly string[]) => void };

/** Shows how many codes are left, and issues ten new ones. */
export function RecoveryPanel({ left, onRenewed }: Props) {
  const [asked, setAsked] = useState(false);
  const renew = useEndpointAction(renewRecoveryCodes, {
    refresh: [readFactors],
    answersFirst: true,
    left: { failed: 'Новые коды восстановления не созданы' },
  });
  const close = () => {
    setAsked(false);
    renew.reset();
  };
  return (
    <Panel title="Если телефон потерян">
      <Stack>
        <p>
          Осталось кодов восстановления: {left} из {RECOVERY_CODES}.
        </p>
        <Row>
          <Button onClick={() => setAsked(true)}>Создать новые коды</Button>
        </Row>
      </Stack>
      <ConfirmModal
        opened={asked}
        onClose={close}
        title="Создать новые коды восстановления?"
        confirmLabel="Создать"
        pending={renew.isPending}
        error={renew.error?.message ?? null}
        onConfirm={() =>
          renew.mutate(
            {},
            {
              onSuccess: ({ data }) => {
                close();
                onRenewed(data.recovery_codes);
              },
            },
          )
        }
      >
        <p>Прежние коды перестанут действовать, новые мы покажем один раз.</p>
      </ConfirmModal>
    </Panel>
  );
}
