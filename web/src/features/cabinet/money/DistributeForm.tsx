import { useState } from 'react';
import type { z } from 'zod';
import { kopecks, toRubles, type Kopecks } from '#contract/kopecks.ts';
import { distribute, readClient, SUM_EXCEEDED, type clientBalances } from '#contract/money/money.ts';
import { AMOUNT_MAX_DIGITS } from '#contract/limits.ts';
import { reportFailure } from '../../../server/report-failure.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { useMoneyAction } from '../../../actions/use-money-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { moneyText } from '../../../forms/type-money.ts';
import { formatMoney } from '../../../lib/format.ts';
import { computeCreditPart, CreditPart } from '../../../cards/CreditPart.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ownUnallocated } from './own-unallocated.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import styles from './DistributeForm.module.css';

type Props = {
  companyId: number;
  balances: z.infer<typeof clientBalances>;
  closedPartners: ReadonlySet<number>;
};
type Entered = Record<number, { text: string; kopecks: Kopecks | null }>;

const DISTRIBUTION_PENDING = 'Прошлое распределение отправлено, ждём ответа';
/** Largest sum that the field accepts, in kopecks. */
const MAX_SUM = 10 ** AMOUNT_MAX_DIGITS * 100;
const NOTHING = { text: '', kopecks: null };

/** Moves unallocated funds to several partner accounts, all or nothing. Above the funds it shows «Превышена сумма». */
export function DistributeForm({ companyId, balances: now, closedPartners }: Props) {
  const [entered, setEntered] = useState<Entered>({});
  const [target, setTarget] = useState<number | null>(null);
  const action = useMoneyAction(distribute, now, {
    refresh: [readClient],
    left: { done: { title: 'Средства распределены' } },
    // Reports the failure even to a user who has left the page.
    onFailure: (failure) => reportFailure(CATALOGUE.distributionNotSaved, failure),
  });
  const { figures: balances, earlierIsUnderWay } = action;
  const totalKopecks = Object.values(entered).reduce((sum, item) => sum + (item.kopecks ?? 0), 0);
  const left = Math.round(balances.notDistSum * 100) - totalKopecks;
  const exceeded = left < 0;
  // A user who clicks «Весь остаток» does not mean to draw credit.
  const own = Math.round(ownUnallocated(balances) * 100);
  const [takenRubles, setTakenRubles] = useState(0);

  const receiver = balances.accounts.find(({ partner_id: id }) => id === target) ?? balances.accounts[0];

  function enter(partnerId: number, text: string, sum: Kopecks | null) {
    setEntered({ ...entered, [partnerId]: { text, kopecks: sum } });
    // Other sums are another request.
    action.reset();
  }

  function save() {
    const accounts = Object.entries(entered)
      .filter(([, one]) => one.kopecks)
      .map(([partnerId, one]) => ({ partner_id: Number(partnerId), sum: toRubles(one.kopecks as Kopecks) }));
    const onSuccess = () => {
      setEntered({});
      setTakenRubles(computeCreditPart(totalKopecks / 100, own / 100));
    };
    action.mutate({ params: { id: companyId }, body: { accounts } }, { onSuccess });
  }

  return (
    <Panel>
      <FormShell
        submitLabel={totalKopecks > 0 ? `Распределить ${formatMoney(totalKopecks / 100)}` : 'Распределить'}
        action={action}
        disabledReason={disabledReason()}
        onSubmit={save}
        underThumb
        outcome={
          <div className={styles.outcome}>
            <div className={styles.total}>
              <span className={styles.label}>Распределяется</span> <Money value={totalKopecks / 100} />
            </div>
            {!exceeded && <CreditPart sumRubles={totalKopecks / 100} ownRubles={own / 100} />}
            <div className={styles.total} role="status">
              {exceeded ? (
                <Notice tone="error">{SUM_EXCEEDED}</Notice>
              ) : (
                <>
                  <span className={styles.label}>Останется</span> <Money value={left / 100} />
                </>
              )}
            </div>
          </div>
        }
      >
        <div className={styles.funds}>
          <span className={styles.label}>Нераспределённые средства</span>
          <Money value={balances.notDistSum} size="title" />
        </div>
        <ul className={styles.partners}>
          {balances.accounts.map((account) => {
            const closed = closedPartners.has(account.partner_id);
            const { text, kopecks: sum } = entered[account.partner_id] ?? NOTHING;
            return (
              <li key={account.id} className={styles.partner} onFocus={() => setTarget(account.partner_id)}>
                <div className={styles.now}>
                  <span className={styles.name}>{account.name}</span>
                  <span className={styles.label}>
                    Сейчас <Money value={account.sum} />
                    {sum !== null && sum > 0 && !exceeded && (
                      <>
                        , станет <Money value={Math.round(account.sum * 100 + sum) / 100} />
                      </>
                    )}
                  </span>
                  {closed && <span className={styles.label}>Технические работы</span>}
                </div>
                <MoneyField
                  label={`Сколько добавить: ${account.name}`}
                  labelHidden
                  value={text}
                  readOnly={action.isPending}
                  onChange={(next, read) => enter(account.partner_id, next, read)}
                />
              </li>
            );
          })}
        </ul>
        {receiver && (
          <RestButton
            label={balances.creditAvailable > 0 ? 'Все свои' : 'Весь остаток'}
            name={receiver.name}
            rest={Math.max(0, own - totalKopecks + (entered[receiver.partner_id]?.kopecks ?? 0))}
            entered={entered[receiver.partner_id]?.kopecks ?? null}
            onChoose={(rest) => !action.isPending && enter(receiver.partner_id, moneyText(rest), rest)}
          />
        )}
        {earlierIsUnderWay && <Notice>{DISTRIBUTION_PENDING}</Notice>}
        {action.isSuccess && totalKopecks === 0 && (
          <Notice tone="go">
            Средства распределены.
            {takenRubles > 0 && (
              <>
                {' '}
                В кредит взято <Money value={takenRubles} />.
              </>
            )}
          </Notice>
        )}
      </FormShell>
    </Panel>
  );

  function disabledReason(): string | null {
    if (earlierIsUnderWay) return DISTRIBUTION_PENDING;
    if (exceeded) return SUM_EXCEEDED;
    return totalKopecks === 0 ? 'Укажите хотя бы одну сумму' : null;
  }
}

type RestButtonProps = {
  /** Says that credit is left out, where there is some. */
  label: string;
  /** Account that gets the rest: the one whose field was used last. */
  name: string;
  /** Kopecks. */
  rest: number;
  entered: Kopecks | null;
  onChoose: (rest: Kopecks) => void;
};

/** Moves the whole rest to one account, and names it. It never draws credit. */
function RestButton({ label, name, rest, entered, onChoose }: RestButtonProps) {
  if (rest === 0 || rest === entered || rest >= MAX_SUM) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      className={styles.rest}
      onClick={() => onChoose(kopecks(rest))}
    >{`${label} на ${name}: ${formatMoney(rest / 100)}`}</Button>
  );
}
