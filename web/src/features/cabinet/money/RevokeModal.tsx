import { toRubles } from '#contract/kopecks.ts';
import { INSUFFICIENT_FUNDS, readClient, revoke, type clientBalances } from '#contract/money/money.ts';
import type { z } from 'zod';
import { useMoneyAction } from '../../../actions/use-money-action.ts';
import { formatMoney, formatSum } from '../../../lib/format.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { typeMoney } from '../../../forms/type-money.ts';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { QuickSums } from '../../../forms/QuickSums.tsx';
import { useRead } from '../../../state/use-call.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { MovementOutlook } from './MovementOutlook.tsx';

type Account = z.infer<typeof clientBalances>['accounts'][number];
type Props = { companyId: number; /** Null when closed. */ account: Account | null; onClose: () => void };

/**
 * Moves money from a partner account to the unallocated funds (spec section 5, "Transfer to the unallocated balance").
 */
export function RevokeModal({ companyId, account, onClose }: Props) {
  return account && <Revoke companyId={companyId} account={account} onClose={onClose} />;
}

type OpenedProps = { companyId: number; account: Account; onClose: () => void };

function Revoke({ companyId, account: now, onClose }: OpenedProps) {
  const form = useForm({ values: { sum: '' } });
  const { kopecks } = typeMoney(form.values.sum);
  const rubles = kopecks === null ? null : toRubles(kopecks);
  const what = `${now.name}: ${formatMoney(rubles ?? 0)}`;
  const action = useMoneyAction(revoke, now, {
    refresh: [readClient],
    left: {
      done: { title: 'Возвращено на счёт', message: what },
      failed: ({ message }) => ({ title: 'Возврат не прошёл', message: `${what}. ${message}` }),
      lost: { title: 'Ответ о возврате не пришёл', message: `${what}. Проверьте баланс` },
    },
  });
  const { figures: account, earlierIsUnderWay } = action;
  const tooMuch = rubles !== null && rubles > account.sum;
  const left = rubles && !tooMuch ? Math.round((account.sum - rubles) * 100) / 100 : null;
  // The value that the panel behind the dialogue has read.
  const unallocated =
    useRead(readClient, { params: { id: companyId } }, { enabled: !action.isPending }).data?.data
      .notDistSum ?? null;

  function submit() {
    if (!rubles) return;
    action.mutate(
      {
        params: { id: companyId },
        body: { accounts: [{ partner_id: account.partner_id, sum: rubles }] },
      },
      { onSuccess: onClose },
    );
  }

  return (
    <FormModal
      form={form}
      onChange={action.reset}
      onSubmit={submit}
      submitLabel={rubles ? `Вернуть ${formatSum(rubles)} на счёт` : RETURN}
      action={action}
      disabledReason={disabledReason()}
      title={RETURN}
      onClose={onClose}
    >
      <p>
        Со счёта «{account.name}», на нём <Money value={account.sum} />
      </p>
      <MoneyField
        {...form.field('sum')}
        remainingRubles={rubles !== null && !tooMuch ? account.sum - rubles : null}
        error={tooMuch ? INSUFFICIENT_FUNDS : null}
        readOnly={action.isPending}
        size="large"
        autoFocus
      />
      <QuickSums
        max={account.sum}
        all={{ label: 'Всё', rubles: account.sum }}
        onChoose={(sum) => action.isPending || form.set({ sum })}
      />
      {left !== null && rubles && (
        <MovementOutlook
          from={{ title: `Счёт «${account.name}»`, now: account.sum, after: left }}
          to={{
            title: 'Нераспределённые средства',
            now: unallocated,
            after: unallocated === null ? null : Math.round((unallocated + rubles) * 100) / 100,
          }}
        />
      )}
      {earlierIsUnderWay && <Notice>{REVOCATION_PENDING}</Notice>}
    </FormModal>
  );

  function disabledReason(): string | null {
    if (earlierIsUnderWay) return REVOCATION_PENDING;
    if (tooMuch) return INSUFFICIENT_FUNDS;
    return rubles ? null : 'Укажите сумму';
  }
}

const RETURN = 'Вернуть на счёт';
const REVOCATION_PENDING = 'Прошлый возврат отправлен, ждём ответа';
