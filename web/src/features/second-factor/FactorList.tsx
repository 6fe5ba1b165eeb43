import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { readFactors, removeFactor, type FactorKind } from '#contract/second-factor.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { ConfirmModal } from '../../ui/Modal.tsx';
import { KIND_TITLE } from './factor-titles.ts';
import styles from './SecondFactor.module.css';

type Factor = EndpointData<typeof readFactors>['factors'][number];

const ICONS = { passkey: IconFingerprint, totp: IconDeviceMobile } satisfies Record<FactorKind, unknown>;
const LAST = 'Это последний второй фактор, а без него вам работать нельзя. Сначала подключите другой';

/** Lists the user's factors, each with its removal. */
export function FactorList({ factors, required }: { factors: readonly Factor[]; required: boolean }) {
  const [removed, setRemoved] = useState<Factor | null>(null);
  const remove = useEndpointAction(removeFactor, {
    refresh: [readFactors],
    left: { failed: 'Второй фактор не удалён' },
  });
  const isLast = required && factors.length === 1;
  const close = () => {
    setRemoved(null);
    remove.reset();
  };
  return (
    <>
      <ul className={styles.list} aria-label="Подключённые способы">
        {factors.map((factor) => {
          const Icon = ICONS[factor.kind];
          return (
            <li key={factor.id} className={styles.factor}>
              <Icon aria-hidden="true" stroke={1.75} />
              <div className={styles.what}>
                <p>{factor.title}</p>
                <p className="type-small ink-2">
                  {factor.title !== KIND_TITLE[factor.kind] && `${KIND_TITLE[factor.kind]}, `}
                  подключён <DateText value={factor.created_at} />
                  {factor.used_at && (
                    <>
                      , использован <DateText value={factor.used_at} style="datetime" />
                    </>
                  )}
                </p>
              </div>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Удалить: ${factor.title}`}
                disabled={isLast}
                disabledReason={LAST}
                onClick={() => setRemoved(factor)}
              >
                Удалить
              </Button>
            </li>
          );
        })}
      </ul>
      <ConfirmModal
        opened={removed !== null}
        onClose={close}
        title={`Удалить «${removed?.title}»?`}
        confirmLabel="Удалить"
        danger
        pending={remove.isPending}
        error={remove.error?.message ?? null}
        onConfirm={() => removed && remove.mutate({ params: { id: removed.id } }, { onSuccess: close })}
      >
        <p>
          {factors.length === 1
            ? 'Вход будет подтверждать один код из СМС. Коды восстановления перестанут действовать.'
            : 'Подтвердить вход им больше будет нельзя.'}
        </p>
      </ConfirmModal>
    </>
  );
}
