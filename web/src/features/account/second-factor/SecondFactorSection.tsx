import { useState } from 'react';
import { can } from '#contract/access.ts';
import {
  readFactors,
  requireCompanyFactor,
  RECOVERY_CODES,
  renewRecoveryCodes,
  removeFactor,
  type FactorKind,
} from '#contract/identity/second-factor.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { AddFactor } from './AddFactor.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import type { EndpointData } from '#contract/endpoint.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { KIND_TITLE } from './factor-titles.ts';
import styles from './SecondFactor.module.css';

/** «Второй фактор»: what the person has, another one, the recovery codes, and what an admin asks of his colleagues. */
export function SecondFactorSection() {
  const read = useRead(readFactors);
  const role = useRole();
  const [fresh, setFresh] = useState<readonly string[] | null>(null);
  const [adding, setAdding] = useState(0);
  if (!read.data) {
    return read.error ? (
      <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
    ) : (
      <ListSkeleton count={2} label="Загружается второй фактор" />
    );
  }
  const { factors, required, asks, can_add: canAdd, recovery_codes_left: left } = read.data.data;
  const { company_requires: companyRequires } = read.data.data;
  const has = factors.length > 0;

  return (
    <Stack gap="3">
      {asks === 'enrol' && (
        <Notice tone="warn" title="Ваша компания требует второй фактор">
          Смотреть можно и без него, а чтобы что-то изменить, подключите ключ доступа или приложение с кодами.
        </Notice>
      )}
      {fresh && (
        <Panel title="Коды восстановления">
          <RecoveryCodes codes={fresh} />
          <Row>
            <Button onClick={() => setFresh(null)}>Коды сохранены</Button>
          </Row>
        </Panel>
      )}
      <Panel
        title="Подтверждение входа"
        action={<StatusLabel tone={has ? 'go' : 'neutral'}>{has ? 'Подключён' : 'Не подключён'}</StatusLabel>}
      >
        <Stack gap="3">
          <p className="ink-2">
            После кода из СМС портал попросит ещё одно подтверждение. Тогда украденный телефон или
            перевыпущенная сим-карта никому не откроют ваши деньги.
          </p>
          {has && <FactorList factors={factors} required={required} />}
          <AddFactor
            key={adding}
            canAdd={canAdd}
            onAdded={(codes) => {
              setAdding(adding + 1);
              if (codes) setFresh(codes);
            }}
          />
        </Stack>
      </Panel>
      {has && <RecoveryPanel left={left} onRenewed={setFresh} />}
      {companyRequires !== null && can(role, 'assignRoles') && (
        <CompanyRequirement required={companyRequires} has={has} />
      )}
    </Stack>
  );
}

type Props = {
  required: boolean;
  /** The admin has one himself: without it he would lock himself out. */
  has: boolean;
};

/** Second factor that an admin requires of all users in the company who may change something. */
function CompanyRequirement({ required, has }: Props) {
  const change = useEndpointAction(requireCompanyFactor, {
    refresh: [readFactors],
    left: { failed: 'Требование второго фактора не изменено' },
  });
  const input = change.isPending ? change.variables?.body?.required === true : required;
  return (
    <Panel title="Для всей компании">
      <Stack>
        <Checkbox
          label="Требовать второй фактор у всех, кто может что-то менять"
          help={
            has || required
              ? 'Менеджеры и администраторы без него смогут только смотреть. На специалистов требование не действует.'
              : 'Сначала подключите второй фактор себе.'
          }
          checked={input}
          disabled={!has && !required}
          onChange={(next) => change.isPending || change.mutate({ body: { required: next } })}
        />
        {change.error && <Notice tone="error">{change.error.message}</Notice>}
      </Stack>
    </Panel>
  );
}

type RecoveryPanelProps = { left: number; onRenewed: (codes: readonly string[]) => void };

const RenewDialog = defineConfirmDialog<RecoveryPanelProps['onRenewed'], typeof renewRecoveryCodes>({
  title: 'Создать новые коды восстановления?',
  confirmLabel: 'Создать',
  danger: false,
  text: () => <p>Прежние коды перестанут действовать, новые мы покажем один раз.</p>,
  call: renewRecoveryCodes,
  input: () => ({}),
  refresh: [readFactors],
  answersFirst: true,
  failed: 'Новые коды восстановления не созданы',
  onDone: (onRenewed, { data }) => onRenewed(data.recovery_codes),
});

/** Shows how many codes are left, and issues ten new ones. */
function RecoveryPanel({ left, onRenewed }: RecoveryPanelProps) {
  const { open, dialog } = useDialogs();
  return (
    <Panel title="Если телефон потерян">
      <Stack>
        <p>
          Осталось кодов восстановления: {left} из {RECOVERY_CODES}.
        </p>
        <Row>
          <Button onClick={() => open(RenewDialog, onRenewed)}>Создать новые коды</Button>
        </Row>
      </Stack>
      {dialog}
    </Panel>
  );
}

type Factor = EndpointData<typeof readFactors>['factors'][number];

const ICONS = { passkey: IconFingerprint, totp: IconDeviceMobile } satisfies Record<FactorKind, unknown>;
const LAST = 'Это последний второй фактор, а без него вам работать нельзя. Сначала подключите другой';

const RemoveDialog = defineConfirmDialog({
  title: ({ factor }: { factor: Factor; isOnly: boolean }) => `Удалить «${factor.title}»?`,
  confirmLabel: 'Удалить',
  text: ({ isOnly }) => (
    <p>
      {isOnly
        ? 'Вход будет подтверждать один код из СМС. Коды восстановления перестанут действовать.'
        : 'Подтвердить вход им больше будет нельзя.'}
    </p>
  ),
  call: removeFactor,
  input: ({ factor }) => ({ params: { id: factor.id } }),
  refresh: [readFactors],
  failed: 'Второй фактор не удалён',
});

/** Lists the user's factors, each with its removal. */
function FactorList({ factors, required }: { factors: readonly Factor[]; required: boolean }) {
  const { open, dialog } = useDialogs();
  const isLast = required && factors.length === 1;
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
                onClick={() => open(RemoveDialog, { factor, isOnly: factors.length === 1 })}
              >
                Удалить
              </Button>
            </li>
          );
        })}
      </ul>
      {dialog}
    </>
  );
}
