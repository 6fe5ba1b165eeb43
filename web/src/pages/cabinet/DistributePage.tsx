import { can } from '#contract/access.ts';
import { readClient } from '#contract/money/money.ts';
import { closedPartners, useMaintenance } from '../../state/maintenance.ts';
import { useRole, useSession } from '../../server/session.ts';
import { useRead } from '../../state/use-call.ts';
import { DistributeForm } from '../../features/cabinet/money/DistributeForm.tsx';
import { LoadError } from '../../ui/states/LoadError.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { CardSkeleton } from '../../ui/states/Skeleton.tsx';

/** /cabinet/distribute: «Распределение». */
export default function DistributePage() {
  const companyId = useSession().profile?.company?.id ?? 0;
  const role = useRole();
  const maintenance = useMaintenance();
  const client = useRead(readClient, { params: { id: companyId } });

  if (!can(role, 'moveMoney')) {
    return (
      <Notice tone="warn">Деньгами распоряжаются администратор и менеджер. Вам доступен просмотр.</Notice>
    );
  }
  if (!client.data && client.error) return <LoadError onReload={() => void client.refetch()} />;
  if (!client.data) return <CardSkeleton />;
  return (
    <DistributeForm
      companyId={companyId}
      balances={client.data.data}
      closedPartners={closedPartners(maintenance)}
    />
  );
}
