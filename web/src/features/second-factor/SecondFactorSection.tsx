import { useState } from 'react';
import { can } from '#contract/access.ts';
import { readFactors } from '#contract/second-factor.ts';
import { useRole } from '../../server/session.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { AddFactor } from './AddFactor.tsx';
import { CompanyRequirement } from './CompanyRequirement.tsx';
import { FactorList } from './FactorList.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { RecoveryPanel } from './RecoveryPanel.tsx';

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
        title="Чем подтверждать вход"
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
