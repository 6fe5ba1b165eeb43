import type { z } from 'zod';
import type { overview } from '#contract/overview.ts';
import { capitalized, formatNumber, MINUS, NO_BREAK_SPACE } from '../../lib/format.ts';
import { joinClasses } from '../../lib/join-classes.ts';
import { counted } from '#contract/counted.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Money } from '../../ui/Money.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { InlineSkeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { attentionLink, type Attention } from './attention-link.ts';
import { DayBars } from './DayBars.tsx';
import { lastMonthName, monthName } from './month-name.ts';
import styles from './Overview.module.css';

type OverviewData = z.infer<typeof overview>;

/**
 * «Как дела»: the money and its days, this month against the last, and what needs attention. Null while loading: its
 * space is reserved, so that nothing below moves.
 */
export function Overview({ data }: { data: OverviewData | null }) {
  return (
    <Panel variant="flush" aria-label="Как дела" aria-busy={data ? undefined : true}>
      <div className={styles.facts}>
        <div className={styles.fact}>
          <h2 className={styles.label}>Свои деньги</h2>
          <p className={styles.figure}>
            {data ? <Money value={data.money.own} size="title" /> : <InlineSkeleton />}
          </p>
          <p className={styles.note}>{data ? lasting(data.money) : <InlineSkeleton />}</p>
        </div>
        <AppLink to={paths.transactions} className={joinClasses(styles.fact, styles.month)}>
          <span>
            <span role="heading" aria-level={2} className={styles.label}>
              {data ? `Топливо за ${monthName(data.spending.today)}` : <InlineSkeleton />}
            </span>
            <span className={styles.figure}>
              {data ? <Money value={data.spending.this_month} size="title" /> : <InlineSkeleton />}
            </span>
            <span className={styles.note}>{data ? compared(data.spending) : <InlineSkeleton />}</span>
          </span>
          {data && <DayBars days={data.spending.days} today={data.spending.today} />}
        </AppLink>
      </div>
      <AttentionStrip items={data?.attention ?? null} />
    </Panel>
  );
}

function AttentionStrip({ items }: { items: readonly Attention[] | null }) {
  if (items === null || items.length === 0) {
    return <p className={styles.calm}>{items ? 'Ничего не ждёт вашего решения' : <InlineSkeleton />}</p>;
  }
  return (
    <ul className={styles.strip} aria-label="Требует внимания">
      {items.map((item) => {
        const { words: text, to } = attentionLink(item);
        return (
          <li key={item.kind}>
            <AppLink to={to} className={joinClasses(styles.item, item.late && styles.late)}>
              {text}
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}

/** Describes how long the money lasts at the pace of the last 30 days. */
function lasting({ days_left: days, per_day: perDay, own }: OverviewData['money']): string {
  if (days === null) return 'За 30 дней расходов не было';
  const pace = `в среднем ${rounded(perDay)} в день`;
  if (own <= 0) return `Своих денег нет, ${pace}`;
  return days === 0 ? `Не хватит и на день, ${pace}` : `Хватит на ${counted(days, DAY_FORMS)}, ${pace}`;
}

/** Formats in whole rubles, for text beside a figure. */
function rounded(rubles: number): string {
  return `${formatNumber(Math.round(rubles))}${NO_BREAK_SPACE}₽`;
}

const DAY_FORMS = ['день', 'дня', 'дней'] as const;

function compared(spending: OverviewData['spending']) {
  const { today, this_month: now, last_month_to_date: before, last_month: whole } = spending;
  const name = lastMonthName(today);
  if (whole <= 0) return `За ${name} расходов не было`;
  const all = `весь ${name} ${rounded(whole)}`;
  if (before <= 0) return capitalized(all);
  const share = Math.round(((now - before) / before) * 100);
  if (share === 0) return `Столько же, сколько за те же дни, ${all}`;
  return (
    <>
      <span aria-hidden="true">{share > 0 ? '+' : MINUS}</span>
      <VisuallyHidden>{share > 0 ? 'больше на ' : 'меньше на '}</VisuallyHidden>
      {formatNumber(Math.abs(share))} % к тем же дням, {all}
    </>
  );
}
